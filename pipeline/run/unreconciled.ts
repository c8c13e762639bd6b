import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { reasons } from '../../sql/reconciliation/reasons.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';

/** Account whose printed balance differs from its entries, or whose file contradicts itself. */
export interface UnreconciledAccount {
  readonly account_id: string;
  readonly currency: string;
  readonly reported_balance: number | null;
  readonly balance: number | null;
  readonly gap: number | null;
  /** Printed sums that the rows of the same file contradict, or null. */
  readonly contradicted: string | null;
  /** Printed amounts that differ from those of its rows, newest statement first. */
  readonly figures: readonly FigureGap[];
}

interface FigureGap {
  readonly figure: string;
  readonly printed_at: string;
  readonly printed: number;
  readonly ours: number;
  readonly gap: number;
  readonly reason: string | null;
}

/** Reads every account that does not reconcile, widest gap first. */
export async function readUnreconciled(database: Database): Promise<UnreconciledAccount[]> {
  const rows = await database.rows(readSql('runs/unreconciled'));
  const accounts = rows.map((row) => ({
    account_id: String(row.account_id),
    currency: String(row.currency),
    reported_balance: numberOrNull(row.reported_balance),
    balance: numberOrNull(row.balance),
    gap: numberOrNull(row.gap),
    contradicted: row.contradicted === null ? null : String(row.contradicted),
    figures: JSON.parse(String(row.figures)),
  }));
  return widestFirst(accounts);
}

/** Sorts by the widest gap, then by id. */
const widestFirst = (accounts: readonly UnreconciledAccount[]): UnreconciledAccount[] =>
  accounts.toSorted(
    (first, second) =>
      widestGap(second) - widestGap(first) || (first.account_id < second.account_id ? -1 : 1),
  );

const widestGap = ({ gap, figures }: UnreconciledAccount): number =>
  Math.max(Math.abs(gap ?? 0), Math.abs(figures[0]?.gap ?? 0));

/** Says why an account does not reconcile, in one line. */
export const unreconciledLine = (account: UnreconciledAccount): string =>
  `${account.account_id} does not reconcile: ${reasonOf(account)}`;

// If the balance agrees to the last digit, the remaining figures are the reason.
function reasonOf(found: UnreconciledAccount): string {
  const { currency, reported_balance, balance, gap, contradicted, figures } = found;
  const hasOtherReason = contradicted !== null || figures.length > 0;
  const hasBalanceGap = gap !== null && (gap !== 0 || !hasOtherReason);
  const remaining = figures.filter(({ figure, printed }) => {
    return !(hasBalanceGap && figure === 'balance' && printed === reported_balance);
  });
  return [
    ...(hasBalanceGap
      ? [
          `its platform printed ${reported_balance} ${currency}, its trades and deposits add up to ${balance}, a gap of ${gap}${gapReason(figures.find(({ figure }) => figure === 'balance'))}`,
        ]
      : []),
    ...remaining.slice(0, 1).map((figure) => `${gapLine(figure, currency)}${gapReason(figure)}`),
    ...(remaining.length > 1
      ? [`and ${remaining.length - 1} more figures; trackrecord reconcile lists them`]
      : []),
    ...(contradicted === null
      ? []
      : [`the statement's rows contradict what it prints as ${contradicted}`]),
  ].join('; ');
}

function gapLine({ figure, printed_at, printed, ours, gap }: FigureGap, currency: string): string {
  const name = labels.get(figure)?.toLowerCase() ?? figure;
  return `its statement of ${printed_at} prints ${printed} ${currency} of ${name}, its rows give ${ours}, a gap of ${gap}`;
}

const labels = new Map(Object.entries(printedFigures).map(([name, { label }]) => [name, label]));
const reasonWords = new Map(Object.entries(reasons));

const gapReason = (found: FigureGap | undefined): string =>
  found?.reason ? ` (${reasonWords.get(found.reason) ?? found.reason})` : '';

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
