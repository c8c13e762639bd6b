import { downloads } from '../../../server/site/downloads.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { accountEnds } from '../../server/account-addresses.ts';
import { callOf, mcpHeaders } from '../../server/mcp/calls.ts';
import { baseUrl } from '../../server/open-server.ts';
import { type Entry, type HidingWorld, shareSecret } from './hiding-world.ts';
import type { Caller } from './published-world.ts';

/** Request of one caller. */
export interface Ask {
  readonly caller: Caller;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string;
}

const get = (caller: Caller, url: string): Ask => ({ caller, method: 'GET', url });
const head = (caller: Caller, url: string): Ask => ({ caller, method: 'HEAD', url });
/** Makes a call of a tool over MCP. */
const call = (caller: Caller, tool: string, args: object): Ask => ({
  caller,
  method: 'POST',
  url: '/mcp',
  headers: mcpHeaders,
  payload: JSON.stringify(callOf(tool, args)),
});
const accounts = '/api/v1/accounts';
const all = sectionNames.join(',');

/** Subsets of sections: each alone, pairs, all but one, all, and none. */
const subsets = [
  ...sectionNames.flatMap((sectionName, at) => [
    sectionName,
    ...sectionNames.slice(at + 1).map((later) => `${sectionName},${later}`),
    sectionNames.filter((name) => name !== sectionName).join(','),
  ]),
  all,
  `${all},restatements,explain`,
  '',
];

const searches = [
  '',
  '?sort=name&limit=7',
  '?sort=name&limit=7&page=2',
  '?sort=max_drawdown_percent&min_twr_percent=0',
  '?sort=-created_at&max_drawdown_percent=50&limit=200',
  '?q=0&type=portfolio',
  '?q=renamed',
  '?q=acme&platform=MT4',
  '?currency=USD&page=2&limit=5',
  '?page=0',
  '?demo=false&min_trades=3&min_age_days=1',
  '?symbol=usd&limit=200',
  '?sort=-sharpe_ratio_annualized&limit=200',
  '?sort=total_trades&limit=200',
  '?source=operator_file',
  '?warnings=none&limit=200',
  '?min_observed_months=1&limit=200',
  '?sort=-observed_months&limit=200',
  '?max_without_stop_percent=50&limit=200',
  '?max_largest_lot_multiple=2&limit=200',
];

const spans = ['?from=2024-01-15&to=2024-03-01', '?from=2024-05-01', '?to=1990-01-01'];
const ranges = ['?from=2024-01-15&to=2024-03-01', '?to=2023-12-31&page=2', '?from=2024-04-17'];

/** Lists addresses of one account. `isThorough` uses many subsets of its sections. */
function accountAsks(slug: string, isThorough: boolean): Ask[] {
  const url = `${accounts}/${slug}`;
  const full = `${url}?include=${all}`;
  const includes = isThorough ? subsets : [...sectionNames, 'restatements', 'explain', ''];
  return [
    ...includes.map((names) => get('none', `${url}?include=${names}`)),
    get('none', `${url}?figures=advanced.total_lots,twr_percent,count`),
    ...(['free', 'pro', 'publicOnly', 'accountsOnly'] as const).map((caller) => get(caller, full)),
    { ...get('none', full), headers: { 'accept-encoding': 'gzip' } },
    { ...get('none', full), headers: { 'if-none-match': '*' } },
    head('none', full),
    ...[1, 2, 3, 9].map((page) => get('pro', `${url}/trades?page=${page}`)),
    ...ranges.map((range) => get('free', `${url}/trades${range}`)),
    get('none', `${url}/trades`),
    ...['', ...ranges].map((range) =>
      get('pro', `${url}/trades.csv${range.replace('&page=2', '')}`),
    ),
    { ...get('free', `${url}/trades.csv`), headers: { 'accept-encoding': 'gzip' } },
    { ...get('free', `${url}/trades.csv`), headers: { 'if-none-match': '*' } },
    head('free', `${url}/trades.csv`),
    head('free', `${url}/trades?page=2`),
    get('free', `${url}/positions`),
    get('pro', `${url}/positions?limit=2&page=2`),
    head('pro', `${url}/positions`),
    ...['', ...spans].map((span) => get('none', `${url}/gain${span}`)),
    get('none', `${url}/statistics`),
    get('pro', `${url}/statistics?by=symbol,magic_number,month`),
    get('none', `${url}/widget`),
    get('pro', `${url}/widget`),
  ];
}

/** Lists calls of tools that read one account. */
const toolAsks = (slug: string): Ask[] => [
  call('none', 'get_account', { slug, include: all }),
  call('none', 'get_gain', { slug }),
  call('none', 'get_widget_snippet', { slug }),
  call('none', 'assess_account', { slug }),
  call('pro', 'get_trade_statistics', { slug, by: 'symbol,magic_number' }),
  call('pro', 'list_trades', { slug }),
  call('pro', 'list_positions', { slug }),
];

/** Lists addresses of a slug that is private or unknown. */
function foreignAsks(slug: string): Ask[] {
  return accountEnds.flatMap((end) => [
    get('none', `${accounts}/${slug}${end}`),
    get('pro', `${accounts}/${slug}${end}`),
    get('accountsOnly', `${accounts}/${slug}${end}`),
    head('pro', `${accounts}/${slug}${end}`),
  ]);
}

/** Ends of the addresses of the pages of an account, also below a share link. */
const recordEnds = ['', '/risk', '/behaviour', '/statistics', '/verification'];

/** Files of rows that every page of an account has, also below a share link. */
const listFiles = ['trades.csv', 'trades.ndjson', 'positions.csv', 'positions.ndjson'];

/**
 * Lists pages outside the versioned API, whether the account is published or not. `isThorough` also
 * asks for drawings, which take time.
 */
const pageAsks = (slug: string, isThorough: boolean): Ask[] =>
  [
    ...recordEnds.map((end) => `/account/${slug}${end}`),
    `/account/${slug}/curve.json`,
    `/account/${slug}/days`,
    `/account/${slug}/days?year=2024`,
    `/account/${slug}/trades`,
    `/account/${slug}/trades?sort=net_profit&side=buy`,
    ...listFiles.map((file) => `/account/${slug}/${file}`),
    ...downloads.map(({ file }) => `/account/${slug}/${file}`),
    `/account/${slug}/months.atom`,
    `/account/${slug}/embed`,
    `/oembed?url=${baseUrl}/account/${slug}`,
    ...[...recordEnds, '/curve.json', '/days', '/trades'].map(
      (end) => `/share/${shareSecret(slug)}${end}`,
    ),
    ...listFiles.map((file) => `/share/${shareSecret(slug)}/${file}`),
    ...downloads.map(({ file }) => `/share/${shareSecret(slug)}/${file}`),
    `/widget/${slug}`,
    `/widget/${slug}.svg?size=preview`,
    `/widget/${slug}.svg`,
    `/compare?slug=${slug},never-was`,
    `/api/v1/compare?slugs=${slug}`,
    ...(isThorough
      ? [
          `/account/${slug}/tearsheet.pdf`,
          `/share/${shareSecret(slug)}/tearsheet.pdf`,
          `/widget/${slug}.png`,
        ]
      : []),
  ].map((url) => get('none', url));

const generalAsks: readonly Ask[] = [
  ...searches.flatMap((query) => [
    get('none', `/api/v1/search/accounts${query}`),
    get('pro', `/api/v1/search/accounts${query}`),
  ]),
  ...['', '?benchmark=XAUUSD', '?figures=advanced.profit_factor&from=2024-02-01'].map((query) =>
    get('none', `/api/v1/compare${query}`),
  ),
  get('pro', '/api/v1/compare'),
  call('none', 'compare_accounts', {}),
  call('none', 'search_public_accounts', { q: '0' }),
  call('pro', 'list_my_accounts', {}),
  get('none', accounts),
  get('pro', accounts),
  get('publicOnly', accounts),
  ...['/', '/search', '/search?q=0&sort=-age_days', '/calendar', '/numbers', '/docs'].map((url) =>
    get('none', url),
  ),
  ...['/healthz', '/readyz', '/openapi.json', '/api/v1/openapi.json', '/llms.txt'].map((url) =>
    get('none', url),
  ),
  ...['/robots.txt', '/sitemap.xml', '/sitemap/1.xml', '/api/public/calendar/v1'].map((url) =>
    get('none', url),
  ),
  ...['/icon.svg', '/favicon.ico', '/assets/none.js'].map((url) => get('none', url)),
];

const entriesOf = ({ parts, portfolios }: HidingWorld): Entry[] => [
  ...parts.flatMap(({ entry }) => entry ?? []),
  ...portfolios,
];

/** Lists all requests of strangers to two worlds that show the same. */
export function strangerAsks(one: HidingWorld, other: HidingWorld): Ask[] {
  const entries = [...entriesOf(one), ...entriesOf(other)];
  const slugs = (isShown: boolean) => [
    ...new Set(entries.filter(({ published }) => published === isShown).map(({ slug }) => slug)),
  ];
  const owners = [...new Set(entries.map(({ owner }) => owner))];
  return [
    ...generalAsks,
    ...owners.flatMap((owner) => [
      get('none', `/owner/${owner}`),
      get('none', `/owner/${owner}/picture.png`),
    ]),
    get('none', `/compare?slug=${slugs(true).slice(0, 4)}`),
    ...slugs(true).flatMap((slug, at) => accountAsks(slug, at % 8 === 0)),
    ...slugs(true).flatMap((slug, at) => [...pageAsks(slug, at === 0), ...toolAsks(slug)]),
    ...[...slugs(false), 'never-was'].flatMap((slug) => [
      ...foreignAsks(slug),
      ...pageAsks(slug, true),
      ...toolAsks(slug),
    ]),
  ];
}

/** Lists all requests of owners about their own accounts. */
export function ownerAsks(world: HidingWorld): Ask[] {
  const owned = entriesOf(world).flatMap(({ slug, owner }): Ask[] => {
    const caller: Caller = `owner:${owner}`;
    return [
      get(caller, `${accounts}/${slug}?include=${all}`),
      get(caller, `${accounts}/${slug}/trades`),
      get(caller, `${accounts}/${slug}/trades?page=2`),
      get(caller, `${accounts}/${slug}/trades.csv`),
      get(caller, `${accounts}/${slug}/positions`),
      get(caller, `${accounts}/${slug}/gain`),
      get(caller, `${accounts}/${slug}/statistics?by=month`),
      get(caller, `${accounts}/${slug}/widget`),
    ];
  });
  const lists = world.owners.map(({ slug }) => get(`owner:${slug}`, `${accounts}?limit=200`));
  return [...lists, ...owned];
}
