/**
 * Places of at most so many values that a line through them can do with, two at least: the first,
 * the last, and the lowest and highest of every stretch between.
 */
export function thinnedPlaces(values: readonly number[], max: number): readonly number[] {
  const places = [...values.keys()];
  if (places.length <= max) return places;
  const stretches = Math.floor((max - 2) / 2);
  const inner = places.slice(1, -1);
  const kept = Array.from({ length: stretches }, (_, index) => {
    const from = Math.floor((index * inner.length) / stretches);
    const to = Math.floor(((index + 1) * inner.length) / stretches);
    return extremes(inner.slice(from, to), values);
  });
  return [...places.slice(0, 1), ...kept.flat(), ...places.slice(-1)];
}

function extremes(places: readonly number[], values: readonly number[]): number[] {
  const valueAt = (place: number) => values[place] ?? 0;
  const ordered = [...places].sort((one, other) => valueAt(one) - valueAt(other));
  const [low, high] = [ordered.at(0), ordered.at(-1)];
  const both = low === high ? [low] : [low, high];
  return both.filter((place) => place !== undefined).sort((one, other) => one - other);
}
