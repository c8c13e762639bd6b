import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MadeAccount } from '../../../fixtures/statements/account.ts';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { lastRuns } from '../../../pipeline/run/run-log.ts';
import { catalogueIn } from '../../../server/language/catalogues.ts';
import type { LanguageCode } from '../../../server/language/words.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { furnish } from '../../support/furnish.ts';
import { until } from '../../support/until.ts';
import { type CommandProcess, startCommand } from '../commands/process.ts';
import { isInstalled } from '../deploy/nginx.ts';
import { chromiumPath, launch, withPage } from '../site/chromium.ts';
import { numberIn, textOf } from '../site/read-page.ts';
import { figureOf } from '../site/shown-figures.ts';
import { fill, follow, isFine, tabTo } from './keyboard.ts';
import { madeOrder } from './made-order.ts';

const walks = suite('owners without a shell');

const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'walks-')));
const viewport = { width: 360, height: 800 };

let service: CommandProcess;
let browser: Browser;

/** Monday, 12 January 2026, by the clock of a server two hours ahead of UTC. */
const at = (time: string): number => Date.parse(`2026-01-12T${time}:00Z`);

/**
 * 1,000.00 becomes 1,100.00. After a deposit of 900.00 the second trade loses 60.00 of 2,000.00.
 */
const statement: MadeAccount = {
  broker: 'Northwind Markets',
  login: 5_550_123,
  name: 'Anna Holder',
  currency: 'USD',
  places: 2,
  leverage: 100,
  saved: '2026 January 12, 18:00',
  before: 0,
  margin: 0,
  history: [
    { kind: 'booking', ticket: 1, at: at('10:00'), type: 'balance', text: 'Deposit', amount: 1e5 },
    madeOrder(2, { opened: at('11:00'), closed: at('12:00'), profit: 10_000 }),
    { kind: 'booking', ticket: 3, at: at('13:00'), type: 'balance', text: 'Deposit', amount: 9e4 },
    madeOrder(4, { opened: at('14:00'), closed: at('15:00'), profit: -6_000 }),
  ],
  open: [],
  working: [],
};

/** 2,000.00 becomes 2,300.00. Then a trade loses 115.00, and 185.00 are withdrawn. */
const rows = [
  {
    table: 'accounts',
    platform: 'TradeLocker',
    currency: 'EUR',
    demo: false,
    created_at: '2026-01-12T08:00:00Z',
    updated_at: '2026-01-12T14:00:00Z',
  },
  { table: 'cash_flows', id: 'in', at: '2026-01-12T08:00:00Z', amount: 2000 },
  { table: 'cash_flows', id: 'out', at: '2026-01-12T14:00:00Z', amount: -185 },
  ...[
    ['1', '10', 300],
    ['2', '12', -115],
  ].map(([ticket, hour, profit]) => ({
    table: 'trades',
    ticket,
    symbol: 'DAX',
    side: 'sell',
    volume: 1,
    profit,
    open_price: 100,
    close_price: 90,
    opened_at: '2026-01-12T09:00:00Z',
    closed_at: `2026-01-12T${hour}:00:00Z`,
  })),
];

async function open(chromium: string): Promise<void> {
  await furnish(dataDir);
  const registry = await openRegistry({ dataDir, clock: () => new Date() });
  await applyRegistry(registry, {
    owners: ['bert', ...walked.map(({ owner }) => owner)].map((slug) => ({ slug })),
  });
  await registry.close();
  service = startCommand(['serve', '--with-schedule'], dataDir, {
    LOG_LEVEL: 'trace',
    TRACKRECORD_PUSH_DELAY: '0',
    TRACKRECORD_CRON: '0 0 1 1 *',
    TRACKRECORD_CALENDAR_CRON: '0 0 1 1 *',
  });
  [browser] = await Promise.all([launch(chromium), service.answers]);
}

async function close(): Promise<void> {
  await browser.close();
  service.child.kill('SIGTERM');
  await service.ended;
}

/** Browsers: language, and with or without scripts. */
interface Walk {
  readonly owner: string;
  readonly code: LanguageCode;
  readonly javaScriptEnabled: boolean;
}

/** Every language, one of them without scripts. */
const walked: readonly Walk[] = [
  { owner: 'ada', code: 'en', javaScriptEnabled: true },
  { owner: 'carla', code: 'de', javaScriptEnabled: false },
  { owner: 'diego', code: 'es', javaScriptEnabled: true },
];
/** Owners who go on from the public page until they delete the account. */
const goingOn = ['carla', 'diego'];

/** Matches a button, link or field by the beginning of its name. */
const named = (text: string): RegExp =>
  new RegExp(`^\\s*${text.split('{')[0]?.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')}`);

/** Opens a page for an owner who has set a password, with the link that an operator prints. */
async function withOwner(
  { owner, code, javaScriptEnabled }: Walk,
  work: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  const { url } = await service.answers;
  const { frame, signIn } = catalogueIn(code).owners;
  const settings = { TRACKRECORD_DATA: dataDir.path, BASE_URL: url };
  const { stdout } = await trackrecord(['owners', 'invite', owner, '--json'], settings);
  const options = { viewport, javaScriptEnabled, locale: code };
  await withPage(browser, url, options, async ({ page }) => {
    await page.goto(JSON.parse(stdout).url);
    if (!javaScriptEnabled) await isFineHere(page);
    await fill(page, named(frame.newPassword), 'a few words of mine');
    await follow(page, named(signIn.setPassword));
    assert.is(page.url(), `${url}/me`);
    if (!javaScriptEnabled) await isFineHere(page);
    await work(page, url);
  });
}

/** Checks the open page with axe, which needs scripts. */
async function isFineHere(page: Page): Promise<void> {
  const storageState = await page.context().storageState();
  await withPage(browser, page.url(), { viewport, storageState }, async ({ page: scripted }) => {
    await scripted.goto(page.url());
    await isFine(scripted, page.url());
  });
}

/** Checks that a page is not too wide. `browser.test.ts` checks the same page with axe. */
const fits = async (page: Page): Promise<void> =>
  assert.is(await page.evaluate('document.documentElement.scrollWidth'), 360, page.url());

/** Lists the runs so far that loaded something. */
const loadings = (): number =>
  lastRuns(dataDir, 100).filter(({ rows_loaded }) => rows_loaded > 0).length;

/** Checks that everybody sees the right figures on the public page of an account. */
async function isPublic(
  url: string,
  name: string,
  figures: Readonly<Record<string, number>>,
): Promise<void> {
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

/** Most clicks allowed from the invitation to the public page. */
const fewestClicks = 9;

/**
 * Goes from the invitation to the public page. Some owners go on: they make a share link and an
 * alert, and delete the account. Without scripts they also correct it and withdraw the statement.
 */
const byStatement = (walk: Walk) => (): Promise<void> =>
  withOwner(walk, async (page, url) => {
    const all = catalogueIn(walk.code).owners;
    const { statement: words, account, corrections, deliveries } = all;
    const { dashboard, shares, alerts } = all;
    const began = performance.now();
    const name = `Swing of ${walk.owner}`;
    // The first click set the password.
    let clicks = 1;
    const click = async (text: string) => {
      clicks += 1;
      await follow(page, named(text));
    };
    // The browser has to hear of it before the key is pressed, or nobody gets the file's dialog.
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, named(words.file));
    clicks += 1;
    await page.keyboard.press('Space');
    const buffer = Buffer.from(mt4Statement(statement, { layout: 'detailed' }));
    await (await choosing).setFiles({ name: 'Statement.htm', mimeType: 'text/html', buffer });
    await click(words.check);
    // Without scripts the page reloads itself until the statement is read.
    await page.locator('.rows .record > div', { hasText: `${words.trades}2` }).waitFor();
    if (!walk.javaScriptEnabled) await isFineHere(page);
    await tabTo(page, named(words.timezone));
    clicks += 1;
    await page.keyboard.type(words.zones.fromNewYork.replace('{hours}', '7'));
    await fill(page, named(words.publicName), name);
    await click(words.addAccount);
    if (!walk.javaScriptEnabled) await isFineHere(page);
    // The page reloads itself until the figures are there.
    await page.getByText(words.done).waitFor();
    const [link] = await page.locator('main h2 a').all();
    const slug = (await link?.getAttribute('href'))?.split('/').at(-1) ?? '';
    const publicUrl = `${url}/account/${slug}`;
    assert.is((await fetch(publicUrl)).status, 404, 'private until then');
    await click(words.publish);
    assert.is(page.url(), `${url}/me/accounts/${slug}?done=shown`);
    const scripts = walk.javaScriptEnabled ? 'with' : 'without';
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${walk.code}, ${scripts} scripts: ${clicks} clicks and ${seconds} s from the invitation to the public page`,
    );
    assert.ok(clicks <= fewestClicks, `${clicks} clicks`);
    await isPublic(publicUrl, name, {
      twr_percent: 6.7,
      absolute_gain_percent: 2.11,
      max_drawdown_percent: 3,
      balance: 1940,
      deposits: 1900,
      withdrawals: 0,
    });
    await fits(page);
    const comments = page.getByRole('checkbox', { name: new RegExp(account.fields.comment, 'i') });
    assert.is(await comments.first().isChecked(), true, 'comments are hidden unless ticked');
    if (!goingOn.includes(walk.owner)) return;

    await click(shares.title);
    await fill(page, named(shares.name), 'A friend');
    await click(shares.create);
    const shared = await page.locator('input.secret').inputValue();
    assert.match(await (await fetch(shared)).text(), name);
    if (!walk.javaScriptEnabled) await isFineHere(page);
    await click(name);
    await click(alerts.title);
    clicks += 1;
    await follow(page, new RegExp(`^\\s*${alerts.change}[\\s\\S]*${name}`));
    await tabTo(page, named(alerts.kinds.stale));
    clicks += 1;
    await page.keyboard.press('Space');
    await click(alerts.save);
    await page.getByText(alerts.done.saved).waitFor();
    await click(name);

    if (!walk.javaScriptEnabled) {
      await click(account.links.correct);
      await fits(page);
      await fill(page, named(corrections.broker), 'Northwind Ltd');
      await click(corrections.check);
      assert.match(await textOf(page.locator('main .notice')), 'Northwind Ltd');
      await click(corrections.back);
      await click(name);
      await click(account.links.sent);
      await click(deliveries.withdrawLink);
      const removes = (await textOf(page.locator('main .notice'))).replaceAll('\u00a0', ' ');
      assert.match(removes, /2 .*[+]40[.,]00/);
      await fits(page);
      await click(deliveries.withdraw);
      await page.getByText(deliveries.done).waitFor();
      await click(name);
    }
    await tabTo(page, new RegExp(`^\\s*${account.delete}$`));
    await page.keyboard.press('Enter');
    await fill(page, named(account.typeName.split(':')[0] ?? ''), name);
    await click(account.deleteButton);
    await page.getByText(dashboard.deleted).waitFor();
    for (const gone of [publicUrl, shared])
      assert.is((await fetch(gone)).status, 404, 'gone at once');
    const total = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${walk.code}, ${scripts} scripts: ${clicks} clicks and ${total} s to the end`);
  });

async function byKey(): Promise<void> {
  const walk = { owner: 'bert', code: 'en', javaScriptEnabled: true } as const;
  await withOwner(walk, async (page, url) => {
    await follow(page, /Other ways to add an account/);
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
    const [, receipt] = /^(rcp_\w+): 5 accepted, 0 refused/.exec(stdout) ?? [];
    await until(async () => loadings() > before);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/connect/v1/receipts/${receipt}`, { headers });
    assert.match(await answer.text(), '"state":"published"');
    await follow(page, /DAX of Bert/);
    const slug = page.url().split('/').at(-1) ?? '';
    await tabTo(page, /^Private/);
    await page.keyboard.press('ArrowUp');
    await follow(page, /^\s*Save$/);
    await follow(page, /Public page/);
    assert.is(page.url(), `${url}/account/${slug}`);
    await isPublic(page.url(), 'DAX of Bert', {
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
  for (const walk of walked) {
    const scripts = walk.javaScriptEnabled ? 'with' : 'without';
    walks(
      `go by keyboard from a link to a public page, in ${walk.code}, ${scripts} scripts`,
      byStatement(walk),
    );
  }
  walks('go by keyboard from a link to a public page, with a Connection Key', byKey);
  walks('leave no link, key or password in the log', () => {
    const { stderr } = service.output;
    assert.match(stderr, 'job done');
    assert.not.match(stderr, /tr_(invite|conn)_\w|few words/);
  });
}

walks.after(() => rmSync(dataDir.path, { recursive: true, force: true }));

walks.run();
