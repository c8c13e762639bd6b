import { sectionNames } from '../../../sql/marts/index.ts';
import { tradesOfBiggest } from './world.ts';

/** One kind of request. If `pages` is above 1, each request asks for a random page. */
export interface ServingCase {
  readonly name: string;
  readonly path: string;
  readonly pages: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends the ETag of an earlier answer, to get a 304. */
  readonly isKnown?: true;
  /** Goal: requests a second, as a share of those of the bare route. */
  readonly aim: number;
}

const everything = `/api/v1/accounts/bench-7?include=${sectionNames.join(',')}`;

/**
 * Number of addresses of one cold answer. A random parameter that the API ignores makes nearly each
 * address new, so that no finished answer is sent again. The parts stay in their cache.
 */
const coldAddresses = 100_000_000;

/** Lists the requests to measure. Each request looks up its key. */
export function servingCases(key: string): ServingCase[] {
  const headers = { authorization: `Bearer ${key}` };
  const plain = { pages: 1, headers };
  // The form is right, so that only the registry can refuse it.
  const unknown = { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` };
  return [
    { name: 'summary', path: '/api/v1/accounts/bench-7', aim: 0.55, ...plain },
    { name: 'all sections', path: everything, aim: 0.7, ...plain },
    { name: 'all sections, 304', path: everything, aim: 0.7, ...plain, isKnown: true },
    {
      name: 'summary, cold',
      path: '/api/v1/accounts/bench-7?cold=',
      aim: 0.28,
      pages: coldAddresses,
      headers,
    },
    {
      name: 'all sections, cold',
      path: `${everything}&cold=`,
      aim: 0.21,
      pages: coldAddresses,
      headers,
    },
    {
      name: 'all sections, 304, cold',
      path: `${everything}&cold=`,
      aim: 0.27,
      pages: coldAddresses,
      headers,
      isKnown: true,
    },
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

/** Returns the address of one request of a case. */
export const addressOf = ({ path, pages }: ServingCase): string => (pages > 1 ? `${path}1` : path);
