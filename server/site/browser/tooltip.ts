import type uPlot from 'uplot';
import type { Format } from '../language/format.ts';

/** Row of the tooltip; `className` gives it the look of a line. */
export interface TooltipRow {
  readonly text: string;
  readonly className?: string;
}

/** Mark on the chart that the tooltip explains when the cursor is near. */
export interface ExplainedMark {
  readonly at: number;
  readonly text: string;
}

/** Pixels between cursor and tooltip, and the distance at which a mark is explained. */
const [gap, markReach] = [12, 8];

/** Creates the box at the cursor that shows every figure of a day. */
export function createTooltip(host: HTMLElement, format: Format, marks: readonly ExplainedMark[]) {
  const box = document.createElement('div');
  box.className = 'tooltip';
  box.hidden = true;
  box.setAttribute('aria-hidden', 'true');
  const spoken = document.createElement('output');
  spoken.className = 'sr';
  host.append(box, spoken);
  const hide = (): void => {
    box.hidden = true;
  };
  return {
    hide,
    /** Shows the rows of a day at the cursor of a plot. */
    show(plot: uPlot, day: number, rowsOf: () => readonly TooltipRow[]): void {
      const left = plot.cursor.left ?? -1;
      // The other plot reports the same day too, although the pointer is not over it.
      if (left < 0) return void hide();
      const near = marks.filter(
        (mark) => Math.abs(plot.valToPos(mark.at, 'x') - left) <= markReach,
      );
      const rows = [...rowsOf(), ...near];
      const title = format.day(new Date(day * 1000).toISOString());
      box.replaceChildren(lineOf('b', { text: title }), ...rows.map((row) => lineOf('span', row)));
      spoken.textContent = [title, ...rows.map(({ text }) => text)].join(', ');
      box.hidden = false;
      placeBox(box, host, plot, left);
    },
  };
}

function placeBox(box: HTMLElement, host: HTMLElement, plot: uPlot, left: number): void {
  const frame = host.getBoundingClientRect();
  const over = plot.over.getBoundingClientRect();
  const x = over.left - frame.left + left;
  const isRight = x + gap + box.offsetWidth > frame.width;
  box.style.left = `${Math.max(0, isRight ? x - gap - box.offsetWidth : x + gap)}px`;
  box.style.top = `${over.top - frame.top + 8}px`;
}

function lineOf(name: string, { text, className = '' }: TooltipRow): HTMLElement {
  const line = document.createElement(name);
  line.className = className;
  line.textContent = text;
  return line;
}
