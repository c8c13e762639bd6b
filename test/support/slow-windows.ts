/**
 * Lists window aggregates in a text that have a filter or see each value once. DuckDB's time for
 * them grows by the square of the rows of the largest partition.
 */
export function slowWindows(text: string): string[] {
  const code = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ');
  return [...code.matchAll(/\) ?over\b/gi)]
    .map(({ index }) => ({ opened: openingOf(code, index), closed: index }))
    .filter(
      ({ opened, closed }) =>
        /\bfilter ?$/i.test(code.slice(0, opened)) ||
        /^\( ?distinct\b/i.test(code.slice(opened, closed)),
    )
    .map(({ opened, closed }) => code.slice(Math.max(0, opened - 40), closed + 6));
}

/** Returns the index of the parenthesis that opens the one closed at an index. */
function openingOf(code: string, closed: number): number {
  let depth = 0;
  for (let at = closed; at >= 0; at -= 1) {
    if (code[at] === ')') depth += 1;
    if (code[at] === '(') depth -= 1;
    if (depth === 0) return at;
  }
  return 0;
}
