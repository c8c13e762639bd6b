import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import {
  readUnreconciled,
  type UnreconciledAccount,
  unreconciledLine,
  widestFirst,
} from './unreconciled.ts';

/** Accounts that a run warns about. It names the first few of each kind. */
export interface Warnings {
  /** Ids without a row of `accounts`, whose data waits. */
  readonly undescribed: Foremost<string>;
  /** Widest gap first. */
  readonly unreconciled: Foremost<UnreconciledAccount>;
}

/** The first few of a list, and its length. */
interface Foremost<Item> {
  readonly first: readonly Item[];
  readonly count: number;
}

const mostNamed = 5;

/** Reads what a run warns about from its database, once it has computed everything. */
export async function readWarnings(database: Database): Promise<Warnings> {
  const waiting = await database.rows(readSql('runs/undescribed_accounts'));
  return {
    undescribed: foremost(waiting.map(({ account_id }) => String(account_id))),
    unreconciled: foremost(await readUnreconciled(database)),
  };
}

/** Combines the warnings of parts of the accounts into those of one run over all. */
export function combineWarnings(parts: readonly Warnings[]): Warnings {
  const undescribed = parts.map((part) => part.undescribed);
  const unreconciled = parts.map((part) => part.unreconciled);
  return {
    undescribed: foremost(undescribed.flatMap(firstOf).toSorted(), countIn(undescribed)),
    unreconciled: foremost(widestFirst(unreconciled.flatMap(firstOf)), countIn(unreconciled)),
  };
}

/** Formats a line for each account that is named, and a line for the others of its kind. */
export function warningLines({ undescribed, unreconciled }: Warnings): string[] {
  return [
    ...linesOf(
      undescribed,
      (id) => `${id}: no row of the table accounts describes it; its data waits until one arrives`,
      'more accounts',
    ),
    ...linesOf(unreconciled, unreconciledLine, 'more accounts that do not reconcile'),
  ];
}

const foremost = <Item>(items: readonly Item[], count = items.length): Foremost<Item> => ({
  first: items.slice(0, mostNamed),
  count,
});

const firstOf = <Item>({ first }: Foremost<Item>): readonly Item[] => first;

const countIn = (lists: readonly Foremost<unknown>[]): number =>
  lists.reduce((sum, { count }) => sum + count, 0);

function linesOf<Item>(
  { first, count }: Foremost<Item>,
  format: (item: Item) => string,
  others: string,
): string[] {
  const more = count - first.length;
  return [...first.map(format), ...(more > 0 ? [`and ${more} ${others}`] : [])];
}
