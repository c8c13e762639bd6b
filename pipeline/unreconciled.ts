import type { Database } from './duckdb/database.ts';
import { readSql } from './duckdb/sql-files.ts';

/** An account whose printed balance is not what its bookings add up to. */
export interface Unreconciled {
  readonly account_id: string;
  readonly currency: string;
  readonly reported_balance: number;
  readonly balance: number;
  readonly gap: number;
}

const shownAccounts = 5;

/** Every account that does not reconcile, the widest gap first; none where the marts are older than that. */
export async function readUnreconciled(database: Database): Promise<Unreconciled[]> {
  const [known] = await database.rows(`select 1 from duckdb_columns()
    where database_name = current_database() and table_name = 'summary'
      and column_name = 'reconciled'`);
  if (!known) return [];
  const rows = await database.rows(readSql('runs/unreconciled'));
  return rows.map(({ account_id, currency, reported_balance, balance, gap }) => ({
    account_id: String(account_id),
    currency: String(currency),
    reported_balance: Number(reported_balance),
    balance: Number(balance),
    gap: Number(gap),
  }));
}

/** A line for each of them, and one for those beyond `most`. */
export function unreconciledLines(found: readonly Unreconciled[], most = shownAccounts): string[] {
  const lines = found.map(
    ({ account_id, currency, reported_balance, balance, gap }) =>
      `${account_id} does not reconcile: its platform printed ${reported_balance} ${currency}, its bookings add up to ${balance}, a gap of ${gap}`,
  );
  const more = lines.length - most;
  return more > 0
    ? [...lines.slice(0, most), `and ${more} accounts more that do not reconcile`]
    : lines;
}
