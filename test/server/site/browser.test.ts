import { once } from 'node:events';
import { get } from 'node:http';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hidables } from '../../../pipeline/registry/words.ts';
import type { CalendarEvent } from '../../../sql/calendar/events.ts';
import { isInFull } from '../../support/in-full.ts';
import { until } from '../../support/until.ts';
import { faultsOf } from './axe.ts';
import { inChromium, nobody, withPage } from './chromium.ts';
import { type DemoSite, openDemoSite } from './demo-site.ts';
import { numberIn, rowsOf, textOf } from './read-page.ts';
import { figureOf, isShown } from './shown-figures.ts';

const browser = suite('pages in a browser');

let site: DemoSite;

/**
 * Different accounts: plain, with a history cut, in yen, in bitcoin with hidden sections, a
 * portfolio, ruined, empty.
 */
const slugs = [
  'north-eurusd',
  'night-owl',
  'asia-range',
  'volta-btc',
  'north-all',
  'tanaka-crosses',
  'volta-next',
];
const paths = [
  ...[
    '/',
    '/search?platform=MT4',
    '/calendar',
    '/numbers',
    nobody,
    '/widget/night-owl',
    '/owner/north-desk',
  ],
  ...['/compare?slug=north-eurusd,night-owl', '/account/night-owl?lang=es', '/?lang=de'],
  '/account/night-owl/verification',
  '/account/volta-grid/behaviour',
  '/account/night-owl/days',
];
const fourCompared = '/compare?slug=north-eurusd,north-gold,asia-range,north-scalper';
const every = [...paths, ...slugs.map((slug) => `/account/${slug}`)];
/** Together these pages have every part with colours. */
const coloured = isInFull ? every : ['/', '/calendar', '/widget/night-owl', '/account/north-all'];
/** Accounts whose pages have every part with colours; others have parts of theirs. */
const colouredSlugs = ['north-all', 'tanaka-crosses'];
const withoutContrast = "rules: { 'color-contrast': { enabled: false } }";

const hour = 3600;

/** Makes events around now. `actual` is the released value of the next one. */
function eventsOf(actual: string): CalendarEvent[] {
  const now = Math.floor(Date.now() / 1000);
  const event = (ts: number, currency: 'USD' | 'EUR', impact: 'high' | 'low', title: string) => ({
    ts,
    time: new Date(ts * 1000).toISOString().replace('.000Z', 'Z'),
    currency,
    impact,
    title,
    forecast: '0.2%',
    previous: '',
    actual: '',
  });
  return [
    { ...event(now + hour, 'USD', 'high', 'Retail Sales m/m'), actual },
    event(now + 2 * hour, 'EUR', 'high', '<img src=x onerror=alert(1)> CPI y/y'),
    event(now + 30 * hour, 'EUR', 'low', 'Trade Balance'),
  ];
}

function tests(): void {
  browser('are the same with scripts off: figures, drawings and tables', async () => {
    await withPage(site.browser, site.url, { javaScriptEnabled: false }, async ({ page }) => {
      await page.goto('/account/north-eurusd');
      assert.match(await figureOf(page, 'twr_percent'), /^[+−]\d/);
      assert.ok(await page.locator('#charts > svg').first().isVisible());
      assert.ok((await rowsOf(page.locator('#months .calendar'))).length > 2);
      assert.is(await page.locator('#theme').isVisible(), false);
      await page.goto('/calendar');
      assert.ok((await rowsOf(page.locator('.events'))).length >= 2);
      assert.match(await textOf(page.locator('#zone')), /UTC/);
    });
  });

  browser('pass axe in both themes, and are never wider than the screen', async () => {
    const desktop = { width: 1280, height: 720 };
    for (const { colorScheme, width, rules, asked } of [
      { colorScheme: 'light', width: 360, rules: '', asked: every },
      // The text of a page does not depend on its colours.
      { colorScheme: 'dark', width: 768, rules: "runOnly: ['cat.color']", asked: coloured },
    ] as const) {
      const viewport = { width, height: 800 };
      // One page for each: a page with all sections open is slow to become narrow again.
      for (const path of asked) {
        await withPage(site.browser, site.url, { colorScheme, viewport }, async ({ page }) => {
          await page.goto(path);
          const wide = await page.evaluate('document.documentElement.scrollWidth');
          if (!path.startsWith('/widget')) assert.is(wide, width, path);
          await page.setViewportSize(desktop);
          const [, slug = ''] = /^\/account\/([\w-]+)$/.exec(path) ?? [];
          const isAccount = rules === '' && slugs.includes(slug);
          const hasColours = isInFull || !isAccount || colouredSlugs.includes(slug);
          const faults = await faultsOf(page, hasColours ? rules : withoutContrast);
          assert.equal(faults, [], `${colorScheme} ${path}`);
        });
      }
    }
  });

  browser('are printed without parts that only a screen needs', async () => {
    await withPage(site.browser, site.url, {}, async ({ page }) => {
      await page.goto('/account/north-eurusd');
      await page.emulateMedia({ media: 'print' });
      assert.is(await page.locator('.top nav').first().isVisible(), false);
      assert.ok(await page.locator('#months .calendar').first().isVisible());
      const pdf = await page.pdf({ preferCSSPageSize: true });
      assert.ok(pdf.length > 20_000);
      assert.is(pagesOf(pdf), 1, 'one page');
      await page.goto('/account/north-all?lang=de');
      assert.is(pagesOf(await page.pdf({ preferCSSPageSize: true })), 1, 'a portfolio in German');
    });
  });

  browser('come with less than 60 KB, charts and headers and all', async () => {
    for (const path of [
      '/',
      '/account/north-scalper',
      '/account/north-all?lang=de',
      '/calendar',
      fourCompared,
    ]) {
      const bytes = await firstLoad(site, path);
      assert.ok(bytes > 5000 && bytes < 60 * 1024, `${path}: ${bytes} bytes`);
    }
  });

  browser('show a span of the charts by button, drag, keyboard and address', async () => {
    // On a busy machine a page sometimes waits forever for one of these. Then another page starts
    // over.
    for (const isLast of [false, false, true]) {
      try {
        return await within(120, showsSpans());
      } catch (error) {
        if (isLast || error instanceof assert.Assertion) throw error;
        process.stderr.write(`the span of the charts once more: ${error}\n`);
      }
    }
  });

  /** Counts the bytes of a page and all that it loads, as a browser receives them, with headers. */
  async function firstLoad({ url, browser }: DemoSite, path: string): Promise<number> {
    const loaded = new Set<string>();
    await withPage(browser, url, {}, async ({ page }) => {
      page.on('request', (request) => loaded.add(request.url()));
      await page.goto(path, { waitUntil: 'networkidle' });
    });
    let bytes = 0;
    for (const address of loaded) {
      if (!address.startsWith(url)) continue;
      const [answer] = await once(
        get(address, { headers: { 'accept-encoding': 'br' } }),
        'response',
      );
      for await (const chunk of answer) bytes += chunk.length;
      bytes += answer.rawHeaders.reduce((sum: number, text: string) => sum + text.length + 2, 19);
    }
    return bytes;
  }

  /** A page that doesn't answer at all has no time limit of its own. */
  const within = (seconds: number, work: Promise<void>): Promise<void> =>
    Promise.race([
      work,
      once(AbortSignal.timeout(seconds * 1000), 'abort').then(() => {
        throw new Error(`not done within ${seconds} seconds`);
      }),
    ]);

  async function showsSpans(): Promise<void> {
    await withPage(site.browser, site.url, {}, async ({ page }) => {
      page.setDefaultTimeout(40_000);
      await page.goto('/account/north-eurusd');
      const span = page.locator('.span');
      const whole = await textOf(span);
      const tile = page.locator('#headline [data-figure="twr_percent"] .value');
      const saying = await textOf(tile);
      const tooltip = page.locator('.tooltip');
      const [, last = ''] = whole.split(' – ');
      assert.is(await tooltip.isVisible(), false);
      assert.is(await pressed(page), 'All');
      await page.getByRole('button', { name: '3M' }).press('Enter');
      assert.is(await pressed(page), '3M');
      await until(async () => (await textOf(span)) !== whole, 40);
      await until(async () => (await textOf(tile)) !== saying, 40);
      const rebased = await textOf(tile);
      assert.match(page.url(), /\?from=\d{4}-\d\d-\d\d&to=/);
      await page.reload();
      await until(async () => (await textOf(tile)) === rebased, 40);
      await page.getByRole('group', { name: /^Return/ }).focus();
      await page.keyboard.press('End');
      const ofLastDay = await textOf(tooltip);
      for (const said of [last, 'Drawdown', 'Balance']) assert.match(ofLastDay, said);
      // The chart has returns with 4 decimals, from which a range may end a hundredth apart.
      const apart = (numberIn(ofLastDay.split('Return')[1] ?? '') ?? 99) - (numberIn(rebased) ?? 0);
      assert.ok(Math.abs(apart) < 0.011, `${ofLastDay}, ${rebased}`);
      await page.keyboard.press('ArrowLeft');
      assert.not.match(await textOf(tooltip), last);
      // Some days have no report of equity: the last one until its evening, and days of prices.
      await until(async () => {
        await page.keyboard.press('ArrowLeft');
        return (await textOf(tooltip)).includes('Equity');
      }, 40);
      await page.keyboard.press('Escape');
      assert.is(await tooltip.isVisible(), false);
      await page.getByRole('button', { name: 'All' }).click();
      await until(async () => (await textOf(span)) === whole, 40);
      await until(async () => (await textOf(tile)) === saying, 40);
      assert.not.match(page.url(), /from=/);
      await until(async () => {
        const box = await page.locator('.u-over').first().boundingBox();
        assert.ok(box);
        await page.mouse.move(box.x + box.width * 0.25, box.y + 50);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
        await page.mouse.up();
        return (await textOf(span)) !== whole;
      }, 40);
      assert.is(await pressed(page), '');
      assert.is(await page.locator('.uplot').count(), 2);
    });
  }

  browser('keep a chosen theme without a cookie', async () => {
    await withPage(site.browser, site.url, { colorScheme: 'light' }, async ({ page }) => {
      await page.goto('/');
      const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await paper();
      await page.locator('#theme').click();
      const dark = await paper();
      assert.not.equal(dark, light);
      await page.goto('/account/night-owl');
      assert.is(await paper(), dark);
      assert.equal(await page.context().cookies(), []);
    });
  });

  browser('filter and sort as the search of the API does', async () => {
    await withPage(site.browser, site.url, {}, async ({ page }) => {
      await page.goto('/');
      await page.locator('.rarer > summary').first().click();
      await page.locator('select[name=platform]').selectOption('MT4');
      await page.getByLabel('Max drawdown, %').fill('20');
      await page.getByLabel('Sort').selectOption('max_drawdown_percent');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.waitForURL(/sort=max_drawdown_percent/);
      const query = 'platform=MT4&max_drawdown_percent=20&sort=max_drawdown_percent';
      const { data } = await site.read(`/api/v1/search/accounts?${query}`);
      assert.equal(
        await page.locator('.list tbody a bdi').allInnerTexts(),
        data.map(({ name }: { name: string }) => name),
      );
      const rows = await rowsOf(page.locator('.list'));
      for (const [at, { performance, slug }] of data.entries()) {
        isShown(rows[at]?.[3], performance.twr_percent, slug);
        isShown(rows[at]?.[4], performance.cagr_percent, slug);
        isShown(rows[at]?.[5], performance.max_drawdown_percent, slug);
      }
    });
  });

  browser('page through all published accounts, each once', async () => {
    const { data } = await site.read('/api/v1/search/accounts?limit=200');
    await withPage(site.browser, site.url, {}, async ({ page }) => {
      await page.goto('/');
      const seen = await page.locator('.list tbody a').allInnerTexts();
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(/page=2/);
      seen.push(...(await page.locator('.list tbody a').allInnerTexts()));
      assert.equal(
        seen,
        data.map(({ name }: { name: string }) => name),
      );
    });
  });

  browser('show the calendar in the reader’s time and follow it while they look', async () => {
    const options = { timezoneId: 'Asia/Tokyo' };
    await site.publish(eventsOf(''));
    await withPage(site.browser, site.url, options, async ({ page }) => {
      const opened = page.waitForEvent('websocket');
      await page.clock.install();
      await page.goto('/calendar');
      await opened;
      const [event] = eventsOf('');
      const first = page.locator('.events tbody tr').first();
      const local = new Intl.DateTimeFormat('en-GB', {
        timeStyle: 'short',
        timeZone: 'Asia/Tokyo',
      });
      const drawn = await page.locator('.events time').first().getAttribute('datetime');
      const expected = local.format(new Date(drawn ?? ''));
      assert.ok(event && (await textOf(first)).includes(expected), expected);
      const next = /Next high-impact release: USD Retail Sales m\/m, in (5\d|1)/;
      assert.match(await textOf(page.locator('#next')), next);
      const written = await (await fetch(`${site.url}/calendar`)).text();
      assert.match(written, next, 'without scripts');
      await page.locator('#live', { hasText: 'live' }).waitFor();
      await site.publish(eventsOf('0.7%'));
      await page.clock.runFor(16_000);
      await page.locator('.events tbody tr', { hasText: '0.7%' }).waitFor();
      const released = page.locator('.events .above');
      assert.is(await textOf(released), '0.7% ▲above the forecast');
      assert.is(await page.locator('.events img').count(), 0);

      await page.getByLabel('High').uncheck();
      await page.getByLabel('Low').check();
      await page.getByLabel('Medium').uncheck();
      await page.locator('.events', { hasText: 'Trade Balance' }).waitFor();
      await page.locator('.events', { hasText: 'Retail Sales' }).waitFor({ state: 'detached' });
    });
  });

  browser('show hostile and endless names as text wherever they stand', async () => {
    const names = [
      `"><script>alert(1)</script><img src=x onerror=alert(2)>`,
      '</title></textarea><svg/onload=alert(3)>',
      'W'.repeat(200),
    ];
    const account = await site.entryOf('five-trades');
    const viewport = { width: 360, height: 800 };
    await withPage(site.browser, site.url, { viewport }, async ({ page }) => {
      for (const name of names) {
        await site.apply({ ...account, name });
        await page.goto('/account/five-trades');
        assert.is(await textOf(page.locator('h1')), name);
        assert.is(await page.evaluate('document.documentElement.scrollWidth'), 360);
        await page.goto('/widget/five-trades');
        assert.is((await page.locator('body *').filter({ hasText: 'return' }).count()) > 0, true);
        await page.goto('/search?q=five-trades');
        assert.is(await textOf(page.locator('.list tbody a')), name);
        assert.is(await page.evaluate('document.documentElement.scrollWidth'), 360);
      }
    });
  });

  browser('show nothing of an account whose owner hides everything', async () => {
    const account = await site.entryOf('sunday-paper');
    await site.apply({ ...account, hide: hidables });
    await withPage(site.browser, site.url, {}, async ({ page }) => {
      await page.goto('/account/sunday-paper');
      assert.equal(await page.locator('section:not(.withheld) > h2').allInnerTexts(), [
        'Key figures',
        'Risk',
        'How it trades',
        'Verification',
        'Download and embed',
      ]);
    });
  });
}

const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

const pressed = async (page: Page): Promise<string> =>
  (await page.locator('.ranges [aria-pressed="true"]').allInnerTexts()).join();

const open = async (path: string) => {
  site = await openDemoSite(path);
  await site.publish(eventsOf(''));
  return site.close;
};

inChromium(browser, 'pages in a browser', open, tests);

browser.run();
