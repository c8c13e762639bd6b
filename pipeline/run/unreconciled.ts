import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { reasons } from '../../sql/reconciliation/reasons.ts';
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
  /** Money that its statements print otherwise than its rows give, of the newest first. */
  readonly figures: readonly FigureOff[];
}

interface FigureOff {
  readonly figure: string;
  readonly printed_at: string;
  readonly printed: number;
  readonly ours: number;
  readonly gap: number;
  readonly reason: string | null;
}

const shownAccounts = 5;

/** Every account that does not reconcile, the widest gap first. */
export async function readUnreconciled(database: Database): Promise<Unreconciled[]> {
  const rows = await database.rows(readSql('runs/unreconciled'));
  return rows.map((row) => ({
    account_id: String(row.account_id),
    currency: String(row.currency),
    reported_balance: numberOrNull(row.reported_balance),
    balance: numberOrNull(row.balance),
    gap: numberOrNull(row.gap),
    contradicted: row.contradicted === null ? null : String(row.contradicted),
    figures: JSON.parse(String(row.figures)),
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
  const { currency, reported_balance, balance, gap, contradicted, figures } = found;
  const isOtherwise = contradicted !== null || figures.length > 0;
  const isOff = gap !== null && (gap !== 0 || !isOtherwise);
  const remaining = figures.filter(({ figure, printed }) => {
    return !(isOff && figure === 'balance' && printed === reported_balance);
  });
  return [
    ...(isOff
      ? [
          `its platform printed ${reported_balance} ${currency}, its bookings add up to ${balance}, a gap of ${gap}${because(figures.find(({ figure }) => figure === 'balance'))}`,
        ]
      : []),
    ...remaining.slice(0, 1).map((figure) => `${offLine(figure, currency)}${because(figure)}`),
    ...(remaining.length > 1
      ? [`and ${remaining.length - 1} figures more, which reconcile tells`]
      : []),
    ...(contradicted === null
      ? []
      : [`the rows of its statement contradict what it prints of ${contradicted}`]),
  ].join('; ');
}

function offLine({ figure, printed_at, printed, ours, gap }: FigureOff, currency: string): string {
  const name = labels.get(figure)?.toLowerCase() ?? figure;
  return `its statement of ${printed_at} prints ${printed} ${currency} of ${name}, its rows give ${ours}, a gap of ${gap}`;
}

const labels = new Map(Object.entries(printedFigures).map(([name, { label }]) => [name, label]));
const words = new Map(Object.entries(reasons));

const because = (off: FigureOff | undefined): string =>
  off?.reason ? ` (${words.get(off.reason) ?? off.reason})` : '';

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
