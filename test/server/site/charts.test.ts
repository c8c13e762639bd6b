import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { looksIn, picture, takePicture } from '../../docs/picture.ts';
import { until } from '../../support/until.ts';
import { inChromium, withPage } from './chromium.ts';
import { type DemoSite, openDemoSite } from './demo-site.ts';
import { drawnLines, recordPlots } from './drawn-lines.ts';
import { textOf } from './read-page.ts';

const charts = suite('charts in a browser');

let site: DemoSite;

/** One account whose last year has losses below 0, and one that grew many times over. */
const slugs = ['asia-range', 'north-gold'];

function tests(): void {
  charts("look as in the README's picture", async () => {
    const { looks } = await takePicture(site.browser, site.url, false);
    assert.ok(looks.split('\n').length > 20, looks);
    assert.is(looksIn(readFileSync(picture)), looks, 'npm run docs:screenshot takes it anew');
  });

  for (const slug of slugs) {
    charts(`of ${slug} fit the span that they show`, async () => {
      await withPage(site.browser, site.url, {}, async ({ page }) => {
        await recordPlots(page);
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
        await recordPlots(page);
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

function interactions(): void {
  charts('mark closed trades, where the page lists them, and name the benchmark', async () => {
    await withPage(site.browser, site.url, {}, async ({ page }) => {
      await page.goto('/account/asia-range');
      assert.match(
        await textOf(page.locator('.benchmark-key')),
        /^Grey line: Gold \(XAUUSD\), [+−]/,
      );
      await button(page, '1M').click();
      await page.locator('.of-whole').waitFor({ state: 'hidden' });
      assert.is(
        // biome-ignore lint/performance/useDomNodeTextContent: without what scripts hid
        await page.locator('.benchmark-key').innerText(),
        'Grey line: Gold (XAUUSD)',
      );
      await button(page, 'All').click();
      const hasKey = () => page.locator('.benchmark-key').isVisible();
      for (const [name, isShown] of [
        ['Balance', false],
        ['Drawdown', false],
        ['Return', true],
      ] as const) {
        await button(page, name).click();
        assert.is(await hasKey(), isShown, `the grey line is explained with ${name}`);
      }
      await page.getByRole('group', { name: /^Return/ }).focus();
      await page.keyboard.press('End');
      const tooltip = page.locator('.tooltip');
      assert.match(await textOf(tooltip), /XAUUSD [+−]\d/);
    });
  });

  charts('explain every mark of small charts by mouse, touch and keyboard', async () => {
    await withPage(site.browser, site.url, { hasTouch: true }, async ({ page }) => {
      for (const [path, section, says] of [
        ['risk', '#distribution', /USD: [\d,]+ trades?$/],
        ['behaviour', '#week-hours', /UTC: [+−][\d,.]+, [\d,]+ trades?$/],
        ['behaviour', '#sides', /Longs \(buy\) .*, Shorts \(sell\) /],
        ['behaviour', '#tradingHours', /: Won [\d,]+, Lost [\d,]+$/],
      ] as const) {
        await page.goto(`/account/volta-grid/${path}`);
        const chart = page.locator(`${section} svg.still`).first();
        const tooltip = page.locator(`${section} .tooltip`).first();
        await chart.scrollIntoViewIfNeeded();
        const { x = 0, y = 0, width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
        const middle = [x + width / 2, y + height / 2] as const;
        await page.mouse.move(...middle);
        assert.match(await textOf(tooltip), says, `${section} at the mouse`);
        await page.mouse.move(1, 1);
        assert.is(await tooltip.isVisible(), false, section);
        await page.touchscreen.tap(...middle);
        assert.match(await textOf(tooltip), says, `${section} after a tap`);
        await chart.focus();
        await page.keyboard.press('End');
        const last = await textOf(tooltip);
        assert.match(last, says, `${section} by keyboard`);
        assert.is(await textOf(page.locator(`${section} output`).first()), last);
        await page.keyboard.press('Escape');
        assert.is(await tooltip.isVisible(), false, section);
      }
    });
  });

  charts('compare accounts with the same tooltip, keys, touch and ranges', async () => {
    await withPage(site.browser, site.url, { hasTouch: true }, async ({ page }) => {
      await recordPlots(page);
      const path = '/compare?slug=north-eurusd,asia-range';
      await page.goto(path);
      await shows(page, 'All');
      assert.is(page.url(), site.url + path, 'another address would load the table again');
      await fits(page, 'compared', 1);
      const tooltip = page.locator('.tooltip');
      const ends = async () => {
        await page.getByRole('group', { name: /^(Return|Drawdown)\. / }).focus();
        await page.keyboard.press('End');
        return textOf(tooltip);
      };
      const returns = async () => {
        const row = page.locator('#common tbody tr').first().locator('td');
        return (await row.allInnerTexts()).map((text) => text.replace(/ ★.*/s, ''));
      };
      const ofLines = async () => {
        const [swing, range] = await returns();
        return new RegExp(`EURUSD swing \\${swing}Asia range \\${range}$`);
      };
      /** The table has caught up with the range of the chart. */
      const isSame = async () =>
        (await textOf(page.locator('#common'))).includes(await textOf(page.locator('.span')));
      assert.match(await ends(), await ofLines());
      await button(page, '1Y').click();
      await shows(page, '1Y');
      await fits(page, 'the last year', 1);
      await until(isSame, 40);
      assert.match(await ends(), await ofLines());
      await page.reload();
      await shows(page, '1Y');
      assert.match(await ends(), await ofLines());
      await button(page, 'Drawdown').click();
      await fits(page, 'drawdowns', 1);
      assert.match(await ends(), /EURUSD swing −?\d[\d.]*%Asia range −?\d/);
      await page.keyboard.press('Escape');
      assert.is(await tooltip.isVisible(), false);
      const box = await page.locator('.u-over').boundingBox();
      assert.ok(box);
      await page.touchscreen.tap(box.x + box.width / 2, box.y + 40);
      assert.match(await textOf(tooltip), /^\d+ \w+ 2026EURUSD swing/);
      await button(page, 'Return').click();
      await button(page, 'All').click();
      await drag(page, 0);
      await fits(page, 'what was dragged', 1);
      await until(isSame, 40);
      assert.match(await ends(), await ofLines());
    });
  });

  charts('compare chosen days without scripts, and refuse days that are not there', async () => {
    const read = async (days: string) => {
      const answer = await fetch(`${site.url}/compare?slug=north-eurusd,asia-range${days}`);
      return { status: answer.status, body: await answer.text() };
    };
    const { body } = await read('');
    const [, first = '', last = ''] = /min="(.*?)" max="(.*?)"/.exec(body) ?? [];
    const chosen = await read(`&from=${first}&to=${first}`);
    assert.is(chosen.status, 200);
    assert.match(chosen.body, 'both days included.');
    assert.match(chosen.body, `name="from" value="${first}"`);
    for (const days of [`&from=${last}&to=${first}`, '&from=yesterday', '&from=2999-01-01']) {
      const refused = await read(days);
      assert.is(refused.status, 400, days);
      assert.match(refused.body, 'id="span-wrong"');
    }
  });
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Waits until only this button is pressed; no button if the name is empty. */
async function shows(page: Page, name: string): Promise<void> {
  await page.locator('.span', { hasText: '–' }).waitFor();
  await until(async () => {
    const pressed = await page.locator('.ranges [aria-pressed="true"]').allInnerTexts();
    return pressed.join() === name;
  }, 40);
}

/** Drags over a fifth of a chart, and waits until another range is shown. */
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

/**
 * Checks that no line leaves its chart, and that each line that is not flat comes close to an edge.
 */
async function fits(page: Page, how: string, plots = 2): Promise<void> {
  const lines = await drawnLines(page);
  assert.is(lines.length, plots, how);
  for (const { title, top, bottom } of lines) {
    const where = `${how}, ${title}: from ${top} to ${bottom}`;
    assert.ok(top >= 0 && bottom <= 1, `the line leaves its chart: ${where}`);
    const isFlat = top === bottom;
    assert.ok(isFlat || top < 0.1 || bottom > 0.9, `the axis is of another span: ${where}`);
  }
}

const open = async (path: string) => {
  site = await openDemoSite(path);
  return site.close;
};

inChromium(charts, 'charts in a browser', open, () => {
  tests();
  interactions();
});

charts.run();
