import type { CodedReason } from '../../base/reasons/reason.ts';
import { readDeal, readPosition } from '../../connect/terminal.ts';
import type { TerminalAccount, TerminalDeal } from '../../deliveries/deals/terminal.ts';
import {
  divideUnits,
  placesOf,
  shortestDecimal,
  sumDecimals,
  toUnits,
} from '../../read/decimals.ts';
import { decimalOf, type ExactObject, textOf } from '../../read/json-values.ts';
import { unexpectedField } from '../errors.ts';

type Platform = TerminalAccount['platform'];

/** Deal types of MetaApi by the number that MetaTrader has for them. */
const dealTypes = [
  ...['DEAL_TYPE_BUY', 'DEAL_TYPE_SELL', 'DEAL_TYPE_BALANCE', 'DEAL_TYPE_CREDIT'],
  ...['DEAL_TYPE_CHARGE', 'DEAL_TYPE_CORRECTION', 'DEAL_TYPE_BONUS', 'DEAL_TYPE_COMMISSION'],
  ...['DEAL_TYPE_COMMISSION_DAILY', 'DEAL_TYPE_COMMISSION_MONTHLY'],
  ...['DEAL_TYPE_COMMISSION_AGENT_DAILY', 'DEAL_TYPE_COMMISSION_AGENT_MONTHLY'],
  ...['DEAL_TYPE_INTEREST', 'DEAL_TYPE_BUY_CANCELED', 'DEAL_TYPE_SELL_CANCELED'],
  ...['DEAL_DIVIDEND', 'DEAL_DIVIDEND_FRANKED', 'DEAL_TAX'],
];
const entryTypes = ['DEAL_ENTRY_IN', 'DEAL_ENTRY_OUT', 'DEAL_ENTRY_INOUT', 'DEAL_ENTRY_OUT_BY'];

/** Makes a deal of MT5 as Expert Advisors send it, with its time in UTC. */
export function mt5Deal(deal: ExactObject): TerminalDeal {
  const type = typeOf(deal);
  const entry = type < 2 ? entryTypes.indexOf(textOf(deal.get('entryType'))) : 0;
  if (entry < 0) throw unexpectedField('Deal', 'entryType', 'wanted_type');
  return readAs('MT5', {
    ticket: text(deal, 'id'),
    position: textOf(deal.get('positionId')) || '0',
    type: String(type),
    entry: String(entry),
    time: secondsOf('Deal', deal),
    symbol: quoted(deal, 'symbol'),
    volume: number(deal, 'volume'),
    price: number(deal, 'price'),
    profit: number(deal, 'profit', true),
    fee: '0',
    commission: number(deal, 'commission'),
    swap: number(deal, 'swap'),
    ...labels(deal),
  });
}

/** Deals of an order of MT4: MetaApi shows its opening and its closing with one id. */
export interface OrderDeals {
  readonly opening: ExactObject | undefined;
  readonly closing: ExactObject;
}

/** Makes a closed order or a balance operation of MT4 as Expert Advisors send it. */
export function mt4Order({ opening, closing }: OrderDeals): TerminalDeal {
  const type = typeOf(closing);
  const first = opening ?? closing;
  const isTrade = type < 2;
  const both = (name: string) => sumDecimals([number(first, name), number(closing, name)]);
  return readAs('MT4', {
    ticket: text(closing, 'id'),
    // An order to buy is closed by a deal that sells.
    type: String(isTrade ? typeOf(first) : type === 3 ? 7 : 6),
    open_time: secondsOf('Deal', first),
    close_time: secondsOf('Deal', closing),
    symbol: quoted(closing, 'symbol'),
    lots: number(closing, 'volume'),
    open_price: number(first, 'price'),
    close_price: number(closing, 'price'),
    profit: number(closing, 'profit', true),
    commission: opening ? both('commission') : number(closing, 'commission'),
    swap: opening ? both('swap') : number(closing, 'swap'),
    ...labels(closing),
  });
}

/** Returns true for a deal that opens a position of MT4. */
export const isOpening = (deal: ExactObject): boolean =>
  typeOf(deal) < 2 && textOf(deal.get('entryType')) === 'DEAL_ENTRY_IN';

/** Returns true for a deal that closes a position of MT4. */
export const isClosing = (deal: ExactObject): boolean => typeOf(deal) < 2 && !isOpening(deal);

/** Makes an open position as Expert Advisors send it. */
export function openPosition(platform: Platform, position: ExactObject): string {
  const types = ['POSITION_TYPE_BUY', 'POSITION_TYPE_SELL'];
  const type = types.indexOf(textOf(position.get('type')));
  if (type < 0) throw unexpectedField('Position', 'type', 'wanted_type');
  // What was closed of a position is among the deals.
  const openPart = (name: string, whole: string) =>
    position.has(name) ? number(position, name) : number(position, whole);
  const fields = {
    ticket: text(position, 'id'),
    type: String(type),
    time: secondsOf('Position', position),
    symbol: quoted(position, 'symbol'),
    volume: number(position, 'volume'),
    price: number(position, 'openPrice', true),
    profit: openPart('unrealizedProfit', 'profit'),
    swap: openPart('unrealizedSwap', 'swap'),
    // Deals of MT5 tell the opening commission.
    ...(platform === 'MT4' && { commission: openPart('unrealizedCommission', 'commission') }),
    ...labels(position),
  };
  const read = readPosition(jsonText(fields));
  if ('reason' in read)
    throw unexpectedField('Position', fieldIn(read.reason), 'wanted_documented');
  return read.deal.json;
}

function typeOf(deal: ExactObject): number {
  const type = dealTypes.indexOf(textOf(deal.get('type')));
  if (type < 0) throw unexpectedField('Deal', 'type', 'wanted_type');
  return type;
}

function readAs(platform: Platform, fields: Readonly<Record<string, string>>): TerminalDeal {
  const read = readDeal(platform, jsonText(fields));
  if ('reason' in read) throw unexpectedField('Deal', fieldIn(read.reason), 'wanted_documented');
  return read.deal;
}

const fieldIn = ({ values }: CodedReason): string => String(values.column ?? 'id');

const jsonText = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;

function text(object: ExactObject, name: string): string {
  const value = textOf(object.get(name));
  if (!/^\d{1,19}$/.test(value)) throw unexpectedField('Deal', name, 'wanted_number');
  return value;
}

const quoted = (object: ExactObject, name: string): string =>
  JSON.stringify(textOf(object.get(name)));

const places = 8;

/**
 * Reads a number with at most 8 decimal places. MetaApi computes with binary fractions, so it may
 * write 0.30000000000000004. A missing number is 0 unless it is needed.
 */
function number(object: ExactObject, name: string, isNeeded = false): string {
  const value = object.get(name);
  if (!isNeeded && (value === undefined || value === null)) return '0';
  const decimal = decimalOf(value);
  if (decimal === null) throw unexpectedField('Deal', name, 'wanted_number');
  if (placesOf(decimal) <= places) return decimal;
  const short = shortestDecimal(decimal);
  const digits = placesOf(short);
  if (digits <= places) return short;
  return divideUnits(toUnits(short, digits), 10n ** BigInt(digits), places);
}

/** Returns the time in seconds. MetaApi writes it in UTC. */
function secondsOf(answer: string, object: ExactObject): string {
  const value = textOf(object.get('time'));
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) throw unexpectedField(answer, 'time', 'wanted_instant');
  return String(Math.floor(at / 1000));
}

function labels(object: ExactObject): Record<string, string> {
  const magic = textOf(object.get('magic'));
  return {
    sl: number(object, 'stopLoss'),
    tp: number(object, 'takeProfit'),
    comment: JSON.stringify(textOf(object.get('comment'))),
    ...(/^-?\d{1,19}$/.test(magic) && { magic }),
  };
}
