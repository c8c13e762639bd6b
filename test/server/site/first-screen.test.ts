import type { Browser } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { languageCodes } from '../../../server/language/catalogues.ts';
import { openAssets } from '../../../server/site/assets.ts';
import { partsOf } from '../facts.ts';
import { facts, north, northId, withWorld } from '../world.ts';
import { inChromium, launch, withPage } from './chromium.ts';
import { richParts } from './rich.ts';

const screen = suite('first screen of an account');

const cut = '2025-11-03';
const parts = partsOf(1, { reconciled: false });
const { performance } = parts.summary;
const losing = { ...performance, open_profit: -100, open_profit_percent: -38.25 };
/** Account with all warnings that a page can show. */
const warned = {
  ...facts,
  [northId]: {
    history_cut_at: cut,
    parts: { ...richParts, summary: { ...parts.summary, performance: losing } },
  },
};
const warnings = ['stale', 'gap', 'open-loss', 'cut'];
/** Least visible height of the chart, in pixels. */
const least = 40;

let browser: Browser;

const open = async (path: string) => {
  browser = await launch(path);
  return () => browser.close();
};

inChromium(screen, 'the first screen', open, () => {
  screen(
    'has the chart on it and explains a figure at its tile, whatever the warnings',
    async () => {
      const pages = { assets: openAssets(silentLog), calendarUrl: () => null };
      const clock = () => new Date('2026-04-01T00:00:00Z');
      await withWorld(
        async ({ app, apply }) => {
          const marked = {
            by: 'Auditor & Co',
            at: '2026-01-31T09:30:00Z',
            how: 'saw the terminal',
          };
          const verified = { identity: marked, track_record: marked };
          await apply({
            ...north,
            name: 'A swing account with a long name',
            history_cut_at: cut,
            verified,
          });
          const url = await app.listen({ host: '127.0.0.1', port: 0 });
          for (const [width, height] of [
            [1280, 800],
            [360, 740],
          ] as const) {
            for (const code of languageCodes) {
              const options = { viewport: { width, height } };
              await withPage(browser, url, options, async ({ page }) => {
                await page.goto(`/account/north-eurusd?lang=${code}`);
                for (const id of warnings) {
                  assert.ok(await page.locator(`.warnings #${id}`).isVisible(), `${code} ${id}`);
                }
                assert.is(await page.locator('.tiles .figure').count(), 5);
                const box = await page.locator('.u-over').first().boundingBox();
                const seen = height - (box?.y ?? height);
                assert.ok(seen >= least, `${code} at ${width}: ${seen} pixels of the chart`);
                for (const tile of await page.locator('.tiles .figure').all()) {
                  await tile.locator('summary').click();
                  const [around, text] = await Promise.all([
                    tile.boundingBox(),
                    tile.locator('p').boundingBox(),
                  ]);
                  await tile.locator('summary').click();
                  assert.ok(around && text);
                  const far = text.y - around.y - around.height;
                  assert.ok(
                    Math.abs(far) < 16,
                    `${code} at ${width}: ${far} pixels below its tile`,
                  );
                  assert.ok(text.x < around.x + around.width && text.x + text.width > around.x);
                  assert.ok(text.x >= 0 && text.x + text.width <= width);
                }
              });
            }
          }
        },
        { facts: warned, pages, clock },
      );
    },
  );
});

screen.run();
