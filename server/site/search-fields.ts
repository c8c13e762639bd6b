import { searchedBehaviour } from '../../pipeline/publish/snapshot/searched.ts';
import { searchEndpoint } from '../api/search.ts';
import { ApiError } from '../http/errors.ts';
import { type Query, readQuery } from '../http/parameters.ts';
import { fillText } from './language/format.ts';
import type { Language } from './language/languages.ts';

/**
 * Parses a number as people write it: `30,5`, `30 %`, `−5`. Returns `1,500` unchanged, since it
 * may mean 1.5 or 1500.
 */
function plainNumber(text: string): string {
  const bare = text
    .replaceAll(/\s/g, '')
    .replace(/(?<=\d)%$/, '')
    .replace('\u2212', '-')
    .replace(/^\+/, '');
  // The search refuses what is returned unchanged here.
  return /^-?\d+,(?!\d{3}$)\d+$/.test(bare) ? bare.replace(',', '.') : bare;
}

/** Kinds of fields without a list of choices; fields that are not listed are used as written. */
const kinds = new Map<string, 'decimal' | 'whole' | 'currency'>([
  ['currency', 'currency'],
  ['min_trades', 'whole'],
  ['min_observed_months', 'whole'],
  ['min_twr_percent', 'decimal'],
  ['max_drawdown_percent', 'decimal'],
  ['min_deflated_sharpe', 'decimal'],
  ...searchedBehaviour.map((name) => [`max_${name}`, 'decimal'] as const),
]);

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

const readings = {
  decimal: plainNumber,
  whole: withoutSpaces,
  currency: (text: string) => withoutSpaces(text).toUpperCase(),
} as const;

/** Tells whether a field takes a whole number, for the keyboards of phones. */
export const isWhole = (name: string): boolean => kinds.get(name) === 'whole';

/** Returns the value of a form field in the form that the search accepts. */
export function readField(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const kind = kinds.get(name);
  return kind === undefined ? value.trim() : readings[kind](value.trim());
}

/** Reason why a field was refused. */
export type Fault =
  | { readonly kind: 'once' | 'decimal' | 'whole' | 'currency' }
  | { readonly kind: 'choice'; readonly values: readonly string[] };
export type Faults = ReadonlyMap<string, Fault>;

/** Checks each parameter by the rules of the API and returns the faults by name. */
export function faultsOf(query: Query): Faults {
  const faults = new Map<string, Fault>();
  for (const [name, value] of Object.entries(query)) {
    try {
      readQuery(searchEndpoint.query, { [name]: value });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.set(name, faultIn(name, value, error));
    }
  }
  return faults;
}

function faultIn(name: string, value: unknown, { allowed }: ApiError): Fault {
  if (Array.isArray(value) && name !== 'currency') return { kind: 'once' };
  return allowed === undefined
    ? { kind: kinds.get(name) ?? 'whole' }
    : { kind: 'choice', values: allowed };
}

/** Returns the fault in the language of the page. */
export function faultText(name: string, fault: Fault, { words: { search } }: Language): string {
  const field = new Map(Object.entries(search.fields)).get(name) ?? name;
  const orders = new Map(Object.entries(search.orders));
  const labelOf = (value: string) => (name === 'sort' ? orders.get(value) : null) ?? value;
  const values = fault.kind === 'choice' ? fault.values.map(labelOf).join(', ') : '';
  return fillText(search.faults[fault.kind], { field, values });
}
