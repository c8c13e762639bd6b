/**
 * Returns the indexes of at most `max` values (two or more) that keep the shape of a line. It keeps
 * the first and the last value, and the lowest and highest of every stretch between them.
 */
export function thinnedIndexes(values: readonly number[], max: number): readonly number[] {
  const indexes = [...values.keys()];
  if (indexes.length <= max) return indexes;
  const stretches = Math.floor((max - 2) / 2);
  const inner = indexes.slice(1, -1);
  const chosen = Array.from({ length: stretches }, (_, index) => {
    const from = Math.floor((index * inner.length) / stretches);
    const to = Math.floor(((index + 1) * inner.length) / stretches);
    return extremes(inner.slice(from, to), values);
  });
  return [...indexes.slice(0, 1), ...chosen.flat(), ...indexes.slice(-1)];
}

function extremes(indexes: readonly number[], values: readonly number[]): number[] {
  const valueAt = (index: number) => values[index] ?? 0;
  const ordered = [...indexes].sort((a, b) => valueAt(a) - valueAt(b));
  const [low, high] = [ordered.at(0), ordered.at(-1)];
  const both = low === high ? [low] : [low, high];
  return both.filter((index) => index !== undefined).sort((a, b) => a - b);
}
