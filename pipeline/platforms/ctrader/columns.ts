import type { Headings } from '../source/cells.ts';

/** Field of a statement's column. */
export type Field =
  | 'ticket'
  | 'position'
  | 'order'
  | 'symbol'
  | 'opening direction'
  | 'closing direction'
  | 'opened'
  | 'closed'
  | 'entry'
  | 'exit'
  | 'quantity'
  | 'volume'
  | 'lot size'
  | 'commission'
  | 'swap'
  | 'gross'
  | 'net'
  | 'balance'
  | 'take profit'
  | 'stop loss'
  | 'comment';

/**
 * Names of columns in lower case, without currency and offset. Traders choose which are exported.
 */
const names: readonly { field: Field; pattern: RegExp }[] = [
  { field: 'ticket', pattern: /^((clos(ing|e) )?deal( id)?|trade id|ticket|id)$/ },
  { field: 'position', pattern: /^(position id|position)$/ },
  { field: 'order', pattern: /^(clos(ing|e) )?order id$/ },
  { field: 'symbol', pattern: /^symbol$/ },
  { field: 'closing direction', pattern: /^clos(ing|e) (direction|side)$/ },
  { field: 'opening direction', pattern: /^((open(ing)? )?(direction|side)|direction|side)$/ },
  { field: 'opened', pattern: /^((open(ing)?|entry|creat(ed|ion)) (time|date)|created|opened)$/ },
  { field: 'closed', pattern: /^((clos(ing|e)|exit) time|closed)$/ },
  { field: 'entry', pattern: /^(entry|open(ing)?)( price)?$/ },
  { field: 'exit', pattern: /^(exit|clos(ing|e)) price$/ },
  { field: 'quantity', pattern: /^((clos(ing|e|ed) )?quantity)$/ },
  { field: 'volume', pattern: /^((clos(ing|e|ed) )?volume)$/ },
  { field: 'lot size', pattern: /^(lot|contract) size$/ },
  { field: 'commission', pattern: /^commissions?$/ },
  { field: 'swap', pattern: /^swaps?$/ },
  { field: 'gross', pattern: /^gross( profit| p&l)?$/ },
  { field: 'net', pattern: /^(unr(\.|eali[sz]ed) )?net( profit| p&l)?$/ },
  { field: 'balance', pattern: /^balance$/ },
  { field: 'take profit', pattern: /^(tp|t\/p|take profit)$/ },
  { field: 'stop loss', pattern: /^(sl|s\/l|stop loss)$/ },
  { field: 'comment', pattern: /^(comment|label)$/ },
];

const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

export interface CtraderHeading extends Headings<Field> {
  /** Currency of the amounts; empty if it is not named, as a dollar sign names no currency. */
  currency: string;
  /** Lead of the clock over UTC, in milliseconds; null if it is not named. */
  offset: number | null;
}

/** Reads a row as the headings of a table; returns undefined if it is another row. */
export function readHeading(texts: readonly string[]): CtraderHeading | undefined {
  // Most rows are not headings, so they are sorted out at once.
  if (!texts.some((text) => /symbol/i.test(text))) return undefined;
  const places = new Map<Field, number>();
  let currency = '';
  let offset: number | null = null;
  for (const [at, text] of texts.entries()) {
    const zone = /\(UTC\s*([+-]\d{1,2})(?::?(\d\d))?\)/i.exec(text);
    if (zone) {
      const hours = Number(zone[1]);
      const minutes = Number(zone[2] ?? 0) * (zone[1]?.startsWith('-') ? -1 : 1);
      offset = (hours * 60 + minutes) * 60_000;
    }
    const plain = text.replace(/\s*\((UTC|GMT)[^)]*\)/i, '').trim();
    const amount =
      /^((?:unr(?:\.|eali[sz]ed) )?net|gross|balance|commissions?|swaps?)(?: (?:profit|p&l))? \(?([A-Z]{3,5}|[€£$¥])\)?$/i.exec(
        plain,
      );
    const printed = amount?.[2] ?? '';
    if (printed !== '') currency ||= signs[printed] ?? (/^[A-Z]+$/.test(printed) ? printed : '');
    const name = (amount?.[1] ?? plain).toLowerCase();
    const field = names.find(({ pattern }) => pattern.test(name))?.field;
    if (field !== undefined && !places.has(field)) places.set(field, at);
  }
  return places.has('symbol') && places.size >= 5
    ? { places, columns: texts, currency, offset }
    : undefined;
}

/** Returns true if a row has headings of deals or positions that other tables do not have. */
export function isStatementHeading(texts: readonly string[]): boolean {
  const places = readHeading(texts)?.places;
  const has = (...fields: readonly Field[]) => fields.some((field) => places?.has(field));
  const isAny = has('opening direction', 'closing direction') && has('quantity', 'volume');
  if (!isAny || !has('entry')) return false;
  return has('closed') ? has('exit') && has('net', 'gross') : has('opened');
}
