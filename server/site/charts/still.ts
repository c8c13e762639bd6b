import { type Html, html } from '../html.ts';
import { framed, labelAt, percentOf, size } from './frame.ts';
import type { AxisRange, Point } from './path.ts';
import { coordinateOf } from './path.ts';
import { secondsOf } from './rebase.ts';
import { axisSteps, type DayFormat, dayLabels } from './scale.ts';

/** Chart without scripts, whose lines hold each value until the next day. */
export interface StillChart {
  /** Lines, each with the end of its class, such as ` line-1`, for its colour and pattern. */
  readonly lines: readonly { readonly points: readonly Point[]; readonly className: string }[];
  readonly y: AxisRange;
  /** Number of labels on the axis of values. */
  readonly labels: number;
  /** True if the area to zero is filled and no line is drawn. */
  readonly isFilled: boolean;
  readonly className: string;
  /** Spans behind the lines, in seconds, each with a sign above it and what it shows. */
  readonly spans?: readonly (readonly [from: number, to: number, sign: string, text: string])[];
  /** Spans over the lines, in seconds, that show nothing but say what is there. */
  readonly hits?: readonly (readonly [from: number, to: number, text: string])[];
  /** Writes a value of the axis. */
  value(value: number): string;
  /** Writes the days of the axis; null for an axis without days. */
  readonly days: DayFormat | null;
  /** Day with a line across; what is before it is lighter. Null without one. */
  readonly since?: string | null;
}

/** Draws a chart whose labels keep their size while the line stretches. */
export function stillChart({
  lines,
  y,
  labels,
  isFilled,
  className,
  spans = [],
  hits = [],
  value,
  days,
  since = null,
}: StillChart): Html {
  const instants = lines.flatMap(({ points }) => [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 1]);
  const [first, last] = [Math.min(...instants), Math.max(...instants)];
  const x = { min: first, max: last > first ? last : first + 1 };
  const heightOf = (at: number) => coordinateOf(at, y, size.height, 0);
  const steps = axisSteps(y.min, y.max, labels);
  const labelled = days === null ? [] : dayLabels(x.min, x.max, 5, days);
  const acrossOf = (at: number) => Math.round(coordinateOf(at, x, 0, size.width));
  const spanOf = ([from, to, text]: readonly [number, number, string], className: string) =>
    html`<rect class="${className}" x="${acrossOf(from)}" width="${Math.max(1, acrossOf(to) - acrossOf(from))}" height="${size.height}"><title>${text}</title></rect>`;
  const content = html`${spans.map(([from, to, , text]) => spanOf([from, to, text], 'shade'))}${lines.map(
    (line) => {
      const path = stepsPath(line.points, x, y);
      return isFilled
        ? html`<path class="fill" d="${path}V${heightOf(0)}H0Z"/>`
        : html`<path class="line${line.className}" d="${path}"/>`;
    },
  )}${since !== null && before(coordinateOf(secondsOf(since), x, 0, size.width))}${hits.map((hit) => spanOf(hit, 'hit'))}`;
  return framed({
    className,
    left: steps.map((at) => [percentOf(heightOf(at), size.height), value(at)]),
    below: labelled.map(([date, text]) => labelAt(acrossOf(secondsOf(date)) / 10, text)),
    above: spans.map(([from, to, sign]) => [acrossOf((from + to) / 2) / 10, sign]),
    lines: steps.map(heightOf),
    content,
  });
}

/** Makes what is on the left of a line lighter. */
function before(left: number): Html {
  const at = Math.round(left);
  return html`<path class="before" d="M0 0H${at}V${size.height}H0Z"/><path class="since" d="M${at} 0V${size.height}"/>`;
}

/** Returns a path of steps. It takes few bytes: whole units, each relative to the one before. */
function stepsPath(points: readonly Point[], x: AxisRange, y: AxisRange): string {
  let [left, top] = [0, 0];
  return points
    .map(([at, value], index) => {
      const [nextLeft, nextTop] = [
        Math.round(coordinateOf(at, x, 0, size.width)),
        Math.round(coordinateOf(value, y, size.height, 0)),
      ];
      const [right, down] = [nextLeft - left, nextTop - top];
      [left, top] = [nextLeft, nextTop];
      if (index === 0) return `M${left} ${top}`;
      return `${right === 0 ? '' : `h${right}`}${down === 0 ? '' : `v${down}`}`;
    })
    .join('');
}
