import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidables } from '../../../pipeline/registry/words.ts';
import type { Allowance, Limits } from '../../../server/callers/limits/limits.ts';
import { probabilityText } from '../../../server/site/cells.ts';
import { html, textOf } from '../../../server/site/html.ts';
import { english } from '../../../server/site/language/languages.ts';
import { heatOfMonth } from '../../../server/site/parts/heat.ts';
import { lineBelowName } from '../../../server/site/parts/identity.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { within } from '../../support/within.ts';
import { lendWorld, north, withWorld } from '../world.ts';
import { richFacts as facts } from './rich.ts';

const pages = suite('pages');
const inLentWorld = within(pages, lendWorld);
const inWorld = within(pages, withWorld);

const account = '/account/north-eurusd';
const every = [
  ...[
    '/',
    '/search',
    '/calendar',
    '/numbers',
    account,
    ...['verification', 'risk', 'behaviour', 'statistics'].map((page) => `${account}/${page}`),
  ],
  '/widget/north-eurusd',
];

inWorld('are HTML in UTF-8, revalidated at every visit', { facts }, async ({ app }) => {
  for (const url of every) {
    const first = await app.inject(url);
    assert.is(first.statusCode, 200, url);
    assert.is(first.headers['content-type'], 'text/html; charset=utf-8');
    assert.is(first.headers['cache-control'], 'private, no-cache');
    const head = await app.inject({ url, method: 'HEAD' });
    assert.is(head.headers.etag, first.headers.etag);
    assert.is(head.body, '');
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    assert.is(packed.headers['content-encoding'], 'br');
  }
});

inWorld(
  "load nothing from other sites, run no inline script and can't be framed",
  { facts },
  async ({ app }) => {
    for (const url of [...every, '/account/unknown', '/search?page=0']) {
      const { headers, body } = await app.inject(url);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/, url);
      assert.not.match(policy, /unsafe|https?:|data:/, url);
      const mayBeFramed = url.startsWith('/widget/');
      assert.match(policy, mayBeFramed ? /frame-ancestors \*$/ : /frame-ancestors 'none'$/, url);
      assert.is(headers['x-frame-options'], mayBeFramed ? undefined : 'DENY');
      assert.is(headers['referrer-policy'], 'strict-origin-when-cross-origin');
      assert.not.match(body, /<[^>]*\s(?:style|on[a-z]+)=|<style|<[^>]*javascript:/i, url);
      const scripts = body.match(/<script[^>]*>/g) ?? [];
      for (const script of scripts) assert.match(script, /src="\/assets\/|application\/json/);
    }
  },
);

inLentWorld('do not change the headers of the API', async ({ app }) => {
  const { headers } = await app.inject('/api/v1/accounts/north-eurusd');
  assert.is(headers['content-security-policy'], undefined);
  assert.is(headers['referrer-policy'], undefined);
});

/** Texts that prove that a section is on a page of the account, and files that contain them. */
const traces = [
  ['equity_curve', '', 'id="curve"', ['daily.csv', 'flows.csv']],
  ['monthly', '', 'id="months"', ['monthly.csv', 'yearly.csv']],
  ['by_symbol', '/behaviour', 'id="by_symbol"', ['instruments.csv']],
  ['by_magic_number', '/behaviour', 'id="by_magic_number"', ['magic-numbers.csv']],
  ['advanced', '/statistics', 'id="statistics"', []],
] as const;

inWorld('have no trace of what is hidden', { facts }, async ({ app, apply }) => {
  const whole = (await app.inject(account)).body;
  for (const [flag, page, mark, files] of traces) {
    assert.ok((await app.inject(account + page)).body.includes(mark), flag);
    await apply({ ...north, hide: [flag] });
    const { body } = await app.inject(account);
    assert.not.ok((await app.inject(account + page)).body.includes(mark), flag);
    assert.match(body, /Not shown by the owner: [a-z ]+\./);
    for (const file of files) {
      assert.ok(whole.includes(`north-eurusd/${file}`), file);
      assert.not.ok(body.includes(`north-eurusd/${file}`), file);
      assert.is((await app.inject(`${account}/${file}`)).statusCode, 404, file);
    }
    await apply({ ...north, hide: [] });
  }
  await apply({ ...north, hide: hidables });
  const nothing = (await app.inject(account)).body;
  for (const [, page, mark] of traces) {
    assert.not.ok((await app.inject(account + page)).body.includes(mark));
  }
  assert.match(nothing, /\+10\.00%/);
  assert.not.match((await app.inject('/widget/north-eurusd.svg')).body, /class="line"/);
  assert.match(whole, /class="line"/);
});

inWorld(
  'call a record free of warnings only if all of them could be told',
  { facts },
  async ({ app, apply }) => {
    const cardOf = async () =>
      /<h2 id="behaviour">.*?<\/section>/s.exec((await app.inject(account)).body)?.[0] ?? '';
    const none = 'No warnings about how it trades';
    for (const hide of ['volume', 'stop_loss', 'behaviour'] as const) {
      await apply({ ...north, hide: [hide] });
      assert.not.match(await cardOf(), none, hide);
      assert.match(await cardOf(), /hidden by its owner|Hidden by its owner/, hide);
    }
  },
);

inWorld('draw a line only if both its flags allow it', { facts }, async ({ app, apply }) => {
  const lineAt = async (url: string) => /class="line"/.test((await app.inject(url)).body);
  const isDrawn = async () => {
    const widgets = ['', '.svg'].map((end) => `/widget/north-eurusd${end}`);
    const drawn = [];
    for (const url of [...widgets, '/search?q=EURUSD']) drawn.push(await lineAt(url));
    assert.is(new Set(drawn).size, 1, String(drawn));
    return drawn[0];
  };
  assert.is(await isDrawn(), true);
  for (const flag of ['equity_curve', 'twr'] as const) {
    await apply({ ...north, hide: [flag] });
    assert.is(await isDrawn(), false, flag);
    assert.is(await lineAt(account), flag === 'twr', flag);
  }
  // A small widget has no room for the line next to what is hidden of behaviour.
  await apply({
    ...north,
    hide: hidables.filter((flag) => !/^(equity_curve|twr|behaviour|volume|stop_loss)$/.test(flag)),
  });
  assert.is(await isDrawn(), true);
});

inLentWorld('hold no trades, positions, comments or internal ids', async ({ app }) => {
  const { body } = await app.inject('/account/north-all');
  assert.not.match(body, /ticket|stop_loss|comment|Northwind-Live@|MT5:|100234/);
});

inWorld('show whatever an owner wrote as text', { facts }, async ({ app, apply }) => {
  const name = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;b&gt;`;

  await apply({ ...north, name });
  for (const url of [account, '/', '/widget/north-eurusd', '/widget/north-eurusd.svg']) {
    const { body } = await app.inject(url);
    assert.not.match(body, /<img(?! class="shown" src="\/widget\/)|<script>/i, url);
    const texts = textsOf(parseDocument(body).children);
    assert.ok(
      texts.some((text) => text.includes('<script>alert(1)</script>')),
      url,
    );
  }
});

inLentWorld('sort the list by columns, in both directions, by links', async ({ app }) => {
  for (const [sort, link, direction] of [
    ['twr_percent', '-twr_percent', 'ascending'],
    ['-twr_percent', 'twr_percent', 'descending'],
    ['-age_days', 'age_days', 'descending'],
  ]) {
    const { body } = await app.inject(`/search?sort=${sort}`);
    const head = new RegExp(
      `<th [^>]*aria-sort="${direction}"[^>]*><a href="/search\\?sort=${link}">`,
    );
    assert.match(body, head, sort);
    assert.is(body.match(/aria-sort/g)?.length, 1);
  }
});

inLentWorld(
  'take the fields of the form, the empty ones too, and say what is wrong with one',
  async ({ app }) => {
    const all = '/search?q=&type=&platform=&currency=&min_twr_percent=&max_drawdown_percent=&sort=';
    assert.match((await app.inject(all)).body, /EURUSD swing.*Gold|Gold.*EURUSD swing/s);
    const gold = (await app.inject('/search?q=Gold&currency=EUR')).body;
    assert.match(gold, /account\/north-gold/);
    assert.not.match(gold, /account\/north-eurusd/);
    assert.match(gold, /value="Gold"/);
    const bad = await app.inject('/search?sort=best');
    assert.is(bad.statusCode, 400);
    assert.is(bad.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(bad.body, /Choose sort from: /);
    assert.is((await app.inject('/widget/north-eurusd?size=huge')).statusCode, 400);
    assert.is((await app.inject('/calendar?impact=huge')).statusCode, 400);
  },
);

pages('count as pages and files as requests of the API; over the limit is a page too', async () => {
  const counted: Allowance[] = [];
  const limits: Limits = {
    take(allowance) {
      counted.push(allowance);
      const isAllowed = counted.length < 8;
      return { isAllowed, limit: 7, remaining: 0, resetAt: 1, retryAfter: 9 };
    },
    close: async () => {},
  };
  await withWorld(
    async ({ app }) => {
      for (const url of [...every, `${account}/daily.csv`, '/account/unknown'])
        await app.inject(url);
      assert.equal(counted, [...every.map(() => 'pages'), 'anonymous', 'pages']);
      const over = await app.inject('/');
      assert.is(over.statusCode, 429);
      assert.is(over.headers['retry-after'], '9');
      assert.is(over.headers['content-type'], 'text/html; charset=utf-8');
    },
    { facts, limits },
  );
});

inLentWorld('answer other methods with 405', async ({ app }) => {
  for (const url of every) {
    const response = await app.inject({ url, method: 'POST' });
    assert.is(response.statusCode, 405, url);
    assert.is(response.headers.allow, 'GET, HEAD');
  }
});

inWorld('link figures to definitions that exist', { facts }, async ({ app }) => {
  const { body } = await app.inject(account);
  const linked = [...body.matchAll(/href="\/numbers#(how-[a-z_]+)"/g)].map(([, id]) => id ?? '');
  assert.ok(linked.length > 5, `${linked.length}`);
  const numbers = (await app.inject('/numbers')).body;
  for (const id of linked) assert.ok(numbers.includes(`id="${id}"`), id);
});

pages('shade a month in the same way on every account', () => {
  const shades = [null, 0, 0.5, -0.99, 1, 7.99, -8, 60].map(heatOfMonth);
  assert.equal(shades, ['', '', ' up-1', ' down-1', ' up-2', ' up-3', ' down-4', ' up-4']);
});

pages('call nothing certain that is only rounded to 0 or 100 percent', () => {
  const { format } = english;
  const texts = [0, 0.049, 0.05, 50, 99.94, 99.96, 100].map((value) =>
    probabilityText(value, 1, format),
  );
  assert.equal(texts, ['< 0.1%', '< 0.1%', '0.1%', '50.0%', '99.9%', '> 99.9%', '100.0%']);
  assert.is(probabilityText(99.63, 0, format), '> 99%');
  assert.is(probabilityText(null, 1, format), '–');
});

pages('say who supplied the trades, and link to the proof', () => {
  const none = Object.fromEntries(sourceNames.map((source) => [source, { trades: 0 }]));
  const lineOf = (trades: Readonly<Record<string, number>>): string => {
    const counts = Object.entries(trades).map(([source, count]) => [source, { trades: count }]);
    const provenance = { ...none, ...Object.fromEntries(counts) };
    const account = { slug: 'a', type: 'account', owner: {}, isShared: true, provenance };
    const line = lineBelowName({ ...account, updated_at: null } as never, english);
    return (
      line
        .map((fact) => textOf(html`${fact}`))
        .find((fact) => fact.includes('/account/a/verification')) ?? ''
    );
  };
  assert.match(lineOf({ operator_file: 2 }), />Trades from the operator’s files, not read from/);
  assert.match(
    lineOf({ terminal: 1, feed: 1 }),
    />Trades sent by a terminal, from a feed, not read/,
  );
  assert.match(
    lineOf({ broker_api: 3, owner_statement: 1 }),
    />75\.0% of trades read from the broker, the others from a statement</,
  );
  assert.match(lineOf({ broker_api: 3 }), />All trades read from the broker</);
  assert.is(lineOf({}), '');
});

type Nodes = ReturnType<typeof parseDocument>['children'];

function textsOf(nodes: Nodes): string[] {
  return nodes.flatMap((node) => {
    if ('children' in node) return textsOf(node.children);
    return 'data' in node ? [node.data] : [];
  });
}

pages.run();
