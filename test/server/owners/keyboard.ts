import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { faultsOf } from '../site/axe.ts';

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const called = `(() => {
    const node = document.activeElement;
    if (node === document.body) return '';
    return (node?.labels?.[0]?.innerText ?? '') + ' ' + node?.innerText;
  })()`;
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    if (name.test(String(await page.evaluate(called)))) return;
  }
  throw new Error(`nothing called ${name} has come at ${page.url()}`);
}

/** Goes to a link or button, presses Enter, and waits for the next page. */
export async function follow(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}

/** Goes to a field and types into it. */
export async function fill(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/** Fails if a page is wider than 360 pixels, or axe finds a fault. */
export async function isFine(page: Page, name: string): Promise<void> {
  assert.is(await page.evaluate('document.documentElement.scrollWidth'), 360, name);
  assert.equal(await faultsOf(page), [], name);
}
