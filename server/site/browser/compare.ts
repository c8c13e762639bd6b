import { type PackedColumn, unpackColumn } from '../charts/columns.ts';
import { rebaseReturns } from '../charts/rebase.ts';
import { createFormat } from '../language/format.ts';
import { createChart } from './chart-frame.ts';
import { type FrameWords, type Measure, pointerHint } from './chart-words.ts';
import { mayBeLog } from './charts.ts';
import { colourOf } from './colours.ts';
import { readBlock } from './curve-data.ts';
import { partFollower } from './part-follower.ts';
import type { Plotted } from './plotted.ts';
import { markScrollableTables } from './scroll-hints.ts';

/** Lines of the comparison in the page. */
interface ComparedData {
  /** Days since 1970; the first is the day before all lines start. */
  readonly days: PackedColumn;
  readonly lines: readonly PackedColumn[];
  /** Name of the account of each line, and its index in the comparison. */
  readonly names: readonly string[];
  readonly places: readonly number[];
}

const secondsADay = 86_400;
/** Dash patterns of the lines by index, the same as in the stylesheet. */
const dashes = [[], [7, 3], [2, 3], [9, 3, 2, 3]];

/** Replaces the still drawing by a chart with the lines of all accounts. */
function drawComparison(): void {
  const host = document.getElementById('charts');
  const packed = readBlock<ComparedData>('compare-data');
  const words = readBlock<FrameWords>('chart-words');
  if (host === null || packed === null || words === null) return;
  const days = unpackColumn(packed.days).map((day) => (day ?? 0) * secondsADay);
  const lines = packed.lines.map((line) => unpackColumn(line));
  const { names, places } = packed;
  const format = createFormat(words.format);
  const [, first = 0] = days;
  const whole = { from: first, to: days.at(-1) ?? 0 };
  const follow = partFollower('common', markScrollableTables);
  const key = document.createElement('p');
  key.className = 'key';
  key.textContent = pointerHint(words);
  const valuesIn = (measure: Measure, span: typeof whole) =>
    lines.map((line) => {
      const part = rebaseReturns(days, line, span);
      return measure === 'drawdown' ? part.drawdowns : part.returns;
    });
  createChart(
    host,
    {
      days,
      whole,
      measures: ['return', 'drawdown'],
      marks: [],
      notes: [key],
      onSpan: follow,
      read({ span, measure, isLog }) {
        const shown = valuesIn(measure, span);
        return {
          plots: [plottedOf(shown, places, measure, isLog)],
          mayBeLog: shown.every((values) => mayBeLog(measure, values)),
          rowsOn: (index) =>
            shown.flatMap((values, at) => {
              const value = values[index] ?? null;
              if (value === null) return [];
              const text = `${names[at]} ${format.signedPercent(value)}`;
              return [{ text, className: `line-${places[at]}` }];
            }),
        };
      },
    },
    words,
    format,
  );
}

const plottedOf = (
  lines: readonly (readonly (number | null)[])[],
  places: readonly number[],
  measure: Measure,
  isLog: boolean,
): Plotted => ({
  measure,
  isShort: false,
  isLog,
  unit: null,
  lines: lines.map((values, at) => ({
    values,
    stroke: colourOf(`line-${places[at]}`),
    width: 1.75,
    dash: dashes[places[at] ?? 0] ?? [],
    isFilled: false,
  })),
  marks: [],
  publicSince: null,
});

drawComparison();
markScrollableTables();
