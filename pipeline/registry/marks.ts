import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type CodedReason, inEnglish } from '../base/reasons/reason.ts';
import { recordChange } from './audit.ts';
import { chunks } from './chunks.ts';
import { newestBadge } from './record-badge.ts';
import { selectAccounts, sortBySlug, toAccounts } from './rows.ts';
import type { RegistryAccount } from './schema.ts';
import type { Coverage, Settlement } from './settlements.ts';
import type { RegistryStore } from './store.ts';
import { replaceRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Decision of a run about one account or portfolio, for the version that it settles. */
export interface MarkDecision {
  /** Name of the data of the account in that version, and in the version in service. */
  readonly data: string;
  readonly dataInService: string;
  /** Null without a mark that counts for this data. */
  readonly coverage: Coverage | null;
  /** Last day that the mark covers, if later days count too; else null. */
  readonly coveredUntil: string | null;
  /** Reason why the mark lapses with this version; null if it doesn't. */
  readonly lapse: CodedReason | null;
  /** Set if all published data was read from the broker. */
  readonly isFromBroker: boolean;
}

/** Decides about an account. Null keeps what was settled, because its data did not change. */
export type DecideMark = (account: RegistryAccount) => MarkDecision | null;

/** Actor of lapses, and of records read from the broker, in the audit trail. */
export const runActor = 'run';

/** Versions that marks are settled for. */
export interface SettledVersions {
  /** Version in service; null before the first. */
  readonly current: string | null;
  readonly next: string;
  /** Returns accounts and portfolios whose data differs between the two. */
  changed(): ChangedData;
}

/** Accounts by their ids, and portfolios by their slugs. */
export interface ChangedData {
  readonly accounts: readonly string[];
  readonly portfolios: readonly string[];
}

/**
 * Settles what marks cover, which lapse, and which records were read from the broker. Returns
 * a line for each lapse. Writes only if something changes. It looks only at changed data if it
 * settled the version in service, and entries and marks are as they were then. Else it looks at
 * all accounts.
 */
export async function settleMarks(
  store: Pick<RegistryStore, 'read' | 'write' | 'annotate'>,
  settle: DecideMark,
  now: Date,
  versions: SettledVersions | null = null,
): Promise<string[]> {
  const { earlier, next, found } = await store.read(async (db) => {
    const earlier = await stateOf(db);
    const noted = notedIn(earlier);
    const next = await settledNow(db, earlier, versions);
    const isSettled =
      next !== null && noted?.version === versions?.current && noted?.entries === next.entries;
    const scope = isSettled && versions !== null ? versions.changed() : null;
    return { earlier, next, found: await changesIn(db, settle, now, scope) };
  });
  if (found.length === 0) {
    const settled = next && JSON.stringify(next);
    if (settled !== earlier.settled) await store.annotate((db) => setState(db, { settled }));
    return [];
  }
  return store.write(async (db) => {
    const lines: string[] = [];
    const later = await stateOf(db);
    // A decision since then may concern any account.
    const isSame = later.revision === earlier.revision + 1;
    const changes = isSame ? found : await changesIn(db, settle, now, null);
    for (const { account, settlements, lapse, isNoted } of changes) {
      const { slug: entry, type: kind, confirmed } = account;
      const [newest] = settlements;
      await replaceRows(db, 'settlements', 'entry', [
        { entry, settlements: JSON.stringify(settlements) },
      ]);
      const change = { kind, entry, field: 'verified.track_record' };
      if (lapse) {
        const { lapsed_at, coverage } = newest;
        const to = { lapsed_at, covers: coverage?.version ?? null, why: lapse };
        await recordChange(db, { ...change, from: confirmed.track_record, to }, runActor, now);
        lines.push(`${entry}: its verified track record has lapsed, ${inEnglish(lapse)}`);
      }
      if (isNoted) {
        const [from, to] = [account.broker_since, newest.broker_since].map(
          (since) => since && { by: 'broker', at: since },
        );
        await recordChange(db, { ...change, from, to }, runActor, now);
      }
    }
    // What a run notes is no decision, but researchers see the badges that follow from it.
    const isKept = isSame && changes.every(({ isBadgeChanged }) => !isBadgeChanged);
    const settled = await settledNow(db, later, versions);
    await setState(db, {
      settled: settled && JSON.stringify(settled),
      state: isKept ? earlier.state : later.state,
    });
    return lines;
  });
}

const stateOf = (db: Pick<Transaction<Tables>, 'selectFrom'>) =>
  db.selectFrom('registry_state').selectAll().executeTakeFirstOrThrow();

const setState = (db: Transaction<Tables>, state: Partial<Tables['registry_state']>) =>
  db.updateTable('registry_state').set(state).execute();

/** Version and registry for which marks were settled last. */
interface Settled {
  readonly version: string | null;
  /** Revision of the registry at which it was so. */
  readonly revision: number;
  /** Digest of all that the rules of marks read of entries. */
  readonly entries: string;
}

const notedIn = ({ settled }: Tables['registry_state']): Settled | null =>
  JSON.parse(settled ?? 'null');

/** Returns what to note once all marks are settled. Null if no versions are named. */
async function settledNow(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  state: Tables['registry_state'],
  versions: SettledVersions | null,
): Promise<Settled | null> {
  if (versions === null) return null;
  const { revision } = state;
  const noted = notedIn(state);
  const entries = noted?.revision === revision ? noted.entries : await digestOfEntries(db);
  return { version: versions.next, revision, entries };
}

/** A note since when strangers can read an account, or a new name or key, leave it as it is. */
async function digestOfEntries(db: Pick<Transaction<Tables>, 'selectFrom'>): Promise<string> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('settlements', 'settlements.entry', 'accounts.slug')
    .select(['slug', 'type', 'account_id', 'track_record', 'track_record_version', 'entry'])
    .execute();
  return hash('sha256', JSON.stringify(sortBySlug(rows)), 'hex');
}

interface SettledAccount {
  readonly account: RegistryAccount;
  /** The new settlement, and the one that counts for other data. */
  readonly settlements: readonly [Settlement, ...Settlement[]];
  /** Reason of a lapse; null if the mark does not lapse now. */
  readonly lapse: CodedReason | null;
  /** Set if the record became one that was read from the broker, or stopped being that. */
  readonly isNoted: boolean;
  /** Set if everybody sees another badge. */
  readonly isBadgeChanged: boolean;
}

async function changesIn(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  settle: DecideMark,
  now: Date,
  scope: ChangedData | null,
): Promise<SettledAccount[]> {
  const changes: SettledAccount[] = [];
  for (const [column, keys] of [
    ['account_id', scope?.accounts ?? []],
    ['slug', scope?.portfolios ?? (await slugsIn(db))],
  ] as const) {
    // Only the accounts of one lot are in memory.
    for (const lot of chunks(keys)) {
      const read = toAccounts(await selectAccounts(db).where(column, 'in', lot).execute());
      changes.push(...read.flatMap((account) => settled(account, settle(account), now)));
    }
  }
  return changes;
}

/** Returns the slugs of all accounts and portfolios, in the order of `toAccounts`. */
async function slugsIn(db: Pick<Transaction<Tables>, 'selectFrom'>): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('slug').execute();
  return sortBySlug(rows).map(({ slug }) => slug);
}

/** Returns what is settled about an account now, or nothing if that was settled before. */
function settled(
  account: RegistryAccount,
  decision: MarkDecision | null,
  now: Date,
): SettledAccount[] {
  if (decision === null) return [];
  const { data, dataInService, isFromBroker, coverage, coveredUntil } = decision;
  const before = account.settlements;
  const mark = coverage?.mark ?? null;
  // A lapsed mark stays so, whatever data comes.
  const lapsedAt = before.find((known) => isLapsed(known, mark))?.lapsed_at ?? null;
  const lapse = lapsedAt === null ? decision.lapse : null;
  const next: Settlement = {
    data,
    coverage,
    covered_until: coveredUntil,
    lapsed_at: lapse === null ? lapsedAt : now.toISOString(),
    broker_since: isFromBroker ? (account.broker_since ?? now.toISOString()) : null,
  };
  if (coverage === null && !isFromBroker && isBlank(before[0])) return [];
  const earlier = before.filter((known) => known.data !== data);
  // Until the next version is in service everywhere, servers show what was settled for this one.
  const inService = earlier.find((known) => known.data === dataInService) ?? earlier[0];
  const settlements = [next, ...(inService ? [inService] : [])] as const;
  const isNoted = next.broker_since !== account.broker_since;
  const isSame = JSON.stringify(settlements) === JSON.stringify(before);
  const isBadgeChanged = badgeText(account, before) !== badgeText(account, settlements);
  return isSame ? [] : [{ account, settlements, lapse, isNoted, isBadgeChanged }];
}

const badgeText = ({ confirmed }: RegistryAccount, settlements: readonly Settlement[]): string =>
  JSON.stringify(newestBadge({ mark: confirmed.track_record, settlements }));

/** Tells whether nothing says that a record is confirmed. */
const isBlank = (settlement: Settlement | undefined): boolean =>
  settlement === undefined || (settlement.coverage === null && settlement.broker_since === null);

const isLapsed = ({ coverage, lapsed_at }: Settlement, mark: string | null): boolean =>
  mark !== null && coverage?.mark === mark && lapsed_at !== null;

/** Returns the version for which marks were settled last; null before the first. */
export async function settledVersion(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
): Promise<string | null> {
  return notedIn(await stateOf(db))?.version ?? null;
}
