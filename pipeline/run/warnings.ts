import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { readUnreconciled, type UnreconciledAccount, unreconciledLine } from './unreconciled.ts';

/** Accounts that a run warns about. It names the first few of each kind. */
export interface Warnings {
  /** Ids without a row of `accounts`, whose data waits. */
  readonly undescribed: Foremost<string>;
  /** Ids of loaded accounts that no entry of the registry names. */
  readonly unregistered: Foremost<string>;
  /** Entries of the registry without any data. */
  readonly unloaded: Foremost<EntryWithoutData>;
  /** Widest gap first. */
  readonly unreconciled: Foremost<UnreconciledAccount>;
}

interface EntryWithoutData {
  readonly slug: string;
  readonly account_id: string;
}

/** The first few of a list, and its length. */
interface Foremost<Item> {
  readonly first: readonly Item[];
  readonly count: number;
}

const mostNamed = 5;

/**
 * Reads what a run warns about from its database or the warehouse, once everything is computed.
 * Names `most` of each kind.
 */
export async function readWarnings(database: Database, most = mostNamed): Promise<Warnings> {
  const waiting = await database.rows(readSql('runs/undescribed_accounts'));
  const undescribed = waiting.map(({ account_id }) => String(account_id));
  const unmatched = await database.rows('from unmatched_accounts order by slug, account_id');
  const withoutEntry = unmatched.filter(({ slug }) => slug === null);
  const withoutData = unmatched.flatMap(({ slug, account_id }) =>
    slug === null || undescribed.includes(String(account_id))
      ? []
      : [{ slug: String(slug), account_id: String(account_id) }],
  );
  return {
    undescribed: foremost(undescribed, most),
    unregistered: foremost(
      withoutEntry.map(({ account_id }) => String(account_id)),
      most,
    ),
    unloaded: foremost(withoutData, most),
    unreconciled: foremost(await readUnreconciled(database), most),
  };
}

/** Formats a line for each account that is named, and a line for the others of its kind. */
export function warningLines(warnings: Warnings): string[] {
  const { undescribed, unregistered, unloaded, unreconciled } = warnings;
  return [
    ...linesOf(
      undescribed,
      (id) => `${id}: no row of the table accounts describes it; its data waits until one arrives`,
      'more accounts',
    ),
    ...linesOf(
      unregistered,
      (id) =>
        `${id}: was loaded, but no entry of the registry has this account_id, so nobody sees it; add an entry, or correct the one that mistypes it`,
      'more loaded accounts without an entry',
    ),
    ...linesOf(
      unloaded,
      ({ slug, account_id }) =>
        `entry ${slug}: no data of account_id ${account_id} was ever loaded; correct the account_id if it is mistyped`,
      'more entries without data',
    ),
    ...linesOf(unreconciled, unreconciledLine, 'more accounts that do not reconcile'),
  ];
}

const foremost = <Item>(items: readonly Item[], most: number): Foremost<Item> => ({
  first: items.slice(0, most),
  count: items.length,
});

function linesOf<Item>(
  { first, count }: Foremost<Item>,
  format: (item: Item) => string,
  others: string,
): string[] {
  const more = count - first.length;
  return [...first.map(format), ...(more > 0 ? [`and ${more} ${others}`] : [])];
}
