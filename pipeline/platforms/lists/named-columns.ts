import type { ListField, ListHeadings } from './list-form.ts';

/** Names of columns in lower case, by field. */
export type ColumnNames = Readonly<Partial<Record<ListField, RegExp>>>;

/** Columns that lists of trades have in common, by what sites call them; others are their own. */
export const orderColumns: ColumnNames = {
  ticket: /^ticket$/,
  symbol: /^symbol$/,
  volume: /^(units\/lots|lots|units|volume)$/,
  stop_loss: /^(sl|s\/l|stop loss)( ?\(price\))?$/,
  take_profit: /^(tp|t\/p|take profit)( ?\(price\))?$/,
  open_price: /^open price$/,
  close_price: /^close price$/,
  commission: /^commission$/,
  swap: /^(swap|interest)$/,
  comment: /^(order )?comment$/,
  magic_number: /^magic( number)?$/,
};

/**
 * Reads a row as headings. Of columns with the same name the first counts. Undefined if a required
 * one is missing.
 */
export function headingsIn(
  columns: ColumnNames,
  needed: readonly ListField[],
  headings: readonly string[],
): ListHeadings | undefined {
  const places = new Map<ListField, number>();
  for (const [at, heading] of headings.entries()) {
    const name = heading.toLowerCase();
    for (const [field, names] of Object.entries(columns) as [ListField, RegExp][]) {
      if (names.test(name) && !places.has(field)) places.set(field, at);
    }
  }
  return needed.every((field) => places.has(field)) ? { places, columns: headings } : undefined;
}
