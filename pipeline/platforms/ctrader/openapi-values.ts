import type { CodedReason } from '../../base/reasons/reason.ts';
import { bounds } from '../../read/bounds.ts';
import { compareDecimals, divideUnits } from '../../read/decimals.ts';
import { decimalOf, type ExactObject, textOf } from '../../read/json-values.ts';
import { UnreadRow } from '../source/cells.ts';
import type { Side } from '../source/orders.ts';

/** Makes the error of a value that the proto files do not list. */
export const unknownValue = (name: string, value: string): UnreadRow =>
  new UnreadRow('import_field_unknown', { name, value: value.slice(0, 60) });

/** A text that must be there. */
export function requiredText(message: ExactObject, name: string): string {
  const text = textOf(message.get(name));
  if (text === '') throw new UnreadRow('import_field_absent', { name });
  return text;
}

/** An amount of a message; empty where it is not told or can't be read. */
export function amountOf(message: ExactObject | undefined, name: string): string {
  const amount = message === undefined ? '' : amountOrFault(message, name);
  return typeof amount === 'string' ? amount : '';
}

/** Why an amount of a message can't be read; null if it can, or if it is not told. */
export function faultOf(message: ExactObject | undefined, name: string): CodedReason | null {
  const amount = message === undefined ? '' : amountOrFault(message, name);
  return typeof amount === 'string' ? null : amount.reason;
}

function amountOrFault(message: ExactObject, name: string): string | UnreadRow {
  try {
    return moneyOf(message)(name, '');
  } catch (error) {
    if (error instanceof UnreadRow) return error;
    throw error;
  }
}

/**
 * Reads amounts: whole numbers whose decimals the message, or the one around it, gives as
 * `moneyDigits`.
 */
export function moneyOf(message: ExactObject, around: ExactObject = message) {
  const printed = textOf(message.get('moneyDigits')) || textOf(around.get('moneyDigits'));
  return (name: string, otherwise?: string): string => {
    const amount = textOf(message.get(name));
    if (amount === '' && otherwise !== undefined) return otherwise;
    if (!/^\d{1,2}$/.test(printed))
      throw new UnreadRow('import_field_absent', { name: 'moneyDigits' });
    if (!/^-?\d{1,25}$/.test(amount)) {
      throw new UnreadRow('import_field_not_whole', { name, value: amount.slice(0, 60) });
    }
    const digits = Number(printed);
    return divideUnits(BigInt(amount), 10n ** BigInt(digits), digits);
  };
}

/** Which state of the balance a message tells of; null where it does not say. */
export function versionOf(message: ExactObject): bigint | null {
  const text = textOf(message.get('balanceVersion'));
  return /^\d{1,20}$/.test(text) ? BigInt(text) : null;
}

/** An instant, in milliseconds. */
export function timeOf(message: ExactObject, name: string): number {
  const text = requiredText(message, name);
  if (!/^\d{12,13}$/.test(text))
    throw new UnreadRow('import_field_not_instant', { name, value: text.slice(0, 60) });
  return Number(text);
}

/** A price, which is above 0. */
export function priceOf(message: ExactObject, name: string): string {
  const price = decimalOf(message.get(name));
  if (price === null || price.length > 40 || compareDecimals(price, '0') <= 0) {
    throw new UnreadRow('import_field_not_price', {
      name,
      value: textOf(message.get(name)).slice(0, 60),
    });
  }
  return price;
}

/** A price where an order ends by itself; empty without one. */
export function levelOf(message: ExactObject, name: string): string {
  const level = decimalOf(message.get(name)) ?? '';
  return level !== '' && compareDecimals(level, '0') > 0 ? level : '';
}

/** A volume in cents of units. */
export function centsOf(text: string): bigint {
  if (!/^\d{1,25}$/.test(text) || BigInt(text) === 0n) {
    throw new UnreadRow('import_field_not_count', { name: 'volume', value: text.slice(0, 60) });
  }
  return BigInt(text);
}

/** Which side a deal or a position is on, by number or name. */
export function sideOf(message: ExactObject): Side {
  const side = textOf(message.get('tradeSide'));
  if (side === '1' || side === 'BUY') return 'buy';
  if (side === '2' || side === 'SELL') return 'sell';
  throw new UnreadRow('import_field_not_side', { name: 'tradeSide', value: side.slice(0, 60) });
}

/** Returns the text that the trader or a program wrote. */
export const labelOf = (message: ExactObject): string =>
  (textOf(message.get('comment')) || textOf(message.get('label'))).slice(0, bounds.cellsOfRow);
