import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { numberIn, rowsOf, textOf } from './read-page.ts';

/** Compares a figure of a page with the API's value, rounded as it is shown. */
export function isShown(
  text: string | undefined,
  value: number | null,
  where: string,
  digits = 2,
): void {
  const shown = numberIn(text ?? '');
  if (value === null || shown === null) assert.is(shown, value, where);
  else
    assert.ok(Math.abs(shown - value) <= 0.500001 * 10 ** -digits, `${where}: ${text}, ${value}`);
}

export const digitsOf = (currency: string): number => ({ JPY: 0, BTC: 8 })[currency] ?? 2;

/** Reads a headline figure on the page. */
export const figureOf = (page: Page, name: string): Promise<string> =>
  textOf(page.locator(`:is(.tiles, #figures) [data-figure="${name}"] .value`));

type Account = ReturnType<typeof JSON.parse>;

export async function comparesMonths(page: Page, { monthly, slug }: Account): Promise<void> {
  const rows = await rowsOf(page.locator('#months .calendar').first());
  if (monthly === null || monthly.yearly_performance.length === 0) {
    assert.equal(rows, []);
    return;
  }
  const years = [...monthly.yearly_performance].reverse();
  assert.equal(
    rows.map(([year]) => year),
    years.map(({ date }) => date),
  );
  const shown = new Map(
    rows.flatMap(([year, ...cells]) =>
      cells
        .slice(0, 12)
        .map((cell, at) => [`${year}-${String(at + 1).padStart(2, '0')}`, cell] as const),
    ),
  );
  for (const { date, monthly_percent } of monthly.monthly_performance) {
    isShown(shown.get(date), monthly_percent, `${slug} ${date}`);
    shown.delete(date);
  }
  for (const [date, cell] of shown) assert.is(cell, '·', `${slug} ${date}`);
  for (const [at, { yearly_percent, max_drawdown_percent }] of years.entries()) {
    isShown(rows[at]?.at(-2), yearly_percent, `${slug} year`);
    isShown(rows[at]?.at(-1), max_drawdown_percent, `${slug} drawdown of the year`);
  }
}

export async function comparesBreakdown(
  page: Page,
  section: Account,
  id: string,
  digits: number,
): Promise<void> {
  const rows = await rowsOf(page.locator(id));
  assert.is(rows.length, Object.keys(section ?? {}).length, id);
  for (const [name = '', trades, won, profit, pips, , longs, , shorts] of rows) {
    const { total, longs: long, shorts: short } = section[name];
    isShown(trades, total.trades, name, 0);
    isShown(won, total.won_percentage, name, 1);
    isShown(profit, Number(total.profit), name, digits);
    isShown(pips, total.pips === null ? null : Number(total.pips), name, 1);
    isShown(longs, Number(long.profit), name, digits);
    isShown(shorts, Number(short.profit), name, digits);
  }
}

export async function comparesStatistics(page: Page, { advanced, slug }: Account): Promise<void> {
  const shown = new Map<string, string>();
  for (const row of await page.locator('.group .figure').all()) {
    const name = (await row.getAttribute('data-figure')) ?? '';
    if (!shown.has(name)) shown.set(name, await textOf(row.locator('.value')));
  }
  if (!advanced?.total_trades) {
    assert.is(shown.size, 0, slug);
    return;
  }
  for (const name of ['profit_factor', 'win_rate', 'sharpe_ratio_annualized', 'total_trades']) {
    isShown(shown.get(name), advanced[name], `${slug} ${name}`);
  }
  isShown(shown.get('z_score'), advanced.z_score.value, `${slug} z_score`);
  isShown(shown.get('longs_won'), advanced.longs_won.count, `${slug} longs_won`, 0);
}
