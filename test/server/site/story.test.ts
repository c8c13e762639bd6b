import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageAccount } from '../../../server/site/account.ts';
import { html, plainText } from '../../../server/site/html.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { drawdowns } from '../../../server/site/parts/drawdowns.ts';
import { story } from '../../../server/site/parts/story.ts';
import { sections } from '../../../sql/marts/index.ts';
import { emptyOf } from '../../support/empty.ts';
import { within } from '../../support/within.ts';
import { partsOf } from '../facts.ts';
import { facts, gold, goldId, north, northId, withWorld } from '../world.ts';

const stories = suite('sentences above the chart');
const inWorld = within(stories, withWorld);

/** Makes an account with a first day and a day of its newest result. */
function between(scale: number, since: string, last: string, balance: number, more = {}) {
  const parts = partsOf(scale, { currency: 'EUR' });
  const { performance, ...rest } = parts.summary;
  return {
    parts: {
      ...parts,
      summary: { ...rest, balance, performance: { ...performance, since } },
      curve: { date: [last], twr_percent: [1], drawdown: [0], balance: [1], equity: [1] },
      ...more,
    },
  };
}

const inSequence = (balance: number, last: string) => ({
  facts: {
    ...facts,
    [northId]: between(1, '2024-01-02', last, balance),
    [goldId]: between(2, '2024-04-04', '2026-02-27', 2000),
  },
});

const textOf = (body: string): string =>
  (/<p class="story">(.*?)<\/p>/s.exec(body)?.[1] ?? '').replaceAll(/<[^>]*>/g, '');

inWorld(
  'of a portfolio say that its accounts follow each other',
  inSequence(0, '2024-03-01'),
  async ({ app, apply }) => {
    const story = async (lang = 'en') =>
      textOf((await app.inject(`/account/north-all?lang=${lang}`)).body);
    assert.match(
      await story(),
      /^One record over 2 accounts: EURUSD swing until 1 Mar 2024, then Gold\. Gr/,
    );
    assert.match(await story('de'), /^Eine Historie aus 2 Konten: EURUSD swing bis 1. M/);
    assert.match(await story('es'), /^Un solo historial de 2 cuentas: EURUSD swing hasta el 1 mar/);
    // The last day of an account is part of its growth. A private account is on no page.
    await apply({ ...north, hide: ['equity_curve'] });
    assert.not.match(await story(), /One record/);
    await apply({ ...north, hide: [] });
    assert.match(await story(), /One record/);
    await apply({ ...gold, published: false });
    assert.not.match(await story(), /One record|Gold/);
  },
);

inWorld(
  'name money that is left on an earlier account',
  inSequence(12.5, '2024-04-04'),
  async ({ app }) => {
    const story = textOf((await app.inject('/account/north-all')).body);
    assert.match(story, 'then Gold. The money that is left on an earlier account still counts');
  },
);

inWorld(
  'say nothing of a sequence if two accounts have results in the same time',
  inSequence(0, '2024-04-05'),
  async ({ app }) => {
    assert.not.match((await app.inject('/account/north-all')).body, /One record/);
    assert.not.match((await app.inject('/account/north-eurusd')).body, /One record/);
  },
);

const unknownCurve = { date: ['2024-01-02', '2026-02-27'], equity: [null, null] };
const unknown = { ...unknownCurve, twr_percent: [null, null], drawdown: [null, null], balance: [] };

inWorld(
  'have no chart below them if neither return nor equity is known',
  { facts: { ...facts, [northId]: between(1, '2024-01-02', '2026-02-27', 1, { curve: unknown }) } },
  async ({ app }) => {
    const { body } = await app.inject('/account/north-eurusd');
    assert.match(body, 'class="tiles"');
    assert.not.match(body, /id="charts"|1970/);
    const { body: known } = await app.inject('/account/north-gold');
    assert.match(known, 'id="charts"');
  },
);

stories('say what the figure of the return says, however small it is', () => {
  for (const [gain, words] of [
    [0.037, 'Grew 0.04%'],
    [-0.006, 'Lost 0.01%'],
    [0.004, 'Neither grew nor shrank'],
  ] as const) {
    const { summary } = partsOf(1, { currency: 'EUR' });
    const performance = { ...summary.performance, twr_percent: gain, since: '2024-01-02' };
    const account = { ...summary, performance } as unknown as PageAccount;
    const text = plainText(story(account, languageFor('en', '')) ?? html``);
    assert.match(text, new RegExp(`^${words} in `));
  }
});

const compared = (
  since: string,
  until: string,
  benchmark_return_percent: number | null,
  returns_from: 'equity' | 'trades' = 'equity',
) => ({
  facts: {
    ...facts,
    [northId]: between(1, '2024-01-02', '2026-02-27', 1000, {
      benchmark: {
        ...Object(emptyOf(sections.benchmark)),
        symbol: 'XAUUSD',
        since,
        until,
        returns_from,
        benchmark_return_percent,
        account_return_percent: -3.04,
      },
    }),
  },
});

for (const [since, until, change, words, returnsFrom] of [
  [
    '2024-01-05',
    '2026-02-26',
    11.96,
    'Gold (XAUUSD) did +11.96% in the same time; this account, with open trades, −3.04%.',
  ],
  ['2024-01-05', '2026-02-26', 11.97, 'Gold (XAUUSD) did +11.97% in the same time.', 'trades'],
  [
    '2024-06-03',
    '2026-02-26',
    -4,
    'From 3 Jun 2024 to 26 Feb 2026, Gold (XAUUSD) did −4.00% and this account −3.04%.',
  ],
  [
    '2024-01-05',
    '2025-12-30',
    7,
    'From 5 Jan 2024 to 30 Dec 2025, Gold (XAUUSD) did +7.00% and this account −3.04%.',
  ],
  ['2024-01-05', '2026-02-26', null, null],
] as const) {
  inWorld(
    `have the benchmark as a number: ${since} to ${until}, ${change}`,
    compared(since, until, change, returnsFrom),
    async ({ app, apply }) => {
      await apply({ ...north, benchmark: 'XAUUSD' });
      const { body } = await app.inject('/account/north-eurusd');
      if (words === null) assert.not.match(textOf(body), /XAUUSD/);
      else assert.match(textOf(body), words);
      await apply({ ...north, benchmark: 'XAUUSD', hide: ['benchmark'] });
      assert.not.match((await app.inject('/account/north-eurusd')).body, /XAUUSD/);
    },
  );
}

stories('of a portfolio compare the portfolio with the benchmark', () => {
  const both = { symbol: 'XAUUSD', since: '2024-01-02', returns_from: 'equity' } as const;
  const portfolio = (until: string) =>
    ({
      type: 'portfolio',
      as_of: '2024-06-04T00:00:00Z',
      updated_at: '2024-06-03T00:00:00Z',
      performance: { twr_percent: 5, since: '2024-01-02', max_drawdown_percent: null },
      benchmark: { ...both, until, benchmark_return_percent: 4, account_return_percent: 3 },
    }) as unknown as PageAccount;
  for (const [code, words] of [
    ['en', 'this portfolio'],
    ['de', 'dieses Portfolio'],
    ['es', 'esta cartera'],
  ] as const) {
    for (const until of ['2024-06-03', '2024-03-01']) {
      const said = story(portfolio(until), languageFor(code, undefined));
      const text = plainText(said ?? html``);
      assert.match(text, words, `${code} ${until}`);
      assert.not.match(text, /this account|dieses Konto|esta cuenta/);
    }
  }
});

stories('have the return of this year, also in the first year of a record', () => {
  const account = (this_year: object | null) =>
    ({
      type: 'account',
      as_of: '2026-06-04T00:00:00Z',
      updated_at: '2026-06-03T00:00:00Z',
      performance: { twr_percent: 5, since: '2026-02-02', max_drawdown_percent: null },
      monthly: { period_returns: { this_year } },
      benchmark: null,
    }) as unknown as PageAccount;
  const written = (this_year: object | null) => {
    const sentences = story(account(this_year), languageFor('en', undefined));
    return sentences === null ? '' : plainText(sentences);
  };
  assert.is(written({ twr_percent: 5 }).trim(), 'Grew 5.00% in 4 months. This year: +5.00%.');
  assert.not.match(written(null), 'This year');
});

stories('say how far below its peak a record is, although the worst fall has no known end', () => {
  const ended = { bottomed: '2026-03-20', recovered: '2026-03-31' };
  const written = (current: number | null, episode: number) => {
    const account = {
      type: 'account',
      as_of: '2026-06-04T00:00:00Z',
      updated_at: '2026-06-03T00:00:00Z',
      performance: { twr_percent: -5, since: '2026-02-02', max_drawdown_percent: 30 },
      drawdowns: {
        current: current === null ? null : { depth_percent: current },
        episodes: [{ depth_percent: episode, started: '2026-03-15', ...ended }],
      },
      monthly: null,
      benchmark: null,
    } as unknown as PageAccount;
    const text = plainText(story(account, languageFor('en', undefined)) ?? html``);
    return text
      .trim()
      .replace(/^Lost 5.00% in 4 months. The worst fall from a peak was 30.00%/, '');
  };
  const days = '15 Mar 2026 – 20 Mar 2026';
  assert.is(written(21, 29), ` (by end of day 29.00%, ${days}). It is now 21.00% below its peak.`);
  assert.is(written(29.98, 29.98), ` (by end of day 29.98%, ${days}) and has not recovered yet.`);
  assert.is(written(14, 29), ` (by end of day 29.00%, ${days}).`);
  assert.is(written(null, 29), ` (by end of day 29.00%, ${days}).`);
  assert.is(written(21, 30), ` (${days}) and took 11 days to recover.`);
});

stories('and the list of drawdowns say both depths if no day ended at the lowest point', () => {
  const episode = {
    depth_percent: 3.6,
    depth_money: 186.33,
    days: 57,
    days_down: 31,
    days_to_recover: 27,
    started: '2026-06-02',
    bottomed: '2026-07-02',
    recovered: '2026-07-29',
  };
  const all = { episodes: [episode], episodes_count: 1, current: null, longest: episode };
  const written = (max_drawdown_percent: number) =>
    plainText(
      drawdowns(
        {
          hidden: [],
          currency: 'USD',
          curve: null,
          drawdowns: all,
          performance: { max_drawdown_percent },
        } as unknown as PageAccount,
        languageFor('en', undefined),
      ) ?? html``,
    );
  assert.match(written(3.9487), 'Depths are by end of day. After every trade, the worst is 3.95%.');
  assert.not.match(written(3.604), 'After every trade');
});

stories.run();
