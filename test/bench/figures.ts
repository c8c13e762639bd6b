/** Returns the median: the middle value of an odd number of values. */
export function median(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[values.length >> 1] ?? Number.NaN;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const hundredths = (value: number): string => value.toFixed(2);
export const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)}x`;
export const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/**
 * Formats rows as lines with aligned columns: the first column to the left, others to the right.
 */
export function lines(rows: readonly (readonly string[])[]): string[] {
  const widths = widthsOf(rows);
  return rows.map((row) => {
    const cells = row.map((text, at) => pad(text, at, widths[at] ?? 0));
    return cells.join('  ').trimEnd();
  });
}

/** Formats rows as a Markdown table. The first row is its head. */
export function markdownTable([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const rule = heading.map((_, at) => (at === 0 ? '---' : '---:'));
  return [heading, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const columns = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
}

const pad = (text: string, column: number, width: number): string =>
  column === 0 ? text.padEnd(width) : text.padStart(width);
