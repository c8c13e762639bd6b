import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { openAssets } from '../../../server/site/assets.ts';
import { english } from '../../../server/site/language/languages.ts';
import { createLargeWorld, largeSlug } from '../../load/large-account-world.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { openServer, type Server } from '../open-server.ts';
import { inChromium, launch, withPage } from './chromium.ts';
import { drawnPlots, recordPlots } from './drawn-lines.ts';
import { textOf } from './read-page.ts';

const every = suite('every day of a chart');

/** Days of a record that is in the page, and of one that the chart loads. Each has a trade. */
const [inPage, loaded] = [1000, 1400];
const whole = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

interface Day {
  readonly date: string;
  readonly twr_percent: number;
  readonly drawdown: number;
  readonly cumulative_balance: number;
}

interface DrawnDay {
  readonly date: string;
  /** Value of the line on that day, by the labels of its axis; null if it has no point there. */
  readonly value: number | null;
  /** Value of one pixel. */
  readonly pixel: number;
}

let root: string;
let server: Server;
let url: string;
let browser: Browser;
let key: string;

async function read(url: string): Promise<ReturnType<typeof JSON.parse>> {
  const headers = { authorization: `Bearer ${key}` };
  return (await server.app.inject({ url, headers })).json();
}

const daysOf = async (slug: string): Promise<Day[]> =>
  (await read(`/api/v1/accounts/${slug}?include=equity_curve`)).equity_curve.daily_performance;

/** Reads the value of each day from the line of a plot. The labels of the axis are its ruler. */
async function drawnDays(
  page: Page,
  at: number,
  dates: readonly string[],
  from: string,
  to: string,
): Promise<DrawnDay[]> {
  const plot = (await drawnPlots(page))[at];
  assert.ok(plot);
  const { lines, box } = plot;
  const texts = plot.texts.filter(([, x]) => x < box.left);
  const rules = texts
    .filter(([text]) => text.endsWith('%'))
    .map(([text, , y]) => [Number(text.replace('−', '-').replace('%', '')), y] as const)
    .sort(([first], [second]) => first - second);
  const [low, high] = [rules[0], rules.at(-1)];
  assert.ok(low && high && low[0] < high[0], `labels of plot ${at}: ${JSON.stringify(texts)}`);
  const pixel = (high[0] - low[0]) / (low[1] - high[1]);
  const span = Date.parse(to) - Date.parse(from);
  return dates.map((date) => {
    const x = box.left + ((Date.parse(date) - Date.parse(from)) / span) * box.width;
    const y = lines[0]?.findLast(([pointX]) => Math.abs(pointX - x) <= 1)?.[1] ?? null;
    return { date, value: y === null ? null : low[0] + (low[1] - y) * pixel, pixel };
  });
}

/** Checks that a plot draws every day at the value that the API has. */
async function draws(
  page: Page,
  at: number,
  expected: readonly (readonly [date: string, value: number])[],
  from: string,
  to: string,
): Promise<void> {
  const dates = expected.map(([date]) => date);
  const drawn = await drawnDays(page, at, dates, from, to);
  const wrong = drawn.filter(
    ({ value, pixel }, index) =>
      value === null || Math.abs(value - (expected[index]?.[1] ?? Number.NaN)) > 1.5 * pixel,
  );
  const examples = wrong
    .slice(0, 3)
    .map(({ date, value }) => `${date}: ${value}, not ${new Map(expected).get(date)}`);
  assert.is(wrong.length, 0, `${wrong.length} of ${dates.length} days: ${examples.join('; ')}`);
}

/** Checks both plots of a whole record. */
async function drawsAll(page: Page, days: readonly Day[], count: number): Promise<void> {
  assert.is(days.length, count);
  const [from = '', to = ''] = [days[0]?.date, days.at(-1)?.date];
  await draws(page, 0, returnsOf(days), from, to);
  await draws(page, 1, fallsOf(days), from, to);
}

const returnsOf = (days: readonly Day[]) =>
  days.map(({ date, twr_percent }) => [date, twr_percent] as const);
const fallsOf = (days: readonly Day[]) =>
  days.map(({ date, drawdown }) => [date, drawdown] as const);

/** Beginning of the tooltip on a day. */
const spokenOn = ({ date, twr_percent, drawdown }: Day): string => {
  const { day, signedPercent } = english.format;
  return `${day(date)}, Return ${signedPercent(twr_percent)}, Drawdown ${signedPercent(drawdown)}`;
};

/** Calls a script for each day, and returns what is spoken after each. */
async function spokenAfter(page: Page, each: string, count: number): Promise<string[]> {
  const script = `(() => {
    const over = document.querySelector('.u-over');
    const figure = document.querySelector('.plot.main');
    const spoken = document.querySelector('output.sr');
    const box = over.getBoundingClientRect();
    return JSON.stringify(Array.from({ length: ${count} }, (_, at) => { ${each}; return spoken.textContent; }));
  })()`;
  return JSON.parse(String(await page.evaluate(script)));
}

function says(spoken: readonly string[], days: readonly Day[]): void {
  const wrong = days.flatMap((day, at) =>
    spoken[at]?.startsWith(spokenOn(day)) ? [] : [`${spoken[at]} instead of ${spokenOn(day)}`],
  );
  assert.is(wrong.length, 0, `${wrong.length} of ${days.length}: ${wrong.slice(0, 3).join('; ')}`);
}

async function opened(page: Page, slug: string): Promise<Day[]> {
  await recordPlots(page);
  await page.goto(`/account/${slug}`);
  await page.locator('.uplot').nth(1).waitFor();
  return daysOf(slug);
}

/** Reads what the page says about using the chart. */
const hintOf = async (page: Page): Promise<string> =>
  (await page.locator('#charts .key').allTextContents()).join(' ');

const withChart = (
  viewport: typeof whole,
  work: (page: Page) => Promise<void>,
  options = {},
): Promise<void> =>
  withPage(browser, url, { viewport, deviceScaleFactor: 3, ...options }, async ({ page }) =>
    work(page),
  );

function tests(): void {
  every('is drawn after loading and after a zoom, and told by the keyboard', () =>
    withChart(whole, async (page) => {
      const days = await opened(page, largeSlug(inPage));
      await drawsAll(page, days, inPage);
      await page.locator('.plot.main').focus();
      const press = `figure.dispatchEvent(new KeyboardEvent('keydown', { key: at === 0 ? 'Home' : 'ArrowRight' }))`;
      says(await spokenAfter(page, press, days.length), days);
      const box = await page.locator('.u-over').first().boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width * 0.1, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.4, box.y + 30, { steps: 5 });
      await page.mouse.up();
      await page.waitForURL(/from=/);
      const { searchParams } = new URL(page.url());
      const [from = '', to = ''] = ['from', 'to'].map((name) => searchParams.get(name) ?? '');
      const shown = days.filter(({ date }) => date >= from && date <= to);
      assert.ok(shown.length > 250 && shown.length < 350, `${shown.length}`);
      const before = days.findLast(({ date }) => date < from)?.twr_percent ?? 0;
      const within = shown.map(
        ({ date, twr_percent }) =>
          [date, ((1 + twr_percent / 100) / (1 + before / 100) - 1) * 100] as const,
      );
      await draws(page, 0, within, from, to);
      // The drawdown goes on from the peak before, and sentence and figures are of these days.
      await draws(page, 1, fallsOf(shown), from, to);
      const headline = page.locator('#headline');
      const { day, percent, signedPercent } = english.format;
      await headline.getByText(`${day(from)} – ${day(to)}`).waitFor();
      const gain = await read(`/api/v1/accounts/${largeSlug(inPage)}/gain?from=${from}&to=${to}`);
      const figure = (name: string) => textOf(headline.locator(`[data-figure="${name}"] .value`));
      assert.is(await figure('twr_percent'), signedPercent(gain.return_percent));
      assert.is(await figure('max_drawdown_percent'), percent(gain.max_drawdown_percent));
      assert.is(await figure('total_trades'), `${gain.trades_count}`);
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await headline.locator('[data-figure="cagr_percent"]').waitFor();
      const { performance } = await read(`/api/v1/accounts/${largeSlug(inPage)}`);
      assert.is(await figure('twr_percent'), signedPercent(performance.twr_percent));
      assert.match(await hintOf(page), /Drag across a chart/);
      assert.not.match(await hintOf(page), /Tap/);
      await page.getByRole('button', { name: 'Balance', exact: true }).click();
      const all = (await drawnPlots(page))[0]?.texts.map(([text]) => text) ?? [];
      assert.ok(all.includes('USD'), `the unit of the axis: ${all}`);
    }),
  );

  every('is drawn of a record whose days are not in the page', () =>
    withChart(whole, async (page) => drawsAll(page, await opened(page, largeSlug(loaded)), loaded)),
  );

  every('is told by a tap, also on a phone, and stays until the next', () =>
    withChart(
      phone,
      async (page) => {
        const days = await opened(page, largeSlug(inPage));
        const instants = days.map(({ date }) => Date.parse(date));
        const [from = 0, to = 0] = [instants[0], instants.at(-1)];
        const shares = instants.map((at) => (at - from) / (to - from));
        const tap = `
          const clientX = box.left + ${JSON.stringify(shares)}[at] * box.width;
          const touch = new Touch({ identifier: 1, target: over, clientX, clientY: box.top + 50 });
          over.dispatchEvent(new TouchEvent('touchstart', { touches: [touch], bubbles: true }))`;
        says(await spokenAfter(page, tap, days.length), days);
        assert.match(await hintOf(page), /Tap a chart/);
        assert.not.match(await hintOf(page), /Drag|click/);
        const over = page.locator('.u-over').first();
        await over.scrollIntoViewIfNeeded();
        const box = await over.boundingBox();
        assert.ok(box);
        const tooltip = page.locator('.tooltip');
        // Waits for the events of a mouse too, which browsers send after a tap.
        const tapAt = async (x: number, y: number) => {
          await page.touchscreen.tap(x, y);
          await page.evaluate(`new Promise((resolve) => {
            const wait = (frames) => frames === 0 ? resolve() : requestAnimationFrame(() => wait(frames - 1));
            wait(20);
          })`);
        };
        const texts = [];
        for (const share of [0.25, 0.75]) {
          await tapAt(box.x + box.width * share, box.y + 60);
          assert.ok(await tooltip.isVisible(), `after a tap at ${share}`);
          texts.push(await textOf(tooltip));
        }
        assert.is.not(texts[0], texts[1]);
        await tapAt(20, box.y - 60);
        assert.not.ok(await tooltip.isVisible(), 'after a tap elsewhere');
      },
      { hasTouch: true, isMobile: true },
    ),
  );
}

const open = async (path: string) => {
  root = temporaryDirectory();
  const dataDir = dataDirectory(await createLargeWorld(root, [inPage, loaded]));
  const pages = { assets: openAssets(silentLog), calendarUrl: () => null };
  server = await openServer({ dataDir, clock: () => new Date(), log: silentLog, pages });
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  key = (
    await createKey(server.registry, { owner: 'large', name: 'test', scopes: ['public:read'] })
  ).key;
  browser = await launch(path);
  return async () => {
    await browser.close();
    await server.close();
    rmSync(root, { recursive: true });
  };
};

inChromium(every, 'every day of a chart', open, tests);

every.run();
