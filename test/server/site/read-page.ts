import type { Locator } from 'playwright-core';

/** A number as a reader takes it from a page; null for what stands for an unknown one. */
export function numberIn(text: string): number | null {
  const found = /[+−]?[\d,]+(?:\.\d+)?/.exec(text)?.[0];
  if (found === undefined) return null;
  return Number(found.replaceAll(',', '').replace('−', '-').replace('+', ''));
}

export const textOf = async (locator: Locator): Promise<string> =>
  (await locator.textContent()) ?? '';

/**
 * Texts of the cells of every row of the tables within, without what labels them on small screens.
 */
export function rowsOf(within: Locator): Promise<string[][]> {
  return within.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const label = cell.querySelector('.month, .head')?.textContent ?? '';
        return (cell.textContent ?? '').trim().slice(label.length);
      }),
    ),
  );
}
