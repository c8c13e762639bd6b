import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { correlationOf } from '../../../server/site/correlation.ts';
import { mapAt } from '../../../server/site/pages/search-engines.ts';
import { within } from '../../support/within.ts';
import { northId, publishFacts, withWorld, facts as worldFacts } from '../world.ts';
import { richFacts as facts, richParts } from './rich.ts';

const more = suite('pages of owners, comparisons and search engines');
const inWorld = within(more, withWorld);

const linksIn = (body: string, pattern: RegExp) => [...body.matchAll(pattern)].map(([, to]) => to);

inWorld('have an icon in the format that browsers ask for', async ({ app }) => {
  const icon = await app.inject('/favicon.ico');
  assert.is(icon.headers['content-type'], 'image/vnd.microsoft.icon');
  assert.equal([...icon.rawPayload.subarray(0, 8)], [0, 0, 1, 0, 1, 0, 32, 32]);
  assert.is(icon.rawPayload.subarray(23, 26).toString(), 'PNG');
});

more('are split into site maps of limited size', () => {
  const paths = ['/a', '/b', '/c', '/d', '/e'];
  assert.equal(mapAt('', paths, 5), { of: 'pages', paths });
  assert.is(mapAt('1.xml', paths, 5), null);
  const maps = ['/sitemap/1.xml', '/sitemap/2.xml', '/sitemap/3.xml'];
  assert.equal(mapAt('', paths, 2), { of: 'maps', paths: maps });
  const all = maps.flatMap((map) => mapAt(map.slice('/sitemap/'.length), paths, 2)?.paths ?? []);
  assert.equal(all, paths);
  for (const name of ['0.xml', '4.xml', '1', 'x.xml']) assert.is(mapAt(name, paths, 2), null, name);
});

inWorld('have a feed of months only where they are shown', { facts }, async ({ app, apply }) => {
  const url = '/account/north-eurusd/months.atom';
  assert.is((await app.inject(url)).statusCode, 200);
  await apply({ ...published, hide: ['monthly'] });
  const unknown = await app.inject('/account/nobody/months.atom');
  assert.is((await app.inject(url)).body, unknown.body);
  assert.not.match((await app.inject('/account/north-eurusd')).body, /months\.atom/);
});

/** Makes a restatement of days since a first one. */
const since = (first_day: string | null, ...of: string[]) => ({ of, first_day, days_affected: 1 });

/** Makes published data of an account with three months. These days were restated, newest first. */
function restatedFacts(
  ...found: [found_at: string, kind: string, ...ReturnType<typeof since>[]][]
) {
  const amounts = { profit_before: 1, profit_after: 2, twr_before: 1, twr_after: 2 };
  const restatements = found.map(([found_at, kind, ...days], at) => ({
    found_at,
    version: found.length - at,
    kind,
    days,
    ...amounts,
  }));
  const counts = found.map(([last_found_at, , ...days]) => ({
    of: days.flatMap(({ of }) => of),
    count: 1,
    last_found_at,
  }));
  const [january, february] = richParts.monthly.monthly_performance;
  const monthly_performance = [january, february, { ...february, date: '2024-03' }];
  const parts = {
    ...richParts,
    monthly: { ...richParts.monthly, monthly_performance },
    restatements: { since: '2024-01-02', counts, restatements },
  };
  return { ...facts, [northId]: { parts } };
}

const march = '2024-04-01T00:00:00.000Z';
const february = '2024-03-01T00:00:00.000Z';
const january = '2024-02-01T00:00:00.000Z';
const data = '2026-02-28T21:00:00.250Z';
const found = '2026-01-05T12:00:00Z';

const restatedMonths: Record<string, [Parameters<typeof restatedFacts>, string[]]> = {
  'nothing is restated': [[], [data, march, february, january]],
  'a result of February is another, and later returns with it': [
    [[found, 'changed', since('2024-02-29', 'comment', 'trades')]],
    [data, found, found, january],
  ],
  'January is restated after the newest data': [
    [['2026-03-01T00:00:00Z', 'added', since('2024-01-31', 'flows')]],
    Array(4).fill('2026-03-01T00:00:00Z'),
  ],
  'January was restated before March was over': [
    [['2024-03-15T06:00:00Z', 'removed', since('2024-01-30', 'trades')]],
    [data, march, '2024-03-15T06:00:00Z', '2024-03-15T06:00:00Z'],
  ],
  'no day is known of the capital': [
    [[found, 'changed', since(null, 'capital')]],
    [data, found, found, found],
  ],
  'the history was cut': [[[found, 'cut', since(null, 'record')]], [data, found, found, found]],
  'two runs found something, each of other months': [
    [
      ['2026-02-01T12:00:00Z', 'removed', since('2024-03-04', 'trades')],
      [found, 'added', since('2024-02-05', 'trades')],
    ],
    [data, '2026-02-01T12:00:00Z', found, january],
  ],
  'what moves no month is another, shown or not': [
    [[found, 'changed', since('2024-01-30', 'comment', 'listed', 'volume', 'equity', 'prices')]],
    [data, march, february, january],
  ],
  'only the chain knows that something was': [
    [[found, 'changed', since(null, 'unknown')]],
    [data, march, february, january],
  ],
  'on an earlier day only what moves no month is another': [
    [[found, 'changed', since('2024-01-30', 'stop_loss'), since('2024-03-04', 'trades')]],
    [data, found, february, january],
  ],
};

inWorld(
  'tell in the feed when figures of a month were restated',
  { facts },
  async ({ app, dataDir, snapshots }) => {
    for (const [what, [restated, updated]] of Object.entries(restatedMonths)) {
      await publishFacts(dataDir, restatedFacts(...restated));
      await snapshots.refresh();
      const { body } = await app.inject('/account/north-eurusd/months.atom');
      assert.equal(linksIn(body, /<updated>([^<]*)<\/updated>/g), updated, what);
    }
  },
);

inWorld(
  'tell restatements as soon as they are published, though no figure is another',
  { facts },
  async ({ app, dataDir, snapshots }) => {
    const read = async () => (await app.inject('/account/north-eurusd/verification')).body;
    const ofPage = /Restatements<[\s\S]{0,80}?none since/;
    await publishFacts(dataDir, restatedFacts());
    await snapshots.refresh();
    assert.match(await read(), ofPage);
    const changed = restatedFacts([found, 'changed', since('2024-01-30', 'comment')]);
    await publishFacts(dataDir, changed);
    await snapshots.refresh();
    assert.not.match(await read(), ofPage);
  },
);

const published = {
  slug: 'north-eurusd',
  type: 'account',
  account_id: 'MT5:100234@Northwind-Live',
  owner: 'north-desk',
  name: 'EURUSD swing',
};

inWorld('compare two to four published accounts', { facts }, async ({ app }) => {
  const asked = '/compare?slug=north-eurusd&slug=north-gold';
  const { statusCode, body } = await app.inject(asked);
  assert.is(statusCode, 200);
  assert.is((await app.inject('/compare?slug=north-eurusd,north-gold')).body, body);
  assert.is((await app.inject('/compare')).statusCode, 200);
  for (const slugs of ['north-eurusd', 'a,b,c,d,e', 'north-gold,north-gold']) {
    assert.is((await app.inject(`/compare?slug=${slugs}`)).statusCode, 400, slugs);
  }
});

/** Published data of a portfolio whose newest version knows the contribution of one account. */
const withContributions = {
  ...facts,
  'portfolio:north-all': {
    ...worldFacts['portfolio:north-all'],
    parts: {
      ...richParts,
      contributions: {
        members: [
          {
            member: 'north-gold',
            weight_percent: 50,
            net_profit: 400,
            return_percent: 8,
            drawdown_percent: 1.25,
          },
        ],
      },
    },
  },
};

inWorld(
  'show the published members of a portfolio, and none that is private',
  { facts: withContributions },
  async ({ app, apply }) => {
    const members = async () => {
      const { body } = await app.inject('/account/north-all');
      const section = /<section id="members".*?<\/section>/s.exec(body)?.[0] ?? '';
      return linksIn(section, /href="\/account\/([a-z-]+)"/g);
    };
    const { body } = await app.inject('/account/north-all');
    assert.equal(await members(), ['north-eurusd', 'north-gold']);
    const cellsOf = (name: string) => {
      const row = new RegExp(`>${name}</bdi></a>.*?</th>(.*?)</tr>`, 's').exec(body)?.[1] ?? '';
      return linksIn(row, />([^<]*)<\/td>/g).slice(2);
    };
    assert.equal(cellsOf('Gold'), ['50.0%', '+400.00', '+8.00%', '1.25%']);
    assert.equal(cellsOf('EURUSD swing'), ['–', '–', '–', '–'], 'a version without them');
    await apply({ ...published, published: false });
    assert.equal(await members(), ['north-gold']);
  },
);

more('correlate the months that two have in common', () => {
  const of = (...values: number[]) =>
    new Map(values.map((value, at) => [`2024-${String(at + 1).padStart(2, '0')}`, value]));
  const rising = of(1, 2, 3, 4, 5, 6);
  assert.is(correlationOf(rising, of(2, 4, 6, 8, 10, 12)), 1);
  assert.is(correlationOf(rising, of(6, 5, 4, 3, 2, 1)), -1);
  // By R: cor(1:6, c(1, 3, 2, 5, 4, 6)) = 0.8857143.
  assert.is(correlationOf(rising, of(1, 3, 2, 5, 4, 6))?.toFixed(7), '0.8857143');
  assert.is(correlationOf(rising, of(1, 2, 3, 4, 5)), null, 'five months');
  assert.is(correlationOf(rising, of(1, 1, 1, 1, 1, 1)), null, 'never moved');
});

inWorld('are well-formed where they are XML', { facts }, async ({ app, apply }) => {
  await apply({ ...published, published: true, name: '<a href="x">&amp;' });
  for (const url of ['/sitemap.xml', '/account/north-eurusd/months.atom']) {
    const { body } = await app.inject(url);
    assert.match(body, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n</, url);
    const opened = body.match(/<[a-z]+(?:\s[^>]*[^/])?>/g)?.length;
    assert.is(opened, body.match(/<\/[a-z]+>/g)?.length, url);
    assert.ok(parseDocument(body, { xmlMode: true }).children.length > 1);
    assert.not.match(body, /<a href="x">/);
  }
});

more.run();
