/**
 * Returns the indexes of at most `max` values (two or more) that keep the shape of a line. These are
 * the first, the last, and the lowest and highest of every stretch between.
 */
export function thinPoints(values: readonly number[], max: number): readonly number[] {
  const places = [...values.keys()];
  if (places.length <= max) return places;
  const stretches = Math.floor((max - 2) / 2);
  const inner = places.slice(1, -1);
  const chosen = Array.from({ length: stretches }, (_, index) => {
    const from = Math.floor((index * inner.length) / stretches);
    const to = Math.floor(((index + 1) * inner.length) / stretches);
    return extremes(inner.slice(from, to), values);
  });
  return [...places.slice(0, 1), ...chosen.flat(), ...places.slice(-1)];
}

function extremes(places: readonly number[], values: readonly number[]): number[] {
  const valueAt = (place: number) => values[place] ?? 0;
  const ordered = [...places].sort((a, b) => valueAt(a) - valueAt(b));
  const [low, high] = [ordered.at(0), ordered.at(-1)];
  const both = low === high ? [low] : [low, high];
  return both.filter((place) => place !== undefined).sort((a, b) => a - b);
}
