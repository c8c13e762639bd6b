import { userInfo } from 'node:os';
import type { Transaction } from 'kysely';
import { recordChanges } from './audit.ts';
import { type ApplyResult, decideChanges } from './decide-changes.ts';
import { ownValues } from './entry-fields.ts';
import { subjectFields } from './fields.ts';
import { noteDecided } from './publications.ts';
import type { Registry } from './registry.ts';
import { selectAccounts, sortBySlug, toAccounts } from './rows.ts';
import type { Confirmation, RegistryAccount } from './schema.ts';
import { shareEntries, writeShares } from './share-entries.ts';
import type { Tables } from './tables.ts';
import { upsertAccounts, upsertOwners } from './upsert.ts';
import { proofs } from './words.ts';

interface ApplyOptions {
  /** Name for the audit trail. Defaults to the user that runs this process. */
  readonly actor?: string;
  readonly clock?: () => Date;
  /** Called before anything is decided. Throws if the actor may not make this change. */
  readonly admit?: (db: Transaction<Tables>) => Promise<void>;
}

/**
 * Applies every entry of the JSON in one transaction. Throws RefusedEntries, which lists all
 * faults, and changes nothing if any entry is refused.
 */
export async function applyRegistry(
  registry: Registry,
  json: unknown,
  { actor = userOfProcess(), clock = registry.clock, admit }: ApplyOptions = {},
): Promise<ApplyResult> {
  return registry.store.write(async (db) => {
    await admit?.(db);
    return applyWithin(db, json, actor, clock());
  });
}

/** Applies every entry of the JSON in a transaction of the caller. Throws RefusedEntries. */
export async function applyWithin(
  db: Transaction<Tables>,
  json: unknown,
  actor: string,
  now: Date,
): Promise<ApplyResult> {
  const { owners, accounts, shares, applied } = await decideChanges(db, json, now);
  await upsertOwners(db, owners);
  await upsertAccounts(db, accounts);
  const published = applied.changes.filter(({ field }) => field === 'published');
  const decided = new Set(published.map(({ entry }) => entry));
  await noteDecided(
    db,
    accounts.filter(({ slug }) => decided.has(slug)),
    now,
  );
  await writeShares(db, shares);
  await recordChanges(db, applied.changes, actor, now);
  return applied;
}

/** Returns what `applyRegistry` would do, or throws as it would, and changes nothing. */
export async function checkRegistry(
  registry: Registry,
  json: unknown,
  clock: () => Date = registry.clock,
): Promise<ApplyResult> {
  const { applied } = await registry.store.read((db) => decideChanges(db, json, clock()));
  return applied;
}

/** Name of the operating system's user that runs this process. */
export function userOfProcess(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Returns the registry in the format of `registry apply`, sorted by slug. Leaves out keys and
 * pictures.
 */
export async function dumpRegistry(registry: Registry) {
  return registry.store.read(async (db) => ({
    owners: sortBySlug(await db.selectFrom('owners').selectAll().execute()),
    accounts: await accountEntries(db),
  }));
}

async function accountEntries(db: Transaction<Tables>) {
  const shares = await shareEntries(db);
  const accounts = toAccounts(await selectAccounts(db).execute());
  return accounts.map((account) => ({
    ...accountEntry(account),
    shares: shares.get(account.slug) ?? [],
  }));
}

const isProved = (mark: Confirmation | null): boolean => proofs.includes(mark?.by ?? '');

function accountEntry(account: RegistryAccount) {
  const { slug, type, confirmed, lapsed_at, covered_until, members } = account;
  const verified = {
    // What was proved is left out: a file can't give it. So is a mark that has lapsed or ended,
    // since given again it would cover the version in service.
    ...(!isProved(confirmed.identity) && { identity: confirmed.identity ?? false }),
    ...(lapsed_at === null &&
      covered_until === null && { track_record: confirmed.track_record ?? false }),
  };
  return {
    slug,
    ...ownValues(subjectFields, account, type),
    ...(type === 'portfolio' && { members }),
    verified,
  };
}
