import { type Headings, refusePips } from '../source/cells.ts';

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
 * English and German names of columns in lower case, without currency and offset. Traders choose
 * which are exported.
 */
const names: readonly { field: Field; pattern: RegExp }[] = [
  { field: 'ticket', pattern: /^((clos(ing|e) )?deal([ -]id)?|trade id|ticket|id)$/ },
  { field: 'position', pattern: /^position(s?[ -]id)?$/ },
  { field: 'order', pattern: /^(clos(ing|e) )?order[ -]id$/ },
  { field: 'symbol', pattern: /^symbol$/ },
  {
    field: 'closing direction',
    pattern: /^(clos(ing|e) (direction|side)|schließungsrichtung|schließrichtung)$/,
  },
  {
    field: 'opening direction',
    pattern: /^((open(ing)? )?(direction|side)|(eröffnungs)?richtung)$/,
  },
  {
    field: 'opened',
    pattern: /^((open(ing)?|entry|creat(ed|ion)) (time|date)|created|opened|eröffnungszeit)$/,
  },
  { field: 'closed', pattern: /^((clos(ing|e)|exit) time|closed|schlie(ß|ßungs)zeit)$/ },
  { field: 'entry', pattern: /^((entry|open(ing)?)( price)?|(einstiegs|eröffnungs)(preis|kurs))$/ },
  {
    field: 'exit',
    pattern: /^((exit|clos(ing|e)) price|(schluss|schließ|schließungs)(preis|kurs))$/,
  },
  { field: 'quantity', pattern: /^((clos(ing|e|ed) )?quantity|(schließ|schließungs)?menge)$/ },
  { field: 'volume', pattern: /^((clos(ing|e|ed) )?volume|(schließ|schließungs)?volumen)$/ },
  { field: 'lot size', pattern: /^((lot|contract) size|(lot|kontrakt)größe)$/ },
  { field: 'commission', pattern: /^(commissions?|kommission(en)?|provision(en)?)$/ },
  { field: 'swap', pattern: /^swaps?$/ },
  { field: 'gross', pattern: /^(gross( profit| p&l)?|brutto)$/ },
  { field: 'net', pattern: /^((unr(\.|eali[sz]ed) )?net( profit| p&l)?|netto)$/ },
  { field: 'balance', pattern: /^(balance|kontostand|saldo)$/ },
  { field: 'take profit', pattern: /^(tp|t\/p|take profit)$/ },
  { field: 'stop loss', pattern: /^(sl|s\/l|stop loss)$/ },
  { field: 'comment', pattern: /^(comment|label|kommentar)$/ },
];

/** Fields whose columns are named with a currency, such as `Net USD`. */
const amounts: readonly Field[] = ['commission', 'swap', 'gross', 'net', 'balance'];

const fieldOf = (name: string): Field | undefined =>
  names.find(({ pattern }) => pattern.test(name.toLowerCase()))?.field;

const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

export interface CtraderHeading extends Headings<Field> {
  /** The first column of each currency of amounts. A dollar sign alone names no currency. */
  currencies: ReadonlyMap<string, string>;
  /** Leads of the clocks over UTC, in milliseconds; empty if none is named. */
  offsets: ReadonlySet<number>;
}

/** Reads a row as the headings of a table; returns undefined if it is another row. */
export function readHeading(texts: readonly string[]): CtraderHeading | undefined {
  // Most rows are not headings, so they are sorted out at once.
  if (!texts.some((text) => /symbol/i.test(text))) return undefined;
  const heading = headingOf(texts);
  return heading.places.has('symbol') && heading.places.size >= 5 ? heading : undefined;
}

/**
 * Names the column without which deals would be lost, or look like open positions. Null if the row
 * isn't a heading of deals, or has them all.
 */
export function missingIn(texts: readonly string[]): 'Symbol' | 'Closing time' | null {
  // Rows of deals have numbers.
  if (texts.length < 5 || texts.some((text) => /^\d/.test(text))) return null;
  const { places } = headingOf(texts);
  if (places.size < 5) return null;
  if (!places.has('symbol')) return 'Symbol';
  const isOfDeals = places.has('exit') || places.has('closing direction');
  return isOfDeals && !places.has('closed') ? 'Closing time' : null;
}

function headingOf(texts: readonly string[]): CtraderHeading {
  const places = new Map<Field, number>();
  const currencies = new Map<string, string>();
  const offsets = new Set<number>();
  let inPips = '';
  for (const [at, text] of texts.entries()) {
    const zone = /\(UTC\s*([+-]\d{1,2})(?::?(\d\d))?\)/i.exec(text);
    if (zone) {
      const hours = Number(zone[1]);
      const minutes = Number(zone[2] ?? 0) * (zone[1]?.startsWith('-') ? -1 : 1);
      offsets.add((hours * 60 + minutes) * 60_000);
    }
    const plain = text.replace(/\s*\((UTC|GMT)[^)]*\)/i, '').trim();
    const [, name = '', printed = ''] = /^(.+?) \(?([A-Z]{3,5}|[€£$¥])\)?$/i.exec(plain) ?? [];
    const named = fieldOf(name);
    const isAmount = named !== undefined && amounts.includes(named);
    // Results in pips are no money, which may be in another column.
    if (isAmount && /^(pips?|points?|pts)$/i.test(printed)) {
      inPips ||= text;
      continue;
    }
    const currency = isAmount ? (signs[printed] ?? (/^[A-Z]+$/.test(printed) ? printed : '')) : '';
    if (currency !== '' && !currencies.has(currency)) currencies.set(currency, text);
    const field = isAmount ? named : fieldOf(plain);
    if (field !== undefined && !places.has(field)) places.set(field, at);
  }
  if (!places.has('net') && !places.has('gross')) refusePips(inPips);
  return { places, columns: texts, currencies, offsets };
}

/** Returns true if a row has headings of deals or positions that other tables do not have. */
export function isStatementHeading(texts: readonly string[]): boolean {
  const places = readHeading(texts)?.places;
  const has = (...fields: readonly Field[]) => fields.some((field) => places?.has(field));
  const isAny = has('opening direction', 'closing direction') && has('quantity', 'volume');
  if (!isAny || !has('entry')) return false;
  return has('closed') ? has('exit') && has('net', 'gross') : has('opened');
}
