import type { Transaction } from 'kysely';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { accountsWithData } from './accounts-with-data.ts';
import { type Change, changesBetween, type State } from './changes.ts';
import { ownerPrefix } from './deletion-queue.ts';
import { derivableWords } from './derivable-words.ts';
import type { OwnerEntry, SubjectEntry } from './entries.ts';
import { leaksOf, membersRevealedBy } from './leaks.ts';
import { settledVersion } from './marks.ts';
import { mergeAccount, mergeOwner } from './merge.ts';
import { type ParsedEntry, parseRegistry } from './parse.ts';
import { RefusedEntries } from './refused-entries.ts';
import { selectAccounts, toAccounts } from './rows.ts';
import {
  type AppliedRegistry,
  conflictsOf,
  conflictsOfValidKeys,
  type ProposedEntry,
} from './rules.ts';
import type { RegistryAccount } from './schema.ts';
import { decideShares } from './share-entries.ts';
import type { Tables } from './tables.ts';

export interface ApplyResult {
  readonly owners: number;
  readonly accounts: number;
  /** Differences from the present registry, field by field. */
  readonly changes: readonly Change[];
  /** Warnings about fields that an entry hides although readers can still work them out. */
  readonly warnings: readonly string[];
}

/**
 * Decides what a file changes in the present registry, and writes nothing. Throws RefusedEntries,
 * which names everything wrong with the file.
 */
export async function decideChanges(db: Transaction<Tables>, json: unknown, now: Date) {
  const before = await storedState(db);
  const { faults, owners, accounts } = parseRegistry(json, before.accounts);
  const cuts = await cutsByAccountId(db, before.accounts);
  const inForce = { now, version: await settledVersion(db) };
  const merged = (entry: SubjectEntry): ProposedEntry => ({
    entry,
    account: mergeAccount(
      before.accounts.get(entry.slug),
      entry,
      cuts.get(entry.account_id ?? '') ?? null,
      inForce,
    ),
  });
  const proposed = accounts.map(({ place, slug, entry, validKeys, faults: parseFaults }) => ({
    place,
    slug,
    faults: parseFaults,
    entry: entry && merged(entry),
    // The slug may be the fault. Rules about it are skipped then.
    partial: validKeys && merged({ slug: '', ...validKeys }),
  }));
  const after = stateAfter(before, owners.flatMap(entryOf), proposed.flatMap(entryOf));
  const outcome = await registryAfter(db, before, after, owners, proposed, cuts, now);
  const checked = proposed.map(({ partial, ...placed }) => {
    if (placed.entry !== null) return { ...placed, faults: conflictsOf(placed.entry, outcome) };
    const conflicts = partial ? conflictsOfValidKeys(partial, outcome) : [];
    return { ...placed, faults: [...placed.faults, ...conflicts] };
  });
  const shares = await decideShares(db, proposed.flatMap(entryOf), now);
  const returning = owners.map((entry) => ({
    ...entry,
    faults: [...entry.faults, ...deletedOwner(entry.slug, before.owners, outcome.deleted)],
  }));
  const refused = [
    ...faults.map((fault) => ({ place: 'the file', faults: [fault] })),
    ...[...returning, ...checked].filter(isRefused),
    ...shares.refused,
  ];
  if (refused.length > 0) throw new RefusedEntries(refused);
  return {
    owners: owners.flatMap(entryOf).flatMap(({ slug }) => after.owners.get(slug) ?? []),
    accounts: proposed.flatMap(entryOf).map(({ account }) => account),
    shares,
    applied: {
      owners: owners.length,
      accounts: accounts.length,
      changes: [...changesBetween(before, after), ...shares.changes],
      warnings: [
        ...proposed.flatMap(warningsOf),
        ...warningsOfMembers(after.accounts, proposed.flatMap(entryOf)),
      ],
    },
  };
}

/** Returns a fault if a new owner has the slug of one whose data a run has yet to remove. */
const deletedOwner = (
  slug: string | null,
  owners: State['owners'],
  deleted: AppliedRegistry['deleted'],
): CodedReason[] =>
  slug !== null && !owners.has(slug) && deleted.has(`${ownerPrefix}${slug}`)
    ? [makeReason('registry_owner_being_deleted')]
    : [];

const isRefused = ({ faults }: ParsedEntry<unknown>) => faults.length > 0;

const entryOf = <Value>({ entry }: ParsedEntry<Value>): Value[] => (entry === null ? [] : [entry]);

function warningsOf({ place, entry }: ParsedEntry<ProposedEntry>): string[] {
  const open = leaksOf(entry?.account.hide ?? []).map(
    ({ hidden, shown, derivable }) =>
      `${hidden} is hidden, but ${shown.join(' and ')} tells ${derivableWords[derivable]}`,
  );
  return open.length === 0 ? [] : [`${place}: ${open.join('; ')}`];
}

/**
 * Returns warnings about published portfolios that reveal private members, if the file touches
 * either.
 */
function warningsOfMembers(
  accounts: ReadonlyMap<string, RegistryAccount>,
  proposed: readonly ProposedEntry[],
): string[] {
  const touched = new Set(proposed.map(({ entry }) => entry.slug));
  return [...accounts.values()]
    .filter(({ slug, members }) => [slug, ...members].some((entry) => touched.has(entry)))
    .flatMap((portfolio) => {
      const revealed = membersRevealedBy(
        portfolio,
        (slug) => accounts.get(slug)?.published === true,
      );
      return revealed.length === 0 ? [] : [`portfolio ${portfolio.slug}: ${revealed.join('; ')}`];
    });
}

async function storedState(db: Transaction<Tables>): Promise<State> {
  const owners = await db.selectFrom('owners').selectAll().execute();
  const accounts = toAccounts(await selectAccounts(db).execute());
  return { owners: bySlug(owners), accounts: bySlug(accounts) };
}

/** Returns the newest history cut of each account, even if its entry is gone. */
async function cutsByAccountId(
  db: Transaction<Tables>,
  accounts: State['accounts'],
): Promise<Map<string, string>> {
  const remembered = await db.selectFrom('history_cuts').selectAll().execute();
  const cuts = new Map<string, string>();
  for (const { account_id, history_cut_at } of [...remembered, ...accounts.values()]) {
    if (account_id === null || history_cut_at === null) continue;
    if (history_cut_at > (cuts.get(account_id) ?? '')) cuts.set(account_id, history_cut_at);
  }
  return cuts;
}

const bySlug = <SubjectEntry extends { readonly slug: string }>(entries: readonly SubjectEntry[]) =>
  new Map(entries.map((entry) => [entry.slug, entry]));

function stateAfter(
  before: State,
  owners: readonly OwnerEntry[],
  proposed: readonly ProposedEntry[],
): State {
  const merged = owners.map((entry) => mergeOwner(before.owners.get(entry.slug), entry));
  return {
    owners: new Map([...before.owners, ...bySlug(merged)]),
    accounts: new Map([...before.accounts, ...bySlug(proposed.map(({ account }) => account))]),
  };
}

async function registryAfter(
  db: Transaction<Tables>,
  before: State,
  after: State,
  owners: readonly ParsedEntry<unknown>[],
  proposed: readonly ParsedEntry<ProposedEntry>[],
  cuts: ReadonlyMap<string, string>,
  now: Date,
): Promise<AppliedRegistry> {
  const firstUses = await db.selectFrom('used_slugs').selectAll().execute();
  const deleted = await db.selectFrom('deletions').select('id').where('id', '<>', '').execute();
  const inFile = proposed.flatMap(entryOf).map(({ account }) => account);
  const usesInFile = new Map(firstUses.map(({ slug, account_id }) => [slug, account_id]));
  const formerIds = inFile.flatMap(({ slug }) => usesInFile.get(slug) ?? []);
  const slugsInFile = new Set(inFile.map(({ slug }) => slug));
  const stored = [...before.accounts.values()];
  const untouched = stored.filter(({ slug }) => !slugsInFile.has(slug));
  const slugOf = ({ slug }: { readonly slug: string | null }) => (slug === null ? [] : [slug]);
  return {
    owners: new Set([...before.owners.keys(), ...owners.flatMap(slugOf)]),
    accounts: after.accounts,
    firstUses: new Map(firstUses.map((use) => [use.slug, use])),
    slugsByAccountId: new Map(
      [...inFile.toReversed(), ...untouched].flatMap(({ account_id, slug }) =>
        account_id === null ? [] : [[account_id, slug]],
      ),
    ),
    withData: await accountsWithData(db, formerIds),
    cutsByAccountId: cuts,
    deleted: new Set(deleted.map(({ id }) => id)),
    portfoliosByMember: byMember(untouched),
    refused: new Set(proposed.filter(({ entry }) => entry === null).flatMap(slugOf)),
    now,
  };
}

function byMember(accounts: readonly RegistryAccount[]): Map<string, RegistryAccount[]> {
  const portfolios = new Map<string, RegistryAccount[]>();
  for (const account of accounts) {
    for (const member of account.members) {
      portfolios.set(member, [...(portfolios.get(member) ?? []), account]);
    }
  }
  return portfolios;
}
