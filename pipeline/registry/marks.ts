import type { Transaction } from 'kysely';
import { type SourceName, sourceNames } from '../../sql/raw/source_names.ts';
import { type CodedReason, inEnglish } from '../base/reasons/reason.ts';
import { recordChange } from './audit.ts';
import { chunks } from './chunks.ts';
import { markText, selectAccounts, sortBySlug, toAccounts } from './rows.ts';
import type { RegistryAccount } from './schema.ts';
import type { RegistryStore } from './store.ts';
import { replaceRows } from './table-rows.ts';
import type { Tables } from './tables.ts';

/** Kinds of data that a mark covers. */
export const coveredKinds = ['bookings', 'account', 'equity', 'positions', 'figures'] as const;

export type CoveredKind = (typeof coveredKinds)[number];

/** Sources of data by its kind. */
export type SourcesByKind = Readonly<Record<CoveredKind, readonly SourceName[]>>;

/**
 * Version and sources that the mark of a track record covers. They count for the mark that it
 * names, and for no later one.
 */
export interface Coverage {
  readonly mark: string;
  /** Version in service when the mark was given. */
  readonly version: string;
  /** Sources of the data of that version. */
  readonly sources: SourcesByKind;
  /** Reason why the mark lapses with the next version; null if it doesn't. */
  readonly lapse: CodedReason | null;
}

/** Decision of a run about one account or portfolio. */
export interface MarkDecision {
  /** Null without a mark, or if nothing is published yet. */
  readonly coverage: Coverage | null;
  /** Set if all published data was read from the broker. */
  readonly isFromBroker: boolean;
}

/** Decides about a marked account; `before` is what its mark covers so far. */
export type DecideMark = (account: RegistryAccount, before: Coverage | null) => MarkDecision;

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
 * Notes what marks cover, which of them lapse, and which records were read from the broker. Returns
 * a line for each lapse. Writes only if something changes. It looks at all accounts, or only at
 * changed data if it settled the version in service and no decision came since.
 */
export async function settleMarks(
  store: Pick<RegistryStore, 'read' | 'write' | 'annotate'>,
  settle: DecideMark,
  now: Date,
  versions: SettledVersions | null = null,
): Promise<string[]> {
  const { earlier, isDue, scope } = await store.read(async (db) => {
    const earlier = await stateOf(db);
    const { revision, settled } = earlier;
    const isSettled = versions !== null && settled === settledText(versions.current, revision);
    const scope = isSettled ? versions.changed() : null;
    return { earlier, scope, isDue: (await changesIn(db, settle, now, scope)).length > 0 };
  });
  const settledAt = (revision: number) => versions && settledText(versions.next, revision);
  if (!isDue) {
    const settled = settledAt(earlier.revision);
    if (settled !== earlier.settled) await store.annotate((db) => setState(db, { settled }));
    return [];
  }
  return store.write(async (db) => {
    const lines: string[] = [];
    const { revision, state } = await stateOf(db);
    // A decision since then may concern any account.
    const isSame = revision === earlier.revision + 1;
    const changes = await changesIn(db, settle, now, isSame ? scope : null);
    for (const { account, row, lapse, isNoted } of changes) {
      await replaceRows(db, 'coverage', 'entry', [row]);
      const { slug: entry, type: kind, confirmed } = account;
      const change = { kind, entry, field: 'verified.track_record' };
      if (lapse) {
        const to = { lapsed_at: row.lapsed_at, covers: row.version, why: lapse };
        await recordChange(db, { ...change, from: confirmed.track_record, to }, runActor, now);
        lines.push(`${entry}: its verified track record has lapsed, ${inEnglish(lapse)}`);
      }
      if (isNoted) {
        const [from, to] = [account.broker_since, row.broker_since].map(
          (since) => since && { by: 'broker', at: since },
        );
        await recordChange(db, { ...change, from, to }, runActor, now);
      }
    }
    // What a run notes is no decision.
    await setState(db, { settled: settledAt(revision), state: isSame ? earlier.state : state });
    return lines;
  });
}

const stateOf = (db: Pick<Transaction<Tables>, 'selectFrom'>) =>
  db.selectFrom('registry_state').selectAll().executeTakeFirstOrThrow();

const setState = (db: Transaction<Tables>, state: Partial<Tables['registry_state']>) =>
  db.updateTable('registry_state').set(state).execute();

const settledText = (version: string | null, revision: number): string => `${version} ${revision}`;

interface CoverageChange {
  readonly account: RegistryAccount;
  readonly row: Tables['coverage'];
  /** Reason of a lapse; null if the mark does not lapse now. */
  readonly lapse: CodedReason | null;
  /** Set if the record became one that was read from the broker, or stopped being that. */
  readonly isNoted: boolean;
}

async function changesIn(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  settle: DecideMark,
  now: Date,
  scope: ChangedData | null,
): Promise<CoverageChange[]> {
  const changes: CoverageChange[] = [];
  for (const [column, keys] of [
    ['account_id', scope?.accounts ?? []],
    ['slug', scope?.portfolios ?? (await slugsIn(db))],
  ] as const) {
    // Only the accounts of one lot are in memory.
    for (const lot of chunks(keys)) {
      const read = toAccounts(await selectAccounts(db).where(column, 'in', lot).execute());
      changes.push(...changesOf(read, await coverageRows(db, read), settle, now));
    }
  }
  return changes;
}

/** Returns the slugs of all accounts and portfolios, in the order of `toAccounts`. */
async function slugsIn(db: Pick<Transaction<Tables>, 'selectFrom'>): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('slug').execute();
  return sortBySlug(rows).map(({ slug }) => slug);
}

async function coverageRows(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  accounts: readonly RegistryAccount[],
): Promise<ReadonlyMap<string, Tables['coverage']>> {
  const slugs = accounts.map(({ slug }) => slug);
  if (slugs.length === 0) return new Map();
  const rows = await db.selectFrom('coverage').selectAll().where('entry', 'in', slugs).execute();
  return new Map(rows.map((row) => [row.entry, row]));
}

function changesOf(
  accounts: readonly RegistryAccount[],
  rows: ReadonlyMap<string, Tables['coverage']>,
  settle: DecideMark,
  now: Date,
): CoverageChange[] {
  return accounts.flatMap((account) => {
    const mark = account.confirmed.track_record;
    const row = rows.get(account.slug);
    const isSame = mark !== null && row !== undefined && row.mark === markText(mark);
    const before = isSame && row.mark !== null ? coverageOf(row) : null;
    const { coverage, isFromBroker } = settle(account, before);
    const lapsedAt = isSame ? row.lapsed_at : null;
    const lapse = lapsedAt === null ? (coverage?.lapse ?? null) : null;
    const next: Tables['coverage'] = {
      entry: account.slug,
      mark: coverage?.mark ?? null,
      version: coverage?.version ?? null,
      sources: coverage ? JSON.stringify(coverage.sources) : '',
      lapsed_at: lapse === null ? lapsedAt : now.toISOString(),
      broker_since: isFromBroker ? (account.broker_since ?? now.toISOString()) : null,
    };
    const isNoted = next.broker_since !== account.broker_since;
    const isChanged =
      isNoted ||
      lapse !== null ||
      next.mark !== (row?.mark ?? null) ||
      (mark === null && row?.mark);
    return isChanged ? [{ account, row: next, lapse, isNoted }] : [];
  });
}

const coverageOf = ({ mark, version, sources }: Tables['coverage']): Coverage => ({
  mark: mark ?? '',
  version: version ?? '',
  sources: sourcesByKind(JSON.parse(sources || '{}')),
  lapse: null,
});

/** Picks the known sources of each kind from a JSON value. */
export function sourcesByKind(value: unknown): SourcesByKind {
  const found = new Map<string, unknown>(Object.entries(value ?? {}));
  const of = (kind: CoveredKind): SourceName[] => {
    const listed = found.get(kind);
    return sourceNames.filter((name) => Array.isArray(listed) && listed.includes(name));
  };
  return {
    bookings: of('bookings'),
    account: of('account'),
    equity: of('equity'),
    positions: of('positions'),
    figures: of('figures'),
  };
}
