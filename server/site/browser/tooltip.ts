import type uPlot from 'uplot';
import { type Format, fillText } from '../language/format.ts';
import { type ChartWords, labels, type Measure } from './chart-words.ts';
import type { CurveMark } from './curve-data.ts';

type Values = readonly (number | null)[];

/** Pixels between the cursor and the tooltip, and around a mark that belongs to the cursor. */
const [gap, markReach] = [12, 8];

/** Creates the box at the cursor that shows every figure of a day. */
export function createTooltip(
  host: HTMLElement,
  words: ChartWords,
  format: Format,
  currency: string | null,
  marks: readonly CurveMark[],
) {
  const box = document.createElement('div');
  box.className = 'tooltip';
  box.hidden = true;
  box.setAttribute('aria-hidden', 'true');
  const spoken = document.createElement('output');
  spoken.className = 'sr';
  host.append(box, spoken);
  const names = labels(words);
  // Large amounts come in whole units, so no digits of cents are made up.
  const money = (value: number, all: Values) =>
    `${all.every(isWhole) ? format.count(value) : format.amount(value, currency)}${currency === null ? '' : ` ${currency}`}`;
  const writers: Readonly<Record<Measure, (value: number, all: Values) => string>> = {
    return: (value) => format.signedPercent(value),
    drawdown: (value) => format.signedPercent(value),
    balance: money,
    equity: money,
  };
  const hide = (): void => {
    box.hidden = true;
  };
  return {
    hide,
    /** Shows the figures of a day and further lines at the cursor of a plot; null hides them. */
    show(
      index: number | null,
      plot: uPlot,
      values: Readonly<Record<Measure, Values>>,
      days: readonly number[],
      further: readonly string[],
    ): void {
      const left = plot.cursor.left ?? -1;
      // A synchronised plot reports the same day again, without a pointer over it.
      if (index === null || left < 0) return void hide();
      const at = days[index] ?? 0;
      const rows = (['return', 'drawdown', 'balance', 'equity'] as const).flatMap((measure) => {
        const value = values[measure][index] ?? null;
        return value === null
          ? []
          : [[names[measure], writers[measure](value, values[measure])] as const];
      });
      const near = marks.filter(
        (mark) => Math.abs(plot.valToPos(mark.at, 'x') - left) <= markReach,
      );
      const flows = near.map((mark) => flowText(mark, currency, words, format));
      const title = format.day(new Date(at * 1000).toISOString());
      box.replaceChildren(
        lineOf('b', title),
        ...rows.map(([name, text]) => lineOf('span', `${name} ${text}`)),
        ...[...further, ...flows].map((text) => lineOf('span', text)),
      );
      spoken.textContent = [title, ...rows.map((row) => row.join(' ')), ...further, ...flows].join(
        ', ',
      );
      box.hidden = false;
      placeBox(box, host, plot, left);
    },
  };
}

const isWhole = (value: number | null): boolean => value === null || Number.isInteger(value);

function placeBox(box: HTMLElement, host: HTMLElement, plot: uPlot, left: number): void {
  const frame = host.getBoundingClientRect();
  const over = plot.over.getBoundingClientRect();
  const x = over.left - frame.left + left;
  const isRight = x + gap + box.offsetWidth > frame.width;
  box.style.left = `${Math.max(0, isRight ? x - gap - box.offsetWidth : x + gap)}px`;
  box.style.top = `${over.top - frame.top + 8}px`;
}

function lineOf(name: string, text: string): HTMLElement {
  const line = document.createElement(name);
  line.textContent = text;
  return line;
}

function flowText(
  { date, isDeposit, amount }: CurveMark,
  currency: string | null,
  words: ChartWords,
  format: Format,
): string {
  const kind = isDeposit ? `▲ ${words.deposit}` : `▼ ${words.withdrawal}`;
  const money =
    amount === null ? '' : ` ${format.signedAmount(amount, currency)} ${currency ?? ''}`;
  return fillText('{kind}{money}, {day}', { kind, money, day: format.day(date) });
}
