import type { JsonText } from '../base/json-text.ts';

/** Columns of a trade, with the fields of a deal or position that hold them. */
const columns: readonly (readonly [column: string, ...fields: string[]])[] = [
  ['ticket', 'ticket'],
  ['symbol', 'symbol'],
  ['volume', 'volume', 'lots'],
  ['open_price', 'price', 'open_price'],
  ['close_price', 'price', 'close_price'],
  ['profit', 'profit'],
  ['commission', 'commission'],
  ['swap', 'swap'],
  ['stop_loss', 'sl'],
  ['take_profit', 'tp'],
  ['comment', 'comment'],
  ['magic_number', 'magic'],
];

/**
 * Makes the columns of a trade that opens and closes at the times of a deal, from the deal's
 * fields. A deal that is no trade has no symbol.
 */
export function tradeCells(
  fields: ReadonlyMap<string, JsonText>,
  accountId: string,
): ReadonlyMap<string, JsonText> {
  const type = fields.get('type');
  const isTrade = type === '0' || type === '1';
  const trade = new Map<string, JsonText>([['account_id', JSON.stringify(accountId)]]);
  for (const [column, first, second = first] of columns) {
    const value = fields.get(first ?? '') ?? fields.get(second ?? '');
    if (value !== undefined) trade.set(column, value);
  }
  if (!isTrade) trade.set('symbol', '"-"').set('volume', '1');
  const opened = instantOf(fields.get('open_time') ?? fields.get('time'));
  const closed = fields.get('close_time');
  trade.set('side', '"buy"').set('opened_at', opened);
  return trade.set('closed_at', closed === undefined ? opened : instantOf(closed));
}

const instantOf = (seconds: JsonText | undefined): JsonText =>
  `"${new Date(Number(seconds) * 1000).toISOString()}"`;

/** Makes the line of a source file that has these columns. */
export const lineOfCells = (cells: ReadonlyMap<string, JsonText>): string =>
  `{${[...cells].map(([name, value]) => `"${name}":${value}`).join(',')}}`;
