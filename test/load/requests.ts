/** Request as the fuzzer sends it. */
export interface FuzzRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Words {
  readonly slugs: readonly string[];
  readonly keys: readonly string[];
  /** ETags of earlier answers. */
  readonly etags: readonly string[];
}

type Random = () => number;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const methods = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'];
const rareMethods = ['PUT', 'PATCH', 'TRACE', 'PROPFIND', 'REPORT', 'QUERY', 'LOCK', 'SEARCH'];
const paths = words(`
  /api/v1/accounts /api/v1/accounts/SLUG /api/v1/accounts/SLUG /api/v1/accounts/SLUG/trades
  /api/v1/accounts/SLUG/trades.csv /api/v1/accounts/SLUG/positions /api/v1/accounts/SLUG/widget
  /api/v1/search/accounts /api/v1/openapi.json /api/public/calendar/v1 /api/v1/SLUG /healthz
  /mcp /mcp/SLUG /account/SLUG /SLUG /
`);
/** Beginnings of absolute addresses, in several cases. No service answers the last ones. */
const whole = words(`
  http://127.0.0.1 HTTP://x hTtP://x:8080 HTTPS://records.example Http://user:password@x
  HTTP://[::1]:8080 HTTP://x// HTTP:/// HTTP://:80 http://user@ FTP://x ws://x
`);
/** Other spellings of an address. Some mean the same address, most mean nothing. */
const respelled: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '%2f').replace('%2f', '/'),
  (path) => path.replace('a', '%61').replace('v', '%76').replace('m', '%6D'),
  (path) => `${path}/`,
  (path) => `${path};x`,
  (path) => `${path}/../x`,
  (path) => `/x/..${path}`,
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
];
const oddSlugs = [
  '..%2f',
  '%2e%2e',
  '%c0%ae',
  '%00',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(64),
  'a'.repeat(300),
  '%F0%9F%92%A9',
  'NEW',
  'unknown',
  '-',
  '%',
];
const names = words(`
  page limit include from to q symbol type platform currency min_twr_percent max_drawdown_percent sort
  demo min_trades min_age_days updated_within_days confirmed verified reconciled
  impact days format
`);
const listNames = words(`
  include[] include%5B%5D include[0] include[1] include[x] include[][] include[ currency[]
  currency%5b0%5d impact[]
`);
const oddNames = [
  '__proto__',
  'constructor',
  'page[]',
  'page[0]',
  '%00',
  '',
  'access_token',
  'x',
  '%0D%0Aset-cookie:%20a',
  '%C2%A0page',
  'page%A0',
  'x'.repeat(200),
];
const values = [
  '',
  ...words(`
  1 2 3 200 201 0 -1 1e400 9007199254740992 999999999 %D9%A3 twr
  equity_curve,twr,monthly,by_symbol,by_magic_number,advanced advanced,monthly twr,nope ,
  2024-03-01 2024-02-30 2024-03-01T10:00:00Z 2024-03-01T10:00:00+02:00 9999-12-31 0000-00-00
  account portfolio MT4 cTrader USD EUR,USD All -twr_percent name 12.5 -0 1e9 NaN json csv all
  high,low %00 %C2%A0 1%C2%A0 %C2%A01 twr%A0 %C2%A0=1+1 %F0%9F%92%A9 '%20or%201=1-- %3Cscript%3E
  `),
];
const headerNames = words(`
  if-none-match if-modified-since accept accept-encoding origin range x-forwarded-for forwarded
  cookie content-type te upgrade x-http-method-override access-control-request-method
  x-request-id
`);
const headerValues = [
  '*',
  '"x"',
  'W/"x", "y"',
  '"',
  'gzip',
  'br;q=0.5, gzip;q=1',
  'identity;q=0, *;q=0',
  'br',
  'application/json',
  'text/html',
  'text/csv',
  '\u00a0',
  '*\u00a0',
  'br\u00a0',
  'application/json\u00a0',
  'https://elsewhere.example',
  'bytes=0-1',
  '6.6.6.6',
  'for="[::1]"',
  'a=b',
  'POST',
  'Sat, 21 Nov 2026 00:00:00 GMT',
  '',
  'a'.repeat(2000),
];
/** Texts around a good key. Most make it invalid; blanks and tabs don't. */
const around: readonly ((key: string) => string)[] = [
  (key) => `Bearer ${key}\u00a0`,
  (key) => `\u00a0Bearer ${key}`,
  (key) => `Bearer\u00a0${key}`,
  (key) => `Bearer \u00a0${key}`,
  (key) => `Bearer ${key}\u0085`,
  (key) => `Bearer ${key} ${key}`,
  (key) => `Bearer ${key}, Bearer ${key}`,
  (key) => `Bearer ${key}x`,
  (key) => `BEARER  ${key}`,
  (key) => `\tbearer ${key} \t`,
];
const oddKeys = [
  'Bearer',
  'Bearer ',
  'Basic dTpw',
  'bearer x y',
  'Bearer ../../etc',
  '\u00e9',
  'Bearer __proto__',
];

/**
 * Makes a random request from parts that clients send, and from parts that they should not send.
 * Some requests have a byte or two changed.
 */
export function randomRequest(random: Random, { slugs, keys, etags }: Words): FuzzRequest {
  const pick = <Item>(from: readonly Item[], otherwise: Item): Item =>
    from[Math.floor(random() * from.length)] ?? otherwise;
  const chance = (share: number): boolean => random() < share;

  const slug = chance(0.8) ? pick(slugs, '') : pick(oddSlugs, '');
  const plain = pick(paths, '/').replace('SLUG', slug);
  const path = chance(0.05) ? pick(respelled, String)(plain) : plain;
  const query = Array.from({ length: Math.floor(random() * 4) }, () => {
    const name = chance(0.75) ? pick(names, '') : pick(chance(0.5) ? listNames : oddNames, '');
    const pair = chance(0.95) ? `${name}=${pick(values, '')}` : name;
    return chance(0.1) ? `${pair}&${name}=${pick(values, '')}` : pair;
  });
  const address = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const headers: Record<string, string> = {};
  while (chance(0.4)) headers[pick(headerNames, 'accept')] = pick(headerValues, '');
  if (chance(0.1)) headers['if-none-match'] = pick(etags, '*');
  if (chance(0.6)) {
    const key = pick(keys, '');
    if (chance(0.85)) headers.authorization = `Bearer ${key}`;
    else headers.authorization = chance(0.5) ? pick(oddKeys, '') : pick(around, String)(key);
  }
  if (chance(0.01)) headers['content-length'] = '1';
  const targetOf = (url: string): string => {
    if (chance(0.005)) return '*';
    return chance(0.08) ? pick(whole, '') + url : url;
  };
  return {
    method: chance(0.95) ? pick(methods, 'GET') : pick(rareMethods, 'GET'),
    url: targetOf(chance(0.15) ? mutated(address, random) : address),
    headers,
  };
}

const amiss = [
  '%',
  '/',
  '?',
  '&',
  '=',
  '..',
  '%00',
  '%ff',
  ';',
  '#',
  '[',
  ']',
  '\\',
  '+',
  ' ',
  '"',
];

/** Doubles, drops or overwrites a few characters of an address. It still begins with a slash. */
function mutated(address: string, random: Random): string {
  let text = address;
  for (let change = 0; change < 1 + random() * 3; change += 1) {
    const at = Math.floor(random() * text.length);
    const length = Math.floor(random() * 4);
    const odd = amiss[Math.floor(random() * amiss.length)] ?? '';
    const piece = random() < 0.3 ? text.slice(at, at + length).repeat(2) : odd;
    text = text.slice(0, at) + piece + text.slice(at + (random() < 0.5 ? length : 0));
  }
  // Text that no client can send is left to another test.
  return `/${text.replace(/^\/+/, '').replaceAll(' ', '+')}`.slice(0, 8500);
}
