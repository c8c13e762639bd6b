import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { numberIn, textOf } from './read-page.ts';

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

/** Reads a headline figure on the page. */
export const figureOf = (page: Page, name: string): Promise<string> =>
  textOf(page.locator(`:is(.tiles, #figures) [data-figure="${name}"] .value`));
