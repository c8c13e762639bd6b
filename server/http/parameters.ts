import Type, { type TSchema } from 'typebox';
import { platforms } from '../../sql/raw/accounts.ts';
import { accountTypes } from '../schemas/account.ts';
import { ApiError, type ParameterFault } from './errors.ts';

/** Parser of a query parameter. It returns `undefined` for a value that is not allowed. */
export interface Parameter<Value> {
  /** Allowed values, or a description of them if they can't be listed. */
  readonly allowed: readonly string[] | string;
  /** JSON schema of the value. An array stands for a list separated by commas. */
  readonly schema: TSchema;
  parse(text: string): Value | undefined;
}

/** Tells whether a parameter is a list, which queries can give in several ways. */
export const isList = ({ schema }: Pick<Parameter<unknown>, 'schema'>): boolean =>
  'type' in schema && schema.type === 'array';

interface Words {
  readonly description: string;
  /** Value used if the parameter is absent. */
  readonly default?: unknown;
}

/** Adds a description to a parameter, and a default value if there is one. */
export const withDescription = <Value>(
  parameter: Parameter<Value>,
  words: Words,
): Parameter<Value> => ({
  ...parameter,
  schema: { ...parameter.schema, ...words },
});

/** Parsed query; a repeated parameter is an array. */
export type Query = Readonly<Record<string, unknown>>;

/** Parameters of a query by name, in the order in which they are checked. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** Values of a query's parameters; null for absent ones. */
export type Values<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value>
    ? Value | null
    : never;
};

/** Names that axios, jQuery and qs give to items of a list, such as `include[]` or `include[0]`. */
const inBrackets = /^([^[]*)\[\d*\]$/;

/** Lists the names in a query that no parameter has, in their order. */
export const unknownIn = (query: Query, declared: Parameters): string[] =>
  Object.keys(query).filter((name) => {
    if (Object.hasOwn(declared, name)) return false;
    const listed = inBrackets.exec(name)?.[1] ?? '';
    const list = Object.hasOwn(declared, listed) ? declared[listed] : undefined;
    return list === undefined || !isList(list);
  });

/**
 * Parses parameters of a query. Throws a 400 that names every value that isn't allowed, or is
 * repeated but no list.
 */
export function readQuery<const Declared extends Parameters>(
  declared: Declared,
  query: Query,
): Values<Declared> {
  const values: Record<string, unknown> = {};
  const faults: ParameterFault[] = [];
  for (const [name, parameter] of Object.entries(declared)) {
    const value = readParameter(name, parameter, query);
    if (value instanceof Refused) faults.push(value.fault);
    else values[name] = value;
  }
  const [first, ...others] = faults;
  if (first !== undefined) throw faultyQuery(first, ...others);
  return values as Values<Declared>;
}

/** Makes the 400 of a query with faults. */
export const faultyQuery = (...errors: [ParameterFault, ...ParameterFault[]]): ApiError =>
  new ApiError('invalid_parameter', { errors });

class Refused {
  readonly fault: ParameterFault;

  constructor(parameter: string, words: string, { allowed }: Parameter<unknown>) {
    const list = typeof allowed === 'string' ? {} : { allowed };
    this.fault = { parameter, detail: `${parameter} ${words}.`, ...list };
  }
}

function readParameter(name: string, parameter: Parameter<unknown>, query: Query): unknown {
  const text = isList(parameter) ? joinList(query, name) : query[name];
  if (text === undefined) return null;
  if (Array.isArray(text) && !isList(parameter)) {
    return new Refused(name, 'may be given once', parameter);
  }
  const value = typeof text === 'string' ? parameter.parse(text) : undefined;
  if (value !== undefined) return value;
  const { allowed } = parameter;
  const words = typeof allowed === 'string' ? allowed : `one of ${allowed.join(', ')}`;
  return new Refused(name, `must be ${words}`, parameter);
}

/** Joins a list into one text: given with commas, repeated, or as `name[]` or `name[0]`. */
function joinList(query: Query, name: string): unknown {
  const names = Object.keys(query).filter(
    (written) =>
      written === name || (written.startsWith(name) && inBrackets.exec(written)?.[1] === name),
  );
  if (names.length === 0) return undefined;
  const items = names.flatMap((written) => query[written]);
  if (!items.every((item) => typeof item === 'string')) return items;
  return items.filter((item) => item !== '').join(',');
}

/** Parses a whole number from `min` (1 by default) in plain digits. */
export const wholeNumber = (max: number, min = 1): Parameter<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  schema: Type.Integer({ minimum: min, maximum: max }),
  parse: (text) => {
    const value = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

/** Parses a number in plain digits, such as -12.5. */
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

/**
 * Parses a comma-separated list in any order. Repetitions count once; an empty text is an empty
 * list.
 */
export const someOf = <Word extends string>(
  words: readonly Word[],
): Parameter<ReadonlySet<Word>> => ({
  allowed: words,
  schema: Type.Array(Type.String({ enum: [...words] })),
  parse: (text) => {
    const named = new Set(text === '' ? [] : text.split(','));
    const accepted = new Set(words.filter((word) => named.has(word)));
    return accepted.size === named.size ? accepted : undefined;
  },
});

/** Parses names separated by commas. */
export const namesOf = (what: string): Parameter<readonly string[]> => ({
  allowed: `names of ${what}, separated by commas`,
  schema: Type.Array(Type.String()),
  parse: (text) => text.split(',').filter((name) => name !== ''),
});

export const anyText: Parameter<string> = {
  allowed: 'text',
  schema: Type.String(),
  parse: (text) => text,
};

export const accountType = withDescription(oneOf(accountTypes), {
  description: 'Only accounts, or only portfolios; by default both',
});
export const platform = withDescription(oneOf(platforms), {
  description: 'Only accounts on this platform',
});

const currencyCode = /^[A-Z0-9]{3,10}$/;

/** Parses one or more currencies and sorts them. */
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

/** Parameter of lists with a fixed page size. */
export const pageParameter = {
  page: withDescription(wholeNumber(999_999_999), {
    description: 'Page number; a page after the last one is empty',
    default: defaultPage,
  }),
} as const;

export const pageParameters = {
  ...pageParameter,
  limit: withDescription(wholeNumber(200), {
    description: 'Most rows of a page',
    default: defaultLimit,
  }),
} as const;

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** Returns the page and limit of a query, or their defaults. */
export const pageOf = ({
  page,
  limit,
}: {
  readonly page: number | null;
  readonly limit?: number | null;
}): PageRequest => ({ page: page ?? defaultPage, limit: limit ?? defaultLimit });
