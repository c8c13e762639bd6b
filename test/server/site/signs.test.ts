import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageAccount } from '../../../server/site/account.ts';
import { rowsOf } from '../../../server/site/figures.ts';
import { html, plainText } from '../../../server/site/html.ts';
import { english } from '../../../server/site/language/languages.ts';
import { exposure } from '../../../server/site/parts/exposure.ts';
import { sections } from '../../../sql/marts/index.ts';
import { partsOf } from '../facts.ts';
import { facts, north, northId, withWorld } from '../world.ts';
import { richParts } from './rich.ts';

const signs = suite('signs on the page of an account');

const account = '/account/north-eurusd';
const { performance } = partsOf(1).summary;

/** Makes the account with other data, and with figures by equity if wanted. */
function worldOf(summary: object, advanced: object = {}) {
  const parts = {
    ...richParts,
    summary: partsOf(1, { reconciled: null, ...summary }).summary,
    advanced: { ...richParts.advanced, ...advanced },
  };
  return { facts: { ...facts, [northId]: { ...facts[northId], parts } } };
}

type Nodes = ReturnType<typeof parseDocument>['children'];
const textOf = (nodes: Nodes): string =>
  nodes
    .map((node) => {
      if ('children' in node) return textOf(node.children);
      return 'data' in node ? node.data : '';
    })
    .join(' ');

/** Returns the words of a page in one line. */
const wordsOf = (body: string): string =>
  textOf(parseDocument(body).children)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,·])/g, '');

signs('warn where the newest data is older than a week', async () => {
  // The data ends at 28 Feb 2026, 21:00.
  let now = new Date('2026-03-07T21:00:00Z');
  const url = account;
  await withWorld(
    async ({ app }) => {
      const isWarned = async () => /id="stale"/.test((await app.inject(url)).body);
      assert.is(await isWarned(), false, 'a week is not older than a week');
      now = new Date('2026-03-07T21:00:01Z');
      assert.is(await isWarned(), true);
      const { body } = await app.inject(url);
      assert.match(wordsOf(body), 'Not up to date: the newest data is from 28 Feb 2026.');
      assert.not.match((await app.inject('/account/solo-silent')).body, /id="stale"/);
    },
    { ...worldOf({}), clock: () => now },
  );
});

signs('warn of an open loss that is deeper than the drawdown shown', async () => {
  const losing = (open_profit_percent: number) =>
    worldOf({
      performance: { ...performance, open_profit: -100, open_profit_percent },
    });
  await withWorld(async ({ app }) => {
    const { body } = await app.inject(account);
    assert.match(body, /id="open-loss"/);
    assert.match(
      wordsOf(body),
      'Open positions are down 4.01% of the balance. That loss is not in the 4.00% max drawdown, which counts closed trades only.',
    );
    assert.match(wordsOf(body), '−100.00 USD (−4.01%)');
  }, losing(-4.01));
  await withWorld(async ({ app }) => {
    assert.not.match((await app.inject(account)).body, /id="open-loss"/);
  }, losing(-4));
});

signs('name hidden sections, but not flags that hide only cells', async () => {
  await withWorld(async ({ app, apply }) => {
    assert.not.match((await app.inject(account)).body, /not shown by the owner/i);
    await apply({ ...north, hide: ['monthly', 'equity_curve', 'trades', 'comment', 'volume'] });
    const { body } = await app.inject(account);
    assert.match(wordsOf(body), 'Not shown by the owner: growth, months, trades and positions.');
    const all = (await app.inject('/account/north-all')).body;
    assert.match(wordsOf(all), 'Not shown by the owner: growth, months.', 'of a member too');
  }, worldOf({}));
});

signs('name the month of a record, and the day of a day', () => {
  const record = { date: '2026-06-01', percent: -1.7, profit: -10 };
  const written = (field: string) =>
    rowsOf(sections.advanced)
      .find((row) => row.field === field)
      ?.show({ [field]: record }, 'USD', english)[0];
  assert.is(written('worst_month'), '−1.70% (Jun 2026)');
  assert.is(written('worst_day'), '−1.70% (1 Jun 2026)');
});

signs('name no leverage if every report came while no trade was open', () => {
  const written = (max_load_percent: number) => {
    const margin = {
      max_load_percent,
      at: '2025-02-25',
      avg_load_percent: 0,
      days: 458,
      max_leverage_used: 0,
      avg_leverage_used: 0,
    };
    const max_open = { trades: { max: 5, at: '2026-04-10' }, lots: { max: 0.9, at: null }, margin };
    const account = { hidden: [], max_open } as unknown as PageAccount;
    return plainText(exposure(account, english) ?? html``);
  };
  assert.match(written(0), 'no margin in use, 458 days with reports');
  assert.not.match(written(0), /0\.0|leverage/);
  assert.not.match(written(0.03), 'no margin in use');
  assert.match(written(3.2), '3.2% (first on 25 Feb 2025), on average 0.0%, 458 days with reports');
});

signs.run();
