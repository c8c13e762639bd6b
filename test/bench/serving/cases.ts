import { sectionNames } from '../../../sql/marts/index.ts';
import { tradesOfBiggest } from './world.ts';

/** One kind of request; `pages` of them are asked for at random where there are more than one. */
export interface ServingCase {
  readonly name: string;
  readonly path: string;
  readonly pages: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends the ETag of the answer back, for a 304. */
  readonly isKnown?: true;
  /** Least share of the bare route's requests a second to aim at. */
  readonly aim: number;
}

const everything = `/api/v1/accounts/bench-7?include=${sectionNames.join(',')}`;

/** Lists the requests to measure; their key is looked up at every request. */
export function servingCases(key: string): ServingCase[] {
  const headers = { authorization: `Bearer ${key}` };
  const plain = { pages: 1, headers };
  // Has the right form, so only the registry can refuse it.
  const unknown = { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` };
  return [
    { name: 'summary', path: '/api/v1/accounts/bench-7', aim: 0.55, ...plain },
    { name: 'all sections', path: everything, aim: 0.7, ...plain },
    { name: 'all sections, 304', path: everything, aim: 0.7, ...plain, isKnown: true },
    {
      name: 'all sections, br',
      path: everything,
      aim: 0.7,
      pages: 1,
      headers: { ...headers, 'accept-encoding': 'br, gzip' },
    },
    {
      name: 'all sections, gzip',
      path: everything,
      aim: 0.7,
      pages: 1,
      headers: { ...headers, 'accept-encoding': 'gzip' },
    },
    {
      name: 'anonymous, hidden',
      path: everything.replace('7', '8'),
      aim: 0.7,
      pages: 1,
      headers: {},
    },
    {
      name: 'page of 100,000 trades',
      path: '/api/v1/accounts/bench-0/trades?page=',
      aim: 0.45,
      pages: tradesOfBiggest / 20,
      headers,
    },
    { name: 'search', path: '/api/v1/search/accounts?limit=20', aim: 0.7, ...plain },
    {
      name: 'unknown key, 401',
      path: '/api/v1/accounts/bench-7',
      aim: 0.55,
      pages: 1,
      headers: unknown,
    },
  ];
}

/** The address of one request of a case. */
export const addressOf = ({ path, pages }: ServingCase): string => (pages > 1 ? `${path}1` : path);
