import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';

/** An account whose printed balance is not what its bookings add up to, or whose file contradicts itself. */
export interface Unreconciled {
  readonly account_id: string;
  readonly currency: string;
  readonly reported_balance: number | null;
  readonly balance: number | null;
  readonly gap: number | null;
  /** The printed sums that the rows of the same file contradict. */
  readonly contradicted: string | null;
}

const shownAccounts = 5;

/** Every account that does not reconcile, the widest gap first; none where the marts are older than that. */
export async function readUnreconciled(database: Database): Promise<Unreconciled[]> {
  const rows = await database.rows(readSql('runs/unreconciled')).catch((error: unknown) => {
    if (error instanceof Error && /^(?:Binder|Catalog) Error/.test(error.message)) return [];
    throw error;
  });
  return rows.map(({ account_id, currency, reported_balance, balance, gap, contradicted }) => ({
    account_id: String(account_id),
    currency: String(currency),
    reported_balance: numberOrNull(reported_balance),
    balance: numberOrNull(balance),
    gap: numberOrNull(gap),
    contradicted: contradicted === null ? null : String(contradicted),
  }));
}

/** A line for each of them, and one for those beyond `max`. */
export function unreconciledLines(found: readonly Unreconciled[], max = shownAccounts): string[] {
  const lines = found.map((each) => `${each.account_id} does not reconcile: ${reasonOf(each)}`);
  const more = lines.length - max;
  return more > 0
    ? [...lines.slice(0, max), `and ${more} accounts more that do not reconcile`]
    : lines;
}

// Where the balance agrees to the last digit, the rest says why it does not reconcile.
function reasonOf(found: Unreconciled): string {
  const { currency, reported_balance, balance, gap, contradicted } = found;
  const isOff = gap !== null && (gap !== 0 || contradicted === null);
  return [
    ...(isOff
      ? [
          `its platform printed ${reported_balance} ${currency}, its bookings add up to ${balance}, a gap of ${gap}`,
        ]
      : []),
    ...(contradicted === null
      ? []
      : [`the rows of its statement contradict what it prints of ${contradicted}`]),
  ].join('; ');
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
