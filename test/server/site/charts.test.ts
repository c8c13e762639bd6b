import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../../support/until.ts';
import { chromiumPath, withPage } from './chromium.ts';
import { type DemoSite, openDemoSite } from './demo-site.ts';
import { drawnLines, recordLines } from './drawn-lines.ts';
import { textOf } from './read-page.ts';

const charts = suite('charts in a browser');

let site: DemoSite;

/** One whose last year has losses below zero, and one that multiplied. */
const slugs = ['asia-range', 'north-gold'];

function tests(): void {
  for (const slug of slugs) {
    charts(`of ${slug} fit the span that they show`, async () => {
      await withPage(site.browser, site.url, {}, async ({ page }) => {
        await recordLines(page);
        await page.goto(`/account/${slug}`);
        await shows(page, 'All');
        await fits(page, 'as it opens');
        for (const name of ['1M', 'All', '3M', '1Y', 'YTD']) {
          await button(page, name).click();
          await shows(page, name);
          await fits(page, `${name} by pointer`);
        }
        for (const name of ['All', '1M']) {
          await button(page, name).press('Enter');
          await shows(page, name);
          await fits(page, `${name} by keyboard`);
        }
        for (const line of ['Balance', 'Return']) {
          await button(page, line).click();
          for (const name of ['3M', 'All']) {
            await button(page, name).click();
            await shows(page, name);
            await fits(page, `${line}, ${name}`);
          }
        }
        await button(page, 'Log').click();
        assert.is(await button(page, 'Log').getAttribute('aria-pressed'), 'true');
        await fits(page, 'logarithmic');
      });
    });

    charts(`of ${slug} fit what is dragged, and what an address names`, async () => {
      await withPage(site.browser, site.url, {}, async ({ page }) => {
        await recordLines(page);
        await page.goto(`/account/${slug}`);
        for (const at of [0, 1]) {
          await shows(page, 'All');
          await drag(page, at);
          await fits(page, `a drag over chart ${at}`);
          const address = String(await page.evaluate('location.href'));
          await page.locator('.u-over').nth(at).dblclick();
          await shows(page, 'All');
          await fits(page, `a double click on chart ${at}`);
          await page.goto(address);
          await shows(page, '');
          await fits(page, 'by address');
          await button(page, 'All').click();
        }
      });
    });
  }
}

charts('mark closed trades, where the page lists them, and name the benchmark', async () => {
  await withPage(site.browser, site.url, {}, async ({ page }) => {
    await page.goto('/account/asia-range');
    assert.match(await textOf(page.locator('.benchmark-key')), /^Grey line: XAUUSD, [+−]/);
    await page.getByRole('group', { name: /^Return/ }).focus();
    await page.keyboard.press('End');
    const tooltip = page.locator('.tooltip');
    assert.match(await textOf(tooltip), /XAUUSD [+−]\d/);
    assert.not.match(await textOf(tooltip), /Buy|Sell/);
    await button(page, 'Trades').click();
    await page.getByText('The newest 400 trades are marked.').waitFor();
    await page.getByRole('group', { name: /^Return/ }).focus();
    await page.keyboard.press('End');
    assert.match(await textOf(tooltip), /(Buy|Sell) \S+ [+−][\d,]+ JPY/);
    await button(page, 'Trades').click();
    await page.keyboard.press('End');
    await page.goto('/account/north-gold');
    await page.locator('.benchmark-key').waitFor();
    assert.is(await button(page, 'Trades').count(), 0, 'its owner lists no trades');
  });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Waits until that button alone is pressed; none where the name is empty. */
async function shows(page: Page, name: string): Promise<void> {
  await page.locator('.span', { hasText: '–' }).waitFor();
  await until(async () => {
    const pressed = await page.locator('.ranges [aria-pressed="true"]').allInnerTexts();
    return pressed.join() === name;
  }, 40);
}

/** Drags over a fifth of a chart, until another span is shown. */
async function drag(page: Page, at: number): Promise<void> {
  const span = page.locator('.span');
  const before = await textOf(span);
  await until(async () => {
    const plot = page.locator('.u-over').nth(at);
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.4, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 30, { steps: 5 });
    await page.mouse.up();
    return (await textOf(span)) !== before;
  }, 40);
}

/** No line leaves its chart, and each one that is not flat comes near an edge of it. */
async function fits(page: Page, how: string): Promise<void> {
  const lines = await drawnLines(page);
  assert.is(lines.length, 2, how);
  for (const { title, top, bottom } of lines) {
    const where = `${how}, ${title}: from ${top} to ${bottom}`;
    assert.ok(top >= 0 && bottom <= 1, `the line leaves its chart: ${where}`);
    const isFlat = top === bottom;
    assert.ok(isFlat || top < 0.1 || bottom > 0.9, `the axis is of another span: ${where}`);
  }
}

if (chromiumPath === null) {
  console.log('skipped: charts in a browser, for want of chromium (apt-get install chromium)');
} else {
  const path = chromiumPath;
  charts.before(async () => {
    site = await openDemoSite(path);
  });
  charts.after(() => site.close());
  tests();
}

charts.run();
