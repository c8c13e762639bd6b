import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MadeAccount, MadeOrder } from '../../../fixtures/statements/account.ts';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { lastRuns } from '../../../pipeline/run/run-log.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { until } from '../../support/until.ts';
import { type CommandProcess, startCommand } from '../commands/process.ts';
import { isInstalled } from '../deploy/nginx.ts';
import { chromiumPath, launch, withPage } from '../site/chromium.ts';
import { numberIn, textOf } from '../site/read-page.ts';
import { figureOf } from '../site/shown-figures.ts';
import { fill, follow, isFine, tabTo } from './keyboard.ts';

const walks = suite('owners without a shell');

const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'walks-')));
const viewport = { width: 360, height: 800 };

let service: CommandProcess;
let browser: Browser;

/** Monday, 12 January 2026, on the clock of a server two hours ahead of UTC. */
const at = (time: string): number => Date.parse(`2026-01-12T${time}:00Z`);

const order = (
  ticket: number,
  fields: Pick<MadeOrder, 'opened' | 'closed' | 'profit'>,
): MadeOrder => ({
  kind: 'order',
  ...{ ticket, label: '', side: 'buy', lots: '0.10', item: 'eurusd', pricePlaces: 5 },
  ...{ openPrice: 1.1, stopLoss: 0, takeProfit: 0, closePrice: 1.105 },
  ...{ commission: 0, taxes: 0, swap: 0, ...fields },
});

/** 1,000.00 become 1,100.00; with 900.00 more the second trade loses 60.00 of 2,000.00. */
const statement: MadeAccount = {
  ...{ broker: 'Northwind Markets', login: 5_550_123, name: 'Anna Holder', currency: 'USD' },
  ...{ places: 2, leverage: 100, saved: '2026 January 12, 18:00', before: 0, margin: 0 },
  history: [
    { kind: 'booking', ticket: 1, at: at('10:00'), type: 'balance', text: 'Deposit', amount: 1e5 },
    order(2, { opened: at('11:00'), closed: at('12:00'), profit: 10_000 }),
    { kind: 'booking', ticket: 3, at: at('13:00'), type: 'balance', text: 'Deposit', amount: 9e4 },
    order(4, { opened: at('14:00'), closed: at('15:00'), profit: -6_000 }),
  ],
  open: [],
  working: [],
};

/** 2,000.00 become 2,300.00; a trade loses 115.00 of them, and 185.00 are taken out. */
const rows = [
  {
    ...{ table: 'accounts', platform: 'TradeLocker', currency: 'EUR', demo: false },
    ...{ created_at: '2026-01-12T08:00:00Z', updated_at: '2026-01-12T14:00:00Z' },
  },
  { table: 'cash_flows', id: 'in', at: '2026-01-12T08:00:00Z', amount: 2000 },
  { table: 'cash_flows', id: 'out', at: '2026-01-12T14:00:00Z', amount: -185 },
  ...[
    ['1', '10', 300],
    ['2', '12', -115],
  ].map(([ticket, hour, profit]) => ({
    ...{ table: 'trades', ticket, symbol: 'DAX', side: 'sell', volume: 1, profit },
    ...{ open_price: 100, close_price: 90, opened_at: '2026-01-12T09:00:00Z' },
    closed_at: `2026-01-12T${hour}:00:00Z`,
  })),
];

async function open(chromium: string): Promise<void> {
  const registry = await openRegistry({ dataDir, clock: () => new Date() });
  await applyRegistry(registry, { owners: [{ slug: 'anna' }, { slug: 'bert' }] });
  await registry.close();
  service = startCommand(['serve', '--with-schedule'], dataDir, {
    ...{ LOG_LEVEL: 'trace', TRACKRECORD_PUSH_DELAY: '0' },
    ...{ TRACKRECORD_CRON: '0 0 1 1 *', TRACKRECORD_CALENDAR_CRON: '0 0 1 1 *' },
  });
  [browser] = await Promise.all([launch(chromium), service.answers]);
}

async function close(): Promise<void> {
  await browser.close();
  service.child.kill('SIGTERM');
  await service.ended;
}

/** A page of a browser in which an owner has set a password, by the link that an operator prints. */
async function withOwner(
  owner: string,
  javaScriptEnabled: boolean,
  work: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  const { url } = await service.answers;
  const settings = { TRACKRECORD_DATA: dataDir.path, BASE_URL: url };
  const { stdout } = await trackrecord(['owners', 'invite', owner, '--json'], settings);
  await withPage(browser, url, { viewport, javaScriptEnabled }, async ({ page }) => {
    await page.goto(JSON.parse(stdout).url);
    if (!javaScriptEnabled) await isFineHere(page);
    await fill(page, /^New password/, 'a few words of mine');
    await follow(page, /Set password/);
    assert.is(page.url(), `${url}/me`);
    await follow(page, /Add an account/);
    if (!javaScriptEnabled) await isFineHere(page);
    await work(page, url);
  });
}

/** Looks at the page that is open as a browser with scripts does, which axe is one of. */
async function isFineHere(page: Page): Promise<void> {
  const storageState = await page.context().storageState();
  await withPage(browser, page.url(), { viewport, storageState }, async ({ page: scripted }) => {
    await scripted.goto(page.url());
    await isFine(scripted, page.url());
  });
}

/** Runs until now that have loaded something. */
const loadings = (): number =>
  lastRuns(dataDir, 100).filter(({ rows_loaded }) => rows_loaded > 0).length;

/** Makes the account of a page public, and looks whether everybody sees the right figures of it. */
async function publish(
  page: Page,
  name: string,
  figures: Readonly<Record<string, number>>,
): Promise<void> {
  const slug = page.url().split('/').at(-1) ?? '';
  const url = new URL(`/account/${slug}`, page.url()).href;
  assert.is((await fetch(url)).status, 404, 'private until then');
  await tabTo(page, /^Private/);
  await page.keyboard.press('ArrowUp');
  await follow(page, /Save visibility/);
  await follow(page, /Public page/);
  assert.is(page.url(), url);
  await withPage(browser, new URL(url).origin, { viewport }, async ({ page: strangers }) => {
    await strangers.goto(url);
    assert.is(await textOf(strangers.locator('h1')), name);
    const shown: Record<string, number | null> = {};
    for (const figure of Object.keys(figures)) {
      shown[figure] = numberIn(await figureOf(strangers, figure));
    }
    assert.equal(shown, figures);
    assert.not.match(await strangers.content(), /5550123|Holder/);
  });
}

async function byStatement(): Promise<void> {
  await withOwner('anna', false, async (page) => {
    await tabTo(page, /^Statement/);
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Space');
    const buffer = Buffer.from(mt4Statement(statement, { layout: 'detailed' }));
    await (await choosing).setFiles({ name: 'Statement.htm', mimeType: 'text/html', buffer });
    await follow(page, /Check file/);
    // Without scripts the page loads itself again until the statement has been read.
    await page.locator('dl.found > div', { hasText: 'Closed trades2' }).waitFor();
    await fill(page, /^Time zone/, 'NY+7');
    await follow(page, /Check again/);
    const period = page.locator('dl.found > div', { hasText: 'Period' });
    await period.filter({ hasText: /08:00.*13:00/s }).waitFor();
    await isFineHere(page);
    await fill(page, /^Name/, 'Swing of Anna');
    const before = loadings();
    await follow(page, /Add account/);
    await isFineHere(page);
    await until(async () => loadings() > before);
    await until(async () => {
      await follow(page, /Check again/);
      return (await textOf(page.getByRole('status'))).includes('your figures are up to date');
    });
    await follow(page, /Swing of Anna/);
    await publish(page, 'Swing of Anna', {
      twr_percent: 6.7,
      absolute_gain_percent: 2.11,
      max_drawdown_percent: 3,
      balance: 1940,
      deposits: 1900,
      withdrawals: 0,
    });
  });
}

async function byKey(): Promise<void> {
  await withOwner('bert', true, async (page, url) => {
    await fill(page, /^Name/, 'DAX of Bert');
    await follow(page, /Add account/);
    await fill(page, /^Key name/, 'office');
    await follow(page, /Create key/);
    await isFine(page, 'key');
    const key = await page.getByLabel('Key', { exact: true }).inputValue();
    const file = join(dataDir.path, 'rows.ndjson');
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const client = join(dataDir.path, 'trackrecord.py');
    await tabTo(page, /trackrecord\.py/);
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await (await downloading).saveAs(client);
    const env = { ...process.env, TRACKRECORD_CONNECTION_KEY: key };
    const before = loadings();
    const { stdout } = await promisify(execFile)('python3', [client, url, file], { env });
    const [, receipt] = /^(rcp_\w+): 5 rows accepted, 0 refused/.exec(stdout) ?? [];
    await until(async () => loadings() > before);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/connect/v1/receipts/${receipt}`, { headers });
    assert.match(await answer.text(), '"state":"published"');
    await follow(page, /DAX of Bert/);
    await publish(page, 'DAX of Bert', {
      twr_percent: 9.25,
      absolute_gain_percent: 9.25,
      max_drawdown_percent: 5,
      balance: 2000,
      deposits: 2000,
      withdrawals: 185,
    });
  });
}

if (chromiumPath === null || !isInstalled('python3')) {
  console.log('skipped: owners without a shell, for want of chromium or python3');
} else {
  const chromium = chromiumPath;
  walks.before(() => open(chromium));
  walks.after(close);
  walks('go by keyboard from a link to a public page, with a statement', byStatement);
  walks('go by keyboard from a link to a public page, with a Connection Key', byKey);
  walks('leave no link, key or password in the log', () => {
    const { stderr } = service.output;
    assert.match(stderr, 'job done');
    assert.not.match(stderr, /tr_(invite|conn)_\w|few words/);
  });
}

walks.after(() => rmSync(dataDir.path, { recursive: true, force: true }));

walks.run();
