import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { languageCodes } from '../../../server/language/catalogues.ts';
import { inChromium, withPage } from './chromium.ts';
import { type DemoSite, openDemoSite } from './demo-site.ts';
import { type DrawnPlot, drawnPlots, recordPlots } from './drawn-lines.ts';

const screens = suite('pages on screens of any width');

let site: DemoSite;

const widths = [320, 360, 768, 1280];
/** A word that is longer than a line, and a title of several lines. */
const names: readonly (readonly [slug: string, name: string])[] = [
  ['north-eurusd', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikationsdirektor'],
  ['north-gold', 'The long-running swing account of a desk with a very long name indeed'],
];
const paths = [
  ...[
    '/',
    '/?lang=de',
    '/?lang=es',
    '/search?q=north',
    '/owner/north-desk',
    '/compare?slug=north-eurusd,north-gold',
  ],
  ...['/account/north-all?lang=es', '/account/north-eurusd?lang=es', '/account/north-gold?lang=de'],
  ...['risk', 'behaviour', 'trades', 'statistics', 'verification', 'embed'].map(
    (page) => `/account/north-eurusd/${page}`,
  ),
  ...['/calendar', '/numbers', '/docs'],
];

/**
 * Lists elements that are wider than the screen and don't scroll by themselves, and headers and
 * switches in two rows.
 */
const tooWide = `(() => {
  for (const node of document.querySelectorAll('details')) node.open = true;
  const width = document.documentElement.clientWidth;
  const isSeen = (node) => node.checkVisibility() && node.closest('.scroll, .contents, .sr, .skip, pre') === null &&
    getComputedStyle(node.closest('thead') ?? node).position !== 'absolute';
  const found = [...document.querySelectorAll('body *')]
    .filter((node) => node.getBoundingClientRect().right > width + 1 && isSeen(node))
    .map((node) => node.tagName + ' ' + node.className + ' ' + node.textContent.slice(0, 40));
  const whole = document.documentElement.scrollWidth;
  const high = (selector, most) => [...document.querySelectorAll(selector)]
    .filter((node) => width >= 360 && node.offsetHeight > most)
    .forEach((node) => found.push('two rows: ' + node.textContent.slice(0, 60)));
  high('.top', 56);
  high('.segment', 36);
  return JSON.stringify(whole > width ? [...found, 'the page: ' + whole] : found);
})()`;

function tests(): void {
  screens('are no wider than the screen, whatever accounts are called', async () => {
    const [narrowest = 0, ...wider] = widths;
    const viewport = { width: narrowest, height: 800 };
    await withPage(site.browser, site.url, { viewport }, async ({ page }) => {
      for (const path of paths) {
        await page.setViewportSize(viewport);
        await page.goto(path);
        // From narrow to wide: a page with all sections open is slow to become narrow again.
        for (const width of [narrowest, ...wider]) {
          await page.setViewportSize({ width, height: 800 });
          const found = JSON.parse(String(await page.evaluate(tooWide)));
          assert.equal(found, [], `${path} at ${width}`);
        }
      }
    });
  });

  screens('are short on every page of a record, as long as nothing is opened', async () => {
    const pages = ['', '/risk', '/behaviour', '/statistics', '/verification'];
    const slugs = ['north-all', 'north-eurusd', 'volta-grid'];
    for (const [width, most] of [
      [1280, 3000],
      [360, 6000],
    ] as const) {
      const viewport = { width, height: 800 };
      await withPage(site.browser, site.url, { viewport }, async ({ page }) => {
        for (const path of slugs.flatMap((slug) => pages.map((end) => `/account/${slug}${end}`))) {
          await page.goto(path);
          const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
          assert.ok(height > 800 && height <= most, `${path} at ${width}: ${height} pixels`);
        }
      });
    }
  });

  screens('show what members have in common without scrolling where there is room', async () => {
    const viewport = { width: 1280, height: 800 };
    await withPage(site.browser, site.url, { viewport }, async ({ page }) => {
      await page.goto('/account/north-all');
      const [table, region] = await widthsOf(page, '#members table', '#members .scroll');
      assert.ok((table ?? 0) <= (region ?? 0), `${table} in ${region}`);
    });
  });

  screens('show how members correlate in a square that fits a phone', async () => {
    const viewport = { width: 320, height: 800 };
    await withPage(site.browser, site.url, { viewport }, async ({ page }) => {
      await page.goto('/account/north-all');
      const matrix = page.locator('#members .matrix');
      const rows = await matrix.locator('tbody tr').count();
      assert.ok(rows > 1);
      assert.is(await matrix.locator('thead th').count(), rows);
      assert.is(await matrix.locator('tbody td').count(), rows * rows);
      const wide = `[...document.querySelectorAll('#members .scroll:has(.matrix)')].map(
        (node) => node.scrollWidth > node.clientWidth)`;
      assert.equal(await page.evaluate(wide), [false], 'the region of the matrix scrolls');
      for (let at = 0; at < rows; at += 1) {
        const cell = matrix.locator('tbody tr').nth(at).locator('td').nth(at);
        assert.is(await cell.textContent(), '1', 'the diagonal');
      }
    });
  });

  screens('of a phone compare four accounts and list trades without scrolling', async () => {
    const viewport = { width: 360, height: 800 };
    await withPage(site.browser, site.url, { viewport }, async ({ page }) => {
      const scrolling = `[...document.querySelectorAll('.scroll')].filter(
        (node) => node.scrollWidth > node.clientWidth + 1).length`;
      const slugs = 'north-eurusd,north-gold,asia-range,north-scalper';
      await page.goto(`/compare?slug=${slugs}`);
      assert.is(await page.evaluate(scrolling), 0, 'comparison');
      assert.is(await page.locator('#whole tbody tr').first().locator('td:visible').count(), 4);
      await page.goto('/account/asia-range/trades');
      assert.is(await page.evaluate(scrolling), 0, 'trades');
      const lots = page.locator('#trades th').filter({ hasText: 'Lots' });
      assert.is(await lots.isVisible(), false);
      await page.locator('#trades .all-columns').click();
      assert.is(await lots.isVisible(), true);
      const centres = `[...document.querySelectorAll('.languages a')].map((node) => {
        const { left, right, height } = node.getBoundingClientRect();
        return [(left + right) / 2, height];
      })`;
      const links = (await page.evaluate(centres)) as [middle: number, height: number][];
      assert.ok(
        links.every(
          ([middle, height], at) => height >= 24 && middle - (links[at - 1]?.[0] ?? 0) >= 24,
        ),
        String(links),
      );
      // Long words of another language, on a tablet.
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.goto('/account/north-eurusd?lang=de');
      const over = `[...document.querySelectorAll('#trades .scroll')].map(
        (node) => node.scrollWidth - node.clientWidth)`;
      assert.equal(await page.evaluate(over), [0]);
    });
  });

  screens(
    'of a phone reach every column, and keep the present part in the bar in sight',
    async () => {
      const viewport = { width: 360, height: 800 };
      await withPage(site.browser, site.url, { viewport }, async ({ page }) => {
        for (const code of languageCodes) {
          await page.goto(`/account/north-eurusd?lang=${code}`);
          const links = page.locator('.top nav').first().locator('a');
          const boxes = await Promise.all([0, 1].map((at) => links.nth(at).boundingBox()));
          assert.is(boxes[0]?.y, boxes[1]?.y, 'accounts and calendar in one line');
          const present = await page.locator('.contents a[aria-current]').boundingBox();
          assert.ok((present?.x ?? 360) + (present?.width ?? 0) <= 330, code);
        }
        await page.goto('/account/north-eurusd/risk');
        const head = (text: string) =>
          page.locator('#drawdowns th').filter({ hasText: text }).first();
        assert.is(await head('Lowest day').isVisible(), true);
        assert.is(await head('Days down').isVisible(), false);
        await page.locator('#drawdowns .all-columns').first().click();
        assert.is(await head('Days down').isVisible(), true);
        assert.is(await page.locator('#drawdowns .all-columns').first().isVisible(), false);
        await page.goto('/account/north-eurusd#provenance');
        await page.waitForURL('**/account/north-eurusd/verification#provenance');
        const present = page.locator('.contents a[aria-current]', { hasText: 'Verification' });
        const box = await present.boundingBox();
        assert.ok((box?.x ?? 360) + (box?.width ?? 0) <= 360);
      });
    },
  );

  screens('have charts whose labels are not cut off', async () => {
    for (const width of widths) {
      // Long names of months, on a record of little more than two years.
      const [months, ranges] = ['/account/retired-in-spring?lang=es', [0, 1, 2, 3, 4]];
      for (const path of ['/account/north-all', '/account/north-gold?lang=de', months]) {
        if (path === months && width !== 360) continue;
        await withPage(
          site.browser,
          site.url,
          { viewport: { width, height: 800 } },
          async (page) => {
            await recordPlots(page.page);
            await page.page.goto(path);
            await page.page.locator('.span', { hasText: '–' }).waitFor();
            for (const at of path === months ? [4] : ranges) {
              await page.page.locator('.ranges button').nth(at).click();
              const plots = await drawnPlots(page.page);
              const count = plots.reduce((sum, { texts }) => sum + texts.length, 0);
              assert.ok(count > 3, `${count} labels`);
              assert.equal(plots.flatMap(cut), [], `${path} at ${width}, range ${at}`);
              const found = plots.flatMap(touching);
              assert.equal(found, [], `${path} at ${width}, range ${at}, labels touch`);
            }
          },
        );
      }
    }
  });

  screens('have charts of a few days whose long labels are not cut off', async () => {
    await withPage(
      site.browser,
      site.url,
      { viewport: { width: 320, height: 800 } },
      async ({ page }) => {
        await recordPlots(page);
        let long = 0;
        for (let ago = 3; ago < 60; ago += 4) {
          const [from, to] = [ago + 3, ago].map((days) =>
            new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
          );
          await page.goto(`/account/north-all?from=${from}&to=${to}`);
          await page.locator('.span', { hasText: '–' }).waitFor();
          const plots = await drawnPlots(page);
          assert.equal(plots.flatMap(cut), [], `${from} to ${to}`);
          long += plots.flatMap(({ texts }) => texts).filter(([text]) => text.length > 5).length;
        }
        assert.ok(long > 5, `${long} long labels`);
      },
    );
  });

  screens('have widgets with uncut words, bold only where intended', async () => {
    for (const [size, width, height] of [
      ['small', 320, 120],
      ['medium', 480, 220],
      ['large', 640, 340],
    ] as const) {
      await withPage(site.browser, site.url, { viewport: { width, height } }, async ({ page }) => {
        await page.goto(`/widget/north-gold?size=${size}&lang=de`);
        const drawn = JSON.parse(String(await page.evaluate(drawing)));
        assert.equal(drawn.bold, 2, 'the name and the return');
        assert.equal(drawn.cut, [], size);
        assert.equal(drawn.scrolls, [0, 0], size);
        assert.match(drawn.text, /Track Record von /);
      });
    }
  });
}

/** Lists labels that a plot's edge cuts. */
const cut = ({ texts, width }: DrawnPlot): string[] =>
  texts.flatMap(([text, , , from, to]) => (from < 0 || to > width ? [text] : []));

/** Lists neighbours in one line of a plot that leave no space between them. */
const touching = ({ texts }: DrawnPlot): string[] =>
  texts.flatMap(([text, , y, from, to], at) =>
    texts
      .slice(at + 1)
      .filter((later) => later[2] === y && later[3] < to + 4 && from < later[4] + 4)
      .map(([label]) => `${text} ${label}`),
  );

async function widthsOf(page: Page, ...selectors: string[]): Promise<(number | undefined)[]> {
  const boxes = await Promise.all(
    selectors.map((selector) => page.locator(selector).first().boundingBox()),
  );
  return boxes.map((box) => box?.width);
}

const drawing = `(() => {
  const whole = document.querySelector('svg').getBoundingClientRect();
  const texts = [...document.querySelectorAll('svg text')];
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  return JSON.stringify({
    bold: texts.filter((node) => Number(getComputedStyle(node).fontWeight) > 400).length,
    cut: texts.filter((node) => node.getBoundingClientRect().right > whole.right ||
      node.getBoundingClientRect().bottom > innerHeight).map((node) => node.textContent),
    scrolls: [scrollWidth - clientWidth, scrollHeight - clientHeight],
    text: texts.map((node) => node.textContent).join(' '),
  });
})()`;

const open = async (path: string) => {
  site = await openDemoSite(path);
  for (const [slug, name] of names) {
    await site.apply({ ...(await site.entryOf(slug)), name });
  }
  return site.close;
};

inChromium(screens, 'pages on screens', open, tests);

screens.run();
