import { searchEndpoint } from '../api/search.ts';
import { ApiError } from '../http/errors.ts';
import { type Query, readQuery } from '../http/parameters.ts';
import { fillText } from './language/format.ts';
import type { Language } from './language/languages.ts';

/** What people write where a number stands: 30,5 and 30 %, and a minus as it is printed. */
function plainNumber(text: string): string {
  const bare = text
    .replaceAll(/\s/g, '')
    .replace(/(?<=\d)%$/, '')
    .replace('\u2212', '-')
    .replace(/^\+/, '');
  // 1,500 may be either; the reader says which.
  return /^-?\d+,(?!\d{3}$)\d+$/.test(bare) ? bare.replace(',', '.') : bare;
}

/** How the text of a field is taken, where not as it stands. */
const readings = new Map<string, (text: string) => string>([
  ['currency', (text) => text.replaceAll(/\s/g, '').toUpperCase()],
  ['min_twr_percent', plainNumber],
  ['max_drawdown_percent', plainNumber],
  ['min_trades', (text) => text.replaceAll(/\s/g, '')],
]);

/** What was written in a field, as the search takes it. */
export function readField(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const reading = readings.get(name);
  return reading === undefined ? text : reading(text);
}

/** Why what was written in a field cannot be searched for. */
export type Fault =
  | { readonly kind: 'once' | 'decimal' | 'whole' | 'currency' }
  | { readonly kind: 'choice'; readonly values: readonly string[] };
export type Faults = ReadonlyMap<string, Fault>;

/** What a field must hold, where it is none of a list. */
const kinds = new Map<string, 'decimal' | 'whole' | 'currency'>([
  ['min_twr_percent', 'decimal'],
  ['max_drawdown_percent', 'decimal'],
  ['currency', 'currency'],
]);

/** What is wrong with each parameter by itself, as the API takes it. */
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

function faultIn(name: string, value: unknown, { options: { allowed } }: ApiError): Fault {
  if (Array.isArray(value) && name !== 'currency') return { kind: 'once' };
  return allowed === undefined
    ? { kind: kinds.get(name) ?? 'whole' }
    : { kind: 'choice', values: allowed };
}

/** The same in the words of the page. */
export function faultText(name: string, fault: Fault, { words: { search } }: Language): string {
  const field = new Map(Object.entries(search.fields)).get(name) ?? name;
  const values = fault.kind === 'choice' ? fault.values.join(', ') : '';
  return fillText(search.faults[fault.kind], { field, values });
}
