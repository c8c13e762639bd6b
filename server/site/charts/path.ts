/** A point in the figures' own units. */
export type Point = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The range of the values with all of `always` in it; never empty. */
export function rangeOf(values: Iterable<number>, always: readonly number[] = []): Range {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of [values, always]) {
    for (const value of list) {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  if (min > max) return { min: 0, max: 1 };
  return min === max ? { min: min - 1, max: max + 1 } : { min, max };
}

/** Where a value lies between two edges of a drawing. */
export const place = (value: number, { min, max }: Range, from: number, to: number): number =>
  round(from + ((value - min) / (max - min)) * (to - from));

/** The `d` of a line through the points, left to right in the box. */
export function linePath(points: readonly Point[], x: Range, y: Range, box: Box): string {
  const { left, top, width, height } = box;
  return points
    .map(([at, value], index) => {
      const command = index === 0 ? 'M' : 'L';
      return `${command}${place(at, x, left, left + width)} ${place(value, y, top + height, top)}`;
    })
    .join('');
}

/** At most so many points, the first, the last and the extremes of every stretch among them. */
export function thin(points: readonly Point[], max: number): readonly Point[] {
  if (points.length <= max) return points;
  const stretches = Math.floor((max - 2) / 2);
  const inner = points.slice(1, -1);
  const kept = Array.from({ length: stretches }, (_, index) => {
    const from = Math.floor((index * inner.length) / stretches);
    const to = Math.floor(((index + 1) * inner.length) / stretches);
    return extremes(inner.slice(from, to));
  });
  return [...points.slice(0, 1), ...kept.flat(), ...points.slice(-1)];
}

function extremes(points: readonly Point[]): Point[] {
  const ordered = [...points].sort((one, other) => one[1] - other[1]);
  const [low, high] = [ordered.at(0), ordered.at(-1)];
  const both = low === high ? [low] : [low, high];
  return both.filter((point) => point !== undefined).sort((one, other) => one[0] - other[0]);
}

const round = (value: number): number => Math.round(value * 10) / 10;
