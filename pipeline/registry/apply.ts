import type { Transaction } from 'kysely';
import { CommandError } from '../errors.ts';
import { leaksOf, membersToldBy } from './leaks.ts';
import { type Placed, parseRegistry } from './parse.ts';
import type { Registry } from './registry.ts';
import { selectAccounts, toAccounts } from './rows.ts';
import { conflictsOf, type Entry, type Known, knownOf, type Outcome } from './rules.ts';
import type { Tables } from './schema.ts';
import { upsertAccounts, upsertOwners } from './upsert.ts';

export interface Applied {
  readonly owners: number;
  readonly accounts: number;
  /** What stays derivable although an entry of the file hides it. */
  readonly warnings: readonly string[];
}

/** Puts every entry of the JSON in force at once, or names all that is wrong with it and changes nothing. */
export async function applyRegistry(
  registry: Registry,
  json: unknown,
  clock: () => Date = registry.clock,
): Promise<Applied> {
  const { faults, owners, accounts } = parseRegistry(json);
  refuse(faults.map((fault) => `the file: ${fault}`));

  await registry.store.write(async (db) => {
    const outcome = await foresee(db, owners, accounts);
    const judged = accounts.map((placed) =>
      placed.entry === null ? placed : { ...placed, faults: conflictsOf(placed.entry, outcome) },
    );
    refuse([...owners, ...judged].filter(isRefused).map(lineOf));
    await upsertOwners(db, owners.flatMap(entryOf));
    await upsertAccounts(db, accounts.flatMap(entryOf), clock());
  });
  return {
    owners: owners.length,
    accounts: accounts.length,
    warnings: [...accounts.flatMap(warningsOf), ...(await warningsOfMembers(registry, accounts))],
  };
}

const isRefused = ({ faults }: Placed<unknown>) => faults.length > 0;

const entryOf = <Value>({ entry }: Placed<Value>): Value[] => (entry === null ? [] : [entry]);

const lineOf = ({ place, faults }: Placed<unknown>) => `${place}: ${faults.join('; ')}`;

function refuse(lines: readonly string[]): void {
  if (lines.length === 0) return;
  throw new CommandError(lines.map((line) => `refused, nothing applied: ${line}`).join('\n'));
}

function warningsOf({ place, entry }: Placed<Entry>): string[] {
  const open = leaksOf(entry?.hide ?? []).map(
    ({ hidden, shown, derivable }) =>
      `${hidden} is hidden, but ${shown.join(' and ')} tells ${derivable}`,
  );
  return open.length === 0 ? [] : [`${place}: ${open.join('; ')}`];
}

/** What published portfolios tell of private members, where the file has to do with either. */
async function warningsOfMembers(
  registry: Registry,
  entries: readonly Placed<Entry>[],
): Promise<string[]> {
  const touched = new Set(entries.flatMap(entryOf).map(({ slug }) => slug));
  const accounts = await registry.accounts();
  const published = new Set(accounts.filter((one) => one.published).map(({ slug }) => slug));
  return accounts
    .filter(({ slug, members }) => [slug, ...members].some((one) => touched.has(one)))
    .flatMap((portfolio) => {
      const told = membersToldBy(portfolio, (slug) => published.has(slug));
      return told.length === 0 ? [] : [`portfolio ${portfolio.slug}: ${told.join('; ')}`];
    });
}

async function foresee(
  db: Transaction<Tables>,
  owners: readonly Placed<unknown>[],
  entries: readonly Placed<Entry>[],
): Promise<Outcome> {
  const stored = toAccounts(await selectAccounts(db).execute());
  const storedOwners = await db.selectFrom('owners').select('slug').execute();
  const firstUses = await db.selectFrom('used_slugs').selectAll().execute();
  const inFile = entries.flatMap(entryOf).map(knownOf);
  const slugsInFile = new Set(inFile.map(({ slug }) => slug));
  const untouched = stored.filter(({ slug }) => !slugsInFile.has(slug));
  const slugOf = ({ slug }: { readonly slug: string | null }) => (slug === null ? [] : [slug]);
  return {
    owners: new Set([...storedOwners, ...owners].flatMap(slugOf)),
    accounts: new Map([...stored, ...inFile].map((account) => [account.slug, account])),
    firstUses: new Map(firstUses.map((use) => [use.slug, use])),
    slugsByAccountId: new Map(
      [...inFile.toReversed(), ...stored].flatMap(({ account_id, slug }) =>
        account_id === null ? [] : [[account_id, slug]],
      ),
    ),
    portfoliosByMember: byMember(untouched),
    refused: new Set(entries.filter(({ entry }) => entry === null).flatMap(slugOf)),
  };
}

function byMember(accounts: readonly Known[]): Map<string, Known[]> {
  const portfolios = new Map<string, Known[]>();
  for (const account of accounts) {
    for (const member of account.members) {
      portfolios.set(member, [...(portfolios.get(member) ?? []), account]);
    }
  }
  return portfolios;
}
