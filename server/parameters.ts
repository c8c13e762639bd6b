import { ApiError } from './errors.ts';

/** How a query parameter is read; `undefined` means it is not what `allowed` says. */
export interface Parameter<Value> {
  /** A list of the values, or words for what cannot be listed. */
  readonly allowed: readonly string[] | string;
  parse(text: string): Value | undefined;
}

export type QueryReader = <Value>(name: string, parameter: Parameter<Value>) => Value | null;

/** A query as it was parsed: a repeated parameter is a list. */
export type Query = Readonly<Record<string, unknown>>;

/** Reads parameters of a query; null where one is absent, a 400 where it is bad or repeated. */
export function readerOf(query: Query): QueryReader {
  return (name, parameter) => {
    const text = query[name];
    if (text === undefined) return null;
    if (typeof text !== 'string') throw refused(`${name} may be given once`, parameter);
    const value = parameter.parse(text);
    if (value !== undefined) return value;
    const { allowed } = parameter;
    const words = typeof allowed === 'string' ? allowed : `one of ${allowed.join(', ')}`;
    throw refused(`${name} must be ${words}`, parameter);
  };
}

function refused(detail: string, { allowed }: Parameter<unknown>): ApiError {
  const list = typeof allowed === 'string' ? {} : { allowed };
  return new ApiError('invalid_parameter', { detail: `${detail}.`, ...list });
}

/** A whole number from 1, in plain digits. */
export const wholeNumber = (most: number): Parameter<number> => ({
  allowed: `a whole number from 1 to ${most}`,
  parse: (text) => {
    const value = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : Number.NaN;
    return value <= most ? value : undefined;
  },
});

/** A number in plain digits, such as -12.5. */
export const decimal: Parameter<number> = {
  allowed: 'a decimal number such as 12.5',
  parse: (text) => (/^-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,8})?$/.test(text) ? Number(text) : undefined),
};

export const oneOf = <Word extends string>(words: readonly Word[]): Parameter<Word> => ({
  allowed: words,
  parse: (text) => words.find((word) => word === text),
});

/** A comma-separated list in any order; repetitions count once, an empty text names nothing. */
export const someOf = <Word extends string>(
  words: readonly Word[],
): Parameter<ReadonlySet<Word>> => ({
  allowed: words,
  parse: (text) => {
    const named = new Set(text === '' ? [] : text.split(','));
    const known = words.filter((word) => named.delete(word));
    return named.size === 0 ? new Set(known) : undefined;
  },
});

export const anyText: Parameter<string> = { allowed: 'text', parse: (text) => text };

export const accountType = oneOf(['account', 'portfolio']);
export const platform = oneOf(['MT4', 'MT5', 'cTrader', 'TradeLocker']);
export const currency: Parameter<string> = {
  allowed: 'a currency of 3 to 10 capital letters or digits, such as EUR',
  parse: (text) => (/^[A-Z0-9]{3,10}$/.test(text) ? text : undefined),
};

const defaultPage = 1;
const defaultLimit = 50;
const page = wholeNumber(999_999_999);
const limit = wholeNumber(200);

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export function readPage(read: QueryReader): PageRequest {
  const { page } = readPageOf(defaultLimit, read);
  return { page, limit: read('limit', limit) ?? defaultLimit };
}

/** Where the size of a page is not the caller's to choose. */
export function readPageOf(limit: number, read: QueryReader): PageRequest {
  return { page: read('page', page) ?? defaultPage, limit };
}
