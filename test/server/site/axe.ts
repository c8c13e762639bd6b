import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rule that an element breaks, with the beginnings of up to three such elements. */
type Fault = readonly [rule: string, elements: readonly string[]];

/**
 * Opens all sections of a page and lists what axe finds. `options` are fields of axe's options as
 * JavaScript, such as `runOnly: ['cat.color']`.
 */
export async function faultsOf(page: Page, options = ''): Promise<readonly Fault[]> {
  await page.evaluate('for (const node of document.querySelectorAll("details")) node.open = true');
  await page.evaluate(axe);
  const found = `axe.run({ ${options} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]))`;
  return page.evaluate(found);
}
