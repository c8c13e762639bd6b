import { type Html, html } from '../html.ts';
import { framed, labelAt, percentOf, size } from './frame.ts';
import { type AxisRange, coordinateOf, rangeOf } from './path.ts';
import { axisSteps } from './scale.ts';

/** Bar between two values of the axis below. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** Says what the bar shows. */
  readonly text: string;
  /** Amounts with their colour: above the line if positive, below it if negative. */
  readonly amounts: readonly (readonly [amount: number, tone: 'won' | 'lost'])[];
}

export interface BarChart {
  readonly bars: readonly Bar[];
  /** Range of the axis below. */
  readonly x: AxisRange;
  /** Labels of the axis below, by their value. */
  readonly below: readonly (readonly [value: number, text: string])[];
  /** Writes a value of the axis on the left. */
  value(value: number): string;
}

/** Draws bars above and below a line, so that a reader need not tell colours apart. */
export function barChart({ bars, x, below, value }: BarChart): Html {
  const all = bars.flatMap(({ amounts }) => amounts.map(([amount]) => amount));
  const y = rangeOf(all, [0]);
  const heightOf = (amount: number) => Math.round(coordinateOf(amount, y, size.height, 0));
  const acrossOf = (at: number) => Math.round(coordinateOf(at, x, 0, size.width));
  // Half a trade would be written as a whole one.
  const isWhole = all.every(Number.isInteger);
  const steps = axisSteps(y.min, y.max, 4).filter((step) => !isWhole || Number.isInteger(step));
  const zero = heightOf(0);
  return framed({
    className: 'small',
    left: steps.map((step) => [percentOf(heightOf(step), size.height), value(step)]),
    below: below.map(([at, text]) => labelAt(percentOf(acrossOf(at), size.width), text)),
    lines: steps.map(heightOf),
    content: bars.map(({ from, to, text, amounts }) => {
      const [left, right] = [acrossOf(from) + 2, acrossOf(to) - 2];
      const parts = amounts.map(([amount, tone]) => {
        const end = heightOf(amount);
        const height = Math.max(amount === 0 ? 0 : 2, Math.abs(end - zero));
        return html`<rect class="${tone}" x="${left}" y="${Math.min(end, zero)}" width="${Math.max(1, right - left)}" height="${height}"/>`;
      });
      return html`<g><title>${text}</title>${parts}</g>`;
    }),
  });
}
