import type { Locator } from 'playwright-core';

/** Parses a number as printed on a page; null for the sign of an unknown value. */
export function numberIn(text: string): number | null {
  const found = /[+−]?[\d,]+(?:\.\d+)?/.exec(text)?.[0];
  if (found === undefined) return null;
  return Number(found.replaceAll(',', '').replace('−', '-').replace('+', ''));
}

export const textOf = async (locator: Locator): Promise<string> =>
  (await locator.textContent()) ?? '';

/** Reads the cells of every table row, without the labels for small screens. */
export function rowsOf(within: Locator): Promise<string[][]> {
  return within.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => {
        const label = cell.querySelector('.head')?.textContent ?? '';
        return (cell.textContent ?? '').trim().slice(label.length);
      }),
    ),
  );
}
