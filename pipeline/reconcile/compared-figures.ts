import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';

/** Figure that a statement prints, with ours. */
export interface ComparedFigure {
  readonly account_id: string;
  /** Null where the platform reported a balance in other ways than by a statement. */
  readonly statement: string | null;
  readonly covered_from: string | null;
  readonly printed_at: string;
  readonly figure: string;
  readonly printed: number;
  readonly ours: number | null;
  readonly gap: number | null;
  readonly agrees: boolean | null;
  readonly reason: string | null;
  readonly is_money: boolean;
  /** Decimals of the printed number. */
  readonly decimals: number;
}

/**
 * Reads the comparison of one account, or of all, from a database with the view `reconciliation`.
 */
export async function readCompared(
  database: Database,
  accountId: string | null,
): Promise<ComparedFigure[]> {
  const rows = await database.rows(readSql('runs/reconcile'), { account_id: accountId });
  return rows.map(({ compared }) => JSON.parse(String(compared)));
}

/** Returns true for a printed sum of money that the rows contradict. */
export const isGapInMoney = ({ agrees, is_money }: ComparedFigure): boolean =>
  is_money && agrees === false;
