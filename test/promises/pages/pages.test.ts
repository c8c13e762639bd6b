import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mailOf } from '../../../pipeline/alerts/mail.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import { languageCodes, mailWordsIn } from '../../../server/language/catalogues.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { addressOfPage, type RecordPage, recordPages } from '../../../server/site/record-pages.ts';
import { sectionFlags } from '../../../sql/marts/index.ts';
import { callTool } from '../../server/mcp/calls.ts';
import { cookieName, signedIn } from '../../server/owners/owners.ts';
import { bodyOfRecord } from '../../server/site/record-body.ts';
import { sectionTexts } from '../../server/site/section-texts.ts';
import { differences, howToAccept } from './accepted.ts';
import { type Asked, differencesBetween, inEachWay, plainly } from './asked-before.ts';
import { comparedSlugs, readFigures, readNumbers } from './figures.ts';
import {
  type Answered,
  askForPages,
  linesOfOddPages,
  linesOfPages,
  oddStates,
  unknownMarkupOf,
} from './pages.ts';
import { valuesOf } from './values.ts';
import { openPagesWorld, type PagesWorld } from './world.ts';

const golden = suite('what pages say');

let world: PagesWorld;
let answered: readonly Answered[];
let inOddStates: readonly string[];
golden.before(async () => {
  world = await openPagesWorld();
  answered = await askForPages(world);
  inOddStates = await linesOfOddPages(world);
});
golden.after(() => world.remove());

golden('is what their accepted texts say, in every language', () => {
  const found = differences(linesOfPages(answered, world).set(oddStates, inOddStates));
  const most = 200;
  const shown = found.slice(0, most).join('\n');
  const rest = found.length > most ? `\n… and ${found.length - most} more lines` : '';
  assert.ok(found.length === 0, `${shown}${rest}\n\n${howToAccept}`);
});

golden('has only elements and attributes that browsers know', () => {
  assert.equal(unknownMarkupOf(answered), []);
});

golden('is not sent again if it has not changed, with the headers that it had', async () => {
  for (const { file, answer, again } of answered) {
    const { etag, 'content-type': _, 'content-length': __, ...headers } = answer.headers;
    if (etag === undefined) continue;
    const second = await again();
    assert.is(second.statusCode, 304, file);
    assert.is(second.body, '', file);
    for (const [name, value] of Object.entries(headers)) {
      if (!/^(?:date|connection)$/.test(name))
        assert.is(second.headers[name], value, `${file} ${name}`);
    }
  }
});

/** Names of the program, its files, its settings and its identifiers: no operator changes them. */
const ofProgram = [
  /\btrackrecord (?:status|push|mcp)\b/g,
  /(?:installiertem|installiertes|con|with|without|sin) trackrecord\b/gi,
  /\btrackrecord\.(?:py|mq[45])\b/gi,
  /\bTRACKRECORD_[A-Z_]+/g,
  /urn:trackrecord:problem:/g,
  /"trackrecord\/[a-z_]+"/g,
  /"name":"trackrecord","title":"Lane Records"/g,
];

golden('say the name of the site and its operator, never that of the program', async () => {
  const initialize = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    },
  };
  const bodies = new Map<string, string>();
  for (const url of [
    '/api/v1/accounts/lane-swing',
    '/api/v1/search/accounts',
    '/api/v1/accounts/nobody',
    '/api/v1/openapi.json',
    '/api/public/calendar/v1',
    '/llms.txt',
    '/oembed?url=https://records.example/account/lane-swing',
  ]) {
    bodies.set(url, (await world.app.inject(url)).body);
  }
  const { body } = await world.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, ...initialize },
  });
  const said = [...bodies, ['/mcp', body] as const];
  for (const [name, text] of said) {
    if (name !== '/api/v1/accounts/nobody') assert.match(text, 'Lane Records', name);
  }
  for (const [file, lines] of linesOfPages(answered, world)) bodies.set(file, lines.join('\n'));
  const target = { address: 'a@b.example', id: '1', secret: 's' };
  for (const language of languageCodes) {
    const message = { id: 'x', kind: 'test', account: null, target: { ...target, language } };
    const mail = mailOf(
      { ...message, details: {} } as never,
      'f@b.example',
      'https://b',
      mailWordsIn,
      'Lane',
    );
    bodies.set(`mail.${language}`, `${mail.subject}\n${mail.text}`);
  }
  const faults = [...bodies, ['/mcp', body] as const].flatMap(([name, text]) => {
    const rest = ofProgram.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
    return [...rest.matchAll(/.{0,40}trackrecord.{0,40}/gi)].map(([found]) => `${name}: ${found}`);
  });
  assert.equal(faults, []);
});

/** Pages on which a value in the place of another has to be seen. */
const dense = [
  '/account/lane-swing',
  '/account/lane-all',
  ...['risk', 'statistics', 'verification'].map((page) => `/account/lane-swing/${page}`),
  '/compare?slug=lane-swing,lane-grid,lane-all',
  '/owner/harbour-lane',
];

/** Figures that a page has under two names, that should agree, or that are both below 0.1 %. */
const twice: readonly (readonly string[])[] = [
  ['Return of the account', 'twr_equity_percent'],
  ['Return of the portfolio', 'twr_equity_percent'],
  ['Closed trades', 'total_trades'],
  [20, 30].map((loss) => `Chance of being down by ${loss}% within 250 weekdays`),
  [2, 3].map((column) => ` table of FigureReportedComputed, column ${column}`),
];

golden(
  'have no two values that are equal, so that each shows when it is in a wrong place',
  async () => {
    const equal: string[] = [];
    for (const url of dense) {
      const names = new Map<string, Set<string>>();
      for (const { name, text } of valuesOf((await world.app.inject(url)).body)) {
        names.set(text, (names.get(text) ?? new Set()).add(name));
      }
      for (const [text, all] of names) {
        const isMeant =
          all.size === 1 || twice.some((known) => `${known}` === `${[...all].sort()}`);
        if (!isMeant) equal.push(`${url}: ${text} is ${[...all].join(' and ')}`);
      }
    }
    assert.equal(equal, []);
  },
);

/** Short labels, for want of room, of figures that have a longer one elsewhere. */
const shortLabels: Readonly<Record<string, readonly string[]>> = {
  sharpe_ratio_annualized: ['Sharpe'],
  total_trades: ['Trades', 'Operaciones'],
};

golden('show each figure under one name, with one text, wherever it stands', async () => {
  const faults: string[] = [];
  for (const code of languageCodes) {
    const shown = await readFigures(world, code);
    const labels = new Map<string, string>();
    const texts = new Map<string, string>();
    for (const { place, label, slug, text, where } of shown) {
      if (place === null) continue;
      const isShort = shortLabels[place]?.includes(label) === true;
      const namesake = labels.get(label);
      if (label !== '' && namesake !== undefined && namesake !== place) {
        faults.push(`${code} ${where}: ${label} is ${namesake} and ${place}`);
      }
      if (!isShort && label !== '') labels.set(label, place);
      const before = texts.get(`${slug} ${place}`);
      if (before !== undefined && before !== text) {
        faults.push(`${code} ${where}: ${place} of ${slug} is ${text} and ${before}`);
      }
      texts.set(`${slug} ${place}`, text);
    }
    const named = new Set(labels.values());
    if (labels.size !== named.size) {
      const twice = [...labels].filter(([label, place]) =>
        [...labels].some(([name, same]) => name !== label && same === place),
      );
      faults.push(`${code}: two names of one figure: ${twice.join('; ')}`);
    }
    const counts = new Map<string, number>();
    for (const { place, label, slug, text, where } of shown) {
      const known = place ?? labels.get(label);
      if (known === undefined) continue;
      counts.set(where, (counts.get(where) ?? 0) + 1);
      const expected = texts.get(`${slug} ${known}`);
      if (text !== expected) {
        faults.push(`${code} ${where}: ${label} of ${slug} is ${text}, elsewhere ${expected}`);
      }
    }
    // Each of them shows so many of the three accounts' figures at least.
    for (const [where, least] of [
      ...([
        ['page', 250],
        ['comparison', 90],
        ['tear sheet', 40],
        ['list', 15],
      ] as const),
      ...([
        ['page of the owner', 15],
        ['preview', 9],
        ['about the record', 3],
        ['description', 12],
      ] as const),
      ...['small card', 'medium card', 'large card'].map((where) => [where, 12] as const),
    ]) {
      const count = counts.get(where) ?? 0;
      if (count < least) faults.push(`${code}: ${where} has ${count} figures`);
    }
  }
  assert.equal(faults, []);
});

type Account = ReturnType<typeof JSON.parse>;

/** Texts that the API has in parts: their figure comes first. */
const partOf: Readonly<Record<string, string>> = {
  best_trade_profit: 'value',
  worst_trade_profit: 'value',
  best_trade_pips: 'value',
  worst_trade_pips: 'value',
  longs_won: 'count',
  shorts_won: 'count',
};

/** Returns the months and years of an account by year and column. */
function monthsOf(monthly: Account): Account {
  const { monthly_performance: months, yearly_performance: years } = monthly;
  return Object.fromEntries(
    years.map((year: Account) => [
      year.date,
      {
        year: year.yearly_percent,
        fall: year.max_drawdown_percent,
        ...Object.fromEntries(
          months
            .filter(({ date }: Account) => date.startsWith(year.date))
            .map(({ date, monthly_percent }: Account) => [date.slice(5), monthly_percent]),
        ),
      },
    ]),
  );
}

/** Least number of figures of the three accounts that each of these shows to programs. */
const numbersIn = [
  ['monthly.csv', 40],
  ['yearly.csv', 8],
  ['instruments.csv', 20],
  ['magic-numbers.csv', 10],
  ['feed', 30],
] as const;

golden('show the figures of the API and of its tools for models, rounded', async () => {
  const faults: string[] = [];
  const compared = new Set<string>();
  const { key } = await createKey(world.registry, {
    owner: 'harbour-lane',
    name: 'golden',
    scopes: ['public:read'],
  });
  const numbers = await readNumbers(world);
  const shown = [...(await readFigures(world, 'en')), ...numbers];
  for (const [where, least] of numbersIn) {
    const { length } = numbers.filter((figure) => figure.where === where);
    if (length < least) faults.push(`${where} has ${length} figures`);
  }
  for (const slug of comparedSlugs) {
    const include = 'advanced,monthly,equity_curve,drawdowns,by_symbol,by_magic_number';
    const url = `/api/v1/accounts/${slug}?include=${include}`;
    const headers = { authorization: `Bearer ${key}` };
    const account = (await world.app.inject({ url, headers })).json();
    // One section at a time: an answer to a model has at most 60 KB.
    for (const section of ['advanced', 'monthly', 'drawdowns', 'by_symbol', 'by_magic_number']) {
      const asked = { slug, include: [section] };
      const [answer] = (await callTool(world.app, 'get_account', asked, key)).content;
      const asTold = JSON.parse(answer?.text ?? '');
      assert.equal(asTold.performance, account.performance);
      assert.equal(asTold[section], account[section], section);
    }
    const figures = { ...account, ...account.performance, ...account.advanced };
    figures.months = monthsOf(account.monthly);
    figures.this_year = account.monthly.period_returns.this_year.twr_percent;
    for (const { place, text, where } of shown.filter((figure) => figure.slug === slug)) {
      const value = place?.split('.').reduce((part, step) => part?.[step], figures);
      const part = value?.[partOf[place ?? ''] ?? 'count'] ?? value?.percent ?? value;
      const number = typeof part === 'string' ? Number(part) : part;
      const [written] = /[+−-]?[\d,]*\d(?:\.\d+)?/.exec(text) ?? [];
      if (typeof number !== 'number' || written === undefined || / h$| min$/.test(text)) continue;
      compared.add(place ?? '');
      const read = Number(written.replaceAll(',', '').replace('−', '-'));
      const half = 0.500001 * 10 ** -(written.split('.')[1]?.length ?? 0);
      if (Math.abs(read - number) > half) {
        faults.push(`${where}: ${place} of ${slug} is ${text}, in the API ${number}`);
      }
    }
    const { daily_performance: days } = account.equity_curve;
    const falls = days.map(({ drawdown }: { drawdown: number }) => -drawdown);
    assert.is(account.drawdowns.episodes[0].depth_percent, Math.max(...falls), `${slug}: deepest`);
  }
  assert.equal(faults, []);
  assert.ok(compared.size > 130, `${compared.size} figures`);
});

/** Reads the texts of a section of a page, without markup. */
const sectionOf = (body: string, id: string): string =>
  (new RegExp(`id="${id}"[^]*?</section>`).exec(body)?.[0] ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/[ \n]+/g, ' ');

golden('have sections that say what the API does', async () => {
  const { format } = languageFor('en', undefined);
  const seen = new Set<string>();
  for (const slug of [...comparedSlugs, 'cup-challenge']) {
    const include = Object.keys(sectionTexts);
    const account = (await world.app.inject(`/api/v1/accounts/${slug}?include=${include}`)).json();
    const body = await bodyOfRecord(world.app, slug);
    for (const [section, { id, texts }] of Object.entries(sectionTexts)) {
      const wanted = texts(account, format);
      if (wanted.length > 0) seen.add(section);
      const shown = sectionOf(body, id);
      assert.is(shown !== '', wanted.length > 0, `${slug} ${id}`);
      for (const text of wanted) assert.ok(shown.includes(text), `${slug}, ${text}: ${shown}`);
    }
  }
  assert.equal([...seen].sort(), Object.keys(sectionTexts).sort());
});

/** Sections that the one long page of earlier versions did not have. */
const newSections = ['behaviour-figures', 'confirmed', 'history', 'limits', 'means'];

golden('lead from the sections of the one long page to the pages that have them', async () => {
  const { body: overview } = await world.app.inject('/account/lane-swing');
  const pages = (Object.keys(recordPages) as RecordPage[]).filter(
    (page) => page !== 'overview' && page !== 'trades',
  );
  for (const page of pages) {
    const ids = new Set<string>();
    for (const slug of comparedSlugs) {
      const { body } = await world.app.inject(addressOfPage(slug, page));
      for (const [, id = ''] of body.matchAll(/<section id="([^"]+)"/g)) ids.add(id);
    }
    const sections = [...ids].filter((id) => !newSections.includes(id));
    assert.equal(sections.sort(), [...recordPages[page]].sort(), page);
    const link = new RegExp(`href="/account/lane-swing/${page}" data-fragments="([^"]*)"`);
    const fragments = link.exec(overview)?.[1]?.split(' ') ?? [];
    assert.ok(
      sections.every((id) => fragments.includes(id)),
      page,
    );
  }
});

/** Decisions that each change little of what other pages show. */
const decided: readonly object[] = [
  { accounts: [{ slug: 'lane-swing', verified: { track_record: false } }] },
  { accounts: [{ slug: 'lane-grid', verified: { identity: false } }] },
  { accounts: [{ slug: 'lane-grid', name: 'Grid' }] },
  { accounts: [{ slug: 'lane-grid', hide: ['comment', 'monthly'] }] },
  { owners: [{ slug: 'harbour-lane', name: 'The Lane' }] },
  { accounts: [{ slug: 'lane-grid', published: false }] },
  { accounts: [{ slug: 'lane-grid', published: true }] },
];

golden('is the same whatever was asked before, and after each decision', async () => {
  const account = 'lane-swing';
  const wanted = { account, name: 'x', passwordHash: null, expires_at: null };
  const secret = await createShare(world.registry, 'harbour-lane', wanted);
  const { token } = await signedIn(world.app, world.registry, 'harbour-lane');
  const cookie = `${cookieName}=${token}`;
  const ways = inEachWay({ account, secret, share: world.share, cookie });
  // Ask each way once before, so that the next answers come from caches.
  for (const asked of ways.flat()) await world.app.inject(asked);
  const compare = async (asked: readonly Asked[], decision: object) => {
    const fresh = await world.reopen();
    try {
      const found = await differencesBetween(world.app, fresh.app, asked);
      assert.equal(found, [], JSON.stringify(decision));
    } finally {
      await fresh.close();
    }
  };
  for (const asked of ways) await compare(asked, {});
  for (const decision of decided) {
    await applyRegistry(world.registry, decision);
    await compare(plainly(world), decision);
  }
});

/** Sections of a page by the part of the account that they show. */
const sectionIds: Readonly<Record<string, string>> = {
  equity_curve: 'curve',
  monthly: 'months',
  advanced: 'statistics',
  by_symbol: 'by_symbol',
  by_magic_number: 'by_magic_number',
};

golden('say in the place of each section that its owner hides it', async () => {
  const hide = sectionFlags.filter((name) => name !== 'twr' && name !== 'contributions');
  const before = await bodyOfRecord(world.app, 'lane-swing');
  await applyRegistry(world.registry, {
    accounts: [
      { slug: 'lane-swing', type: 'account', hide },
      { slug: 'lane-all', type: 'portfolio', hide: ['contributions'] },
    ],
  });
  const body = await bodyOfRecord(world.app, 'lane-swing');
  for (const name of hide) {
    const id = sectionIds[name] ?? name;
    assert.match(before, `<section id="${id}"`);
    assert.match(body, `aria-labelledby="no-${id}"`);
    assert.not.match(body, `<section id="${id}"`);
  }
  const { body: portfolio } = await world.app.inject('/account/lane-all');
  assert.match(portfolio, 'Weights and contributions: not shown by the owner.');
  assert.not.match(portfolio, 'Added to return');
});

golden.run();
