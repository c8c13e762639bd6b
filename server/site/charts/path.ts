import { thinnedIndexes } from '../../accounts/thin-points.ts';

/** Point of a line, in the units of its figure. */
export type Point = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface AxisRange {
  readonly min: number;
  readonly max: number;
}

/** Returns the range of the values, extended to all of `always`; it is never empty. */
export function rangeOf(values: Iterable<number>, always: readonly number[] = []): AxisRange {
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

/** Returns the range of the values of points, with 0. */
export const rangeWithZero = (points: readonly Point[]): AxisRange =>
  rangeOf(
    points.map(([, value]) => value),
    [0],
  );

/** Maps a value of a range to a coordinate between two edges of a drawing. */
export const coordinateOf = (
  value: number,
  { min, max }: AxisRange,
  from: number,
  to: number,
): number => round(from + ((value - min) / (max - min)) * (to - from));

/** Returns the `d` attribute of a line through the points. */
export function linePath(points: readonly Point[], x: AxisRange, y: AxisRange, box: Box): string {
  const { left, top, width, height } = box;
  return points
    .map(([at, value], index) => {
      const command = index === 0 ? 'M' : 'L';
      return `${command}${coordinateOf(at, x, left, left + width)} ${coordinateOf(value, y, top + height, top)}`;
    })
    .join('');
}

/** Returns paths of lines that share a box, their range with 0, and the height of 0 in the box. */
export function fitLines(lines: readonly (readonly Point[])[], box: Box) {
  const points = lines.flat();
  const x = rangeOf(points.map(([at]) => at));
  const y = rangeWithZero(points);
  return {
    paths: lines.map((line) => linePath(line, x, y, box)),
    zero: coordinateOf(0, y, box.top + box.height, box.top),
    y,
  };
}

/** Reduces points to at most `max`; keeps the first, the last and the extremes of every stretch. */
export const thin = (points: readonly Point[], max: number): readonly Point[] =>
  thinnedIndexes(
    points.map(([, value]) => value),
    max,
  ).flatMap((index) => [points[index]].filter((point) => point !== undefined));

/** Rounds a coordinate to tenths, which take few bytes. */
const round = (value: number): number => Math.round(value * 10) / 10;
