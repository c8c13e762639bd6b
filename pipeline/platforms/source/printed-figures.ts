import type { PrintedFigureName } from '../../../sql/raw/printed_figures.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { divideUnits, parseDecimal, placesOf, toUnits } from '../../read/decimals.ts';
import type { SourceRows } from './source-tables.ts';

/** Printed figures by a format's own names; `12.30 (4.5%)` is two figures. */
export type FigureNames = Readonly<Record<string, readonly PrintedFigureName[]>>;

/**
 * Adds the printed figures of a statement to the rows of its account, by the format's own names. Of
 * figures with the same name the first counts.
 */
export function withPrintedFigures(
  rows: SourceRows,
  printed: ReadonlyMap<string, string>,
  names: FigureNames,
): SourceRows {
  const [account] = rows.accounts ?? [];
  if (account === undefined) return rows;
  const of = { account_id: account.account_id, statement: account.statement };
  const covered = { covered_from: firstBooked(rows), printed_at: account.updated_at };
  const figures = numbersBy(names, printed).map(([figure, value]) => ({
    ...of,
    figure,
    ...asStored(value),
    ...covered,
  }));
  return { ...rows, printed_figures: figures };
}

/** Names each printed figure that is not a number, and so is compared with nothing. */
export const unreadFigures = (
  printed: ReadonlyMap<string, string>,
  names: FigureNames,
): CodedReason[] =>
  Object.keys(names).flatMap((name) => {
    const text = printed.get(name)?.trim() ?? '';
    const numbers = numbersOf(text);
    const isRead = /^[-–—]?$/.test(text) || (numbers.length > 0 && !numbers.includes(null));
    return isRead ? [] : [makeReason('import_not_compared', { name, value: text.slice(0, 60) })];
  });

function numbersBy(
  names: FigureNames,
  printed: ReadonlyMap<string, string>,
): [PrintedFigureName, string][] {
  const values = new Map<PrintedFigureName, string>();
  for (const [name, figures] of Object.entries(names)) {
    const numbers = numbersOf(printed.get(name) ?? '');
    if (numbers.length > figures.length) continue;
    for (const [at, number] of numbers.entries()) {
      const figure = figures[at];
      if (figure !== undefined && number !== null && !values.has(figure))
        values.set(figure, number);
    }
  }
  return [...values];
}

/** The numbers of `12.30`, `12.30 (4.5%)`, `4.5% (12.30)`; null is one that cannot be read. */
function numbersOf(text: string): (string | null)[] {
  const parts = /^([^()%]+?)\s*%?\s*(?:\(([^()%]+?)\s*%?\))?$/.exec(text.trim());
  return (parts?.slice(1) ?? []).filter((part) => part !== undefined).map(parseDecimal);
}

/** Source tables hold 8 decimals; what is printed with more was a double. */
const maxDecimals = 8;

/** Workbooks fill up with zeros behind the cents, which tell of no digit. */
function asStored(printed: string): { value: string; decimals: string } {
  const value = printed.replace(/(\.\d\d\d*?)0+$/, '$1');
  const places = placesOf(value);
  if (places <= maxDecimals) return { value, decimals: String(places) };
  const rounded = divideUnits(toUnits(value, places), 10n ** BigInt(places), maxDecimals);
  return { value: rounded, decimals: String(maxDecimals) };
}

/** The first closing or booking, as it is written; empty where the account has none. */
function firstBooked({ trades = [], cash_flows = [] }: SourceRows): string {
  let first = '';
  const look = (at: string) => {
    if (first === '' || Date.parse(at) < Date.parse(first)) first = at;
  };
  for (const { closed_at } of trades) look(closed_at);
  for (const { at } of cash_flows) look(at);
  return first;
}
