import Type, { type TSchema } from 'typebox';
import { platforms } from '../../sql/raw/accounts.ts';
import { accountTypes } from '../schemas/account.ts';
import { ApiError } from './errors.ts';

/** How a query parameter is read; `undefined` means it is not what `allowed` says. */
export interface Parameter<Value> {
  /** A list of the values, or words for what cannot be listed. */
  readonly allowed: readonly string[] | string;
  /** The same for machines; an array stands for a list, whose text is separated by commas. */
  readonly schema: TSchema;
  parse(text: string): Value | undefined;
}

/** Whether a parameter is a list, which may be given in several ways. */
export const isList = ({ schema }: Pick<Parameter<unknown>, 'schema'>): boolean =>
  'type' in schema && schema.type === 'array';

interface Words {
  readonly description: string;
  /** What counts where the parameter is absent. */
  readonly default?: unknown;
}

/** A parameter with what the API's description says about it. */
export const described = <Value>(parameter: Parameter<Value>, words: Words): Parameter<Value> => ({
  ...parameter,
  schema: { ...parameter.schema, ...words },
});

/** A query as it was parsed: a repeated parameter is a list. */
export type Query = Readonly<Record<string, unknown>>;

/** What a query may say, by name, in the order in which what is wrong with it counts. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a query says; null where it is silent. */
export type Values<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value>
    ? Value | null
    : never;
};

/** How axios, jQuery and qs name what is in a list. */
const inBrackets = /^([^[]*)\[\d*\]$/;

/** Names of a query that no parameter has, in their order. */
export const unknownIn = (query: Query, declared: Parameters): string[] =>
  Object.keys(query).filter((name) => {
    if (Object.hasOwn(declared, name)) return false;
    const listed = inBrackets.exec(name)?.[1] ?? '';
    const list = Object.hasOwn(declared, listed) ? declared[listed] : undefined;
    return list === undefined || !isList(list);
  });

/** Reads parameters of a query; a 400 where one is bad, or repeated without being a list. */
export function readQuery<const Declared extends Parameters>(
  declared: Declared,
  query: Query,
): Values<Declared> {
  const entries = Object.entries(declared).map(([name, parameter]) => [
    name,
    readParameter(name, parameter, query),
  ]);
  return Object.fromEntries(entries);
}

function readParameter(name: string, parameter: Parameter<unknown>, query: Query): unknown {
  const text = isList(parameter) ? joined(query, name) : query[name];
  if (text === undefined) return null;
  if (Array.isArray(text) && !isList(parameter)) {
    throw refused(`${name} may be given once`, parameter);
  }
  const value = typeof text === 'string' ? parameter.parse(text) : undefined;
  if (value !== undefined) return value;
  const { allowed } = parameter;
  const words = typeof allowed === 'string' ? allowed : `one of ${allowed.join(', ')}`;
  throw refused(`${name} must be ${words}`, parameter);
}

/** A list as one text, however it was given: by commas, repeated or as `name[]` and `name[0]`. */
function joined(query: Query, name: string): unknown {
  const names = Object.keys(query).filter(
    (written) => written === name || inBrackets.exec(written)?.[1] === name,
  );
  if (names.length === 0) return undefined;
  const items = names.flatMap((written) => query[written]);
  if (!items.every((item) => typeof item === 'string')) return items;
  return items.filter((item) => item !== '').join(',');
}

function refused(detail: string, { allowed }: Parameter<unknown>): ApiError {
  const list = typeof allowed === 'string' ? {} : { allowed };
  return new ApiError('invalid_parameter', { detail: `${detail}.`, ...list });
}

/** A whole number from 1, or from `min`, in plain digits. */
export const wholeNumber = (max: number, min = 1): Parameter<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  schema: Type.Integer({ minimum: min, maximum: max }),
  parse: (text) => {
    const value = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

/** A number in plain digits, such as -12.5. */
export const decimal: Parameter<number> = {
  allowed: 'a decimal number such as 12.5',
  schema: Type.Number(),
  parse: (text) => (/^-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,8})?$/.test(text) ? Number(text) : undefined),
};

export const oneOf = <Word extends string>(words: readonly Word[]): Parameter<Word> => ({
  allowed: words,
  schema: Type.String({ enum: [...words] }),
  parse: (text) => words.find((word) => word === text),
});

/** A comma-separated list in any order; repetitions count once, an empty text names nothing. */
export const someOf = <Word extends string>(
  words: readonly Word[],
): Parameter<ReadonlySet<Word>> => ({
  allowed: words,
  schema: Type.Array(Type.String({ enum: [...words] })),
  parse: (text) => {
    const named = new Set(text === '' ? [] : text.split(','));
    const known = words.filter((word) => named.delete(word));
    return named.size === 0 ? new Set(known) : undefined;
  },
});

export const anyText: Parameter<string> = {
  allowed: 'text',
  schema: Type.String(),
  parse: (text) => text,
};

export const accountType = described(oneOf(accountTypes), {
  description: 'Only accounts, or only portfolios; both when absent',
});
export const platform = described(oneOf(platforms), {
  description: 'Only accounts on this platform',
});

const currencyCode = /^[A-Z0-9]{3,10}$/;

/** At least one currency, in one order whatever theirs. */
export const currency: Parameter<readonly string[]> = {
  allowed: 'one or more currencies of 3 to 10 capital letters or digits, such as EUR',
  schema: Type.Array(Type.String({ pattern: currencyCode.source }), {
    minItems: 1,
    description: 'Only accounts in one of these currencies',
  }),
  parse: (text) => {
    const codes = [...new Set(text.split(','))].sort();
    return codes.every((code) => currencyCode.test(code)) ? codes : undefined;
  },
};

const defaultPage = 1;
const defaultLimit = 50;

/** Of lists whose pages all have one length. */
export const pageParameter = {
  page: described(wholeNumber(999_999_999), {
    description: 'The page; one beyond the end is empty',
    default: defaultPage,
  }),
} as const;

export const pageParameters = {
  ...pageParameter,
  limit: described(wholeNumber(200), {
    description: 'Rows a page holds at most',
    default: defaultLimit,
  }),
} as const;

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** The page that a query asks for, of the usual length where it does not say another. */
export const pageOf = ({
  page,
  limit,
}: {
  readonly page: number | null;
  readonly limit?: number | null;
}): PageRequest => ({ page: page ?? defaultPage, limit: limit ?? defaultLimit });
