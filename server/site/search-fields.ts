import { searchEndpoint } from '../api/search.ts';
import { ApiError } from '../http/errors.ts';
import { type Query, readQuery } from '../http/parameters.ts';

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
]);

/** What was written in a field, as the search takes it. */
export function readField(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  const reading = readings.get(name);
  return reading === undefined ? text : reading(text);
}

/** What is wrong with each parameter by itself, in the words of the API. */
export function faultsOf(query: Query): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    try {
      readQuery(searchEndpoint.query, { [name]: value });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      faults.set(name, error.message);
    }
  }
  return faults;
}
