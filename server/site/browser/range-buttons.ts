import type { Words } from '../../language/words.ts';
import type { ChartSpan } from '../charts/rebase.ts';
import type { Format } from '../language/format.ts';

const day = 86_400;

type Word = keyof Words['charts'];

/** Ranges to choose. Each has a function that returns its start for the end of the data. */
// biome-ignore format: a table
const ranges: readonly (readonly [label: Word, name: Word, start: (end: Date) => number])[] = [
  ['month', 'lastMonth', (end) => Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, end.getUTCDate())],
  ['quarter', 'lastQuarter', (end) => Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 3, end.getUTCDate())],
  ['toDate', 'thisYear', (end) => Date.UTC(end.getUTCFullYear(), 0, 1)],
  ['year', 'lastYear', (end) => Date.UTC(end.getUTCFullYear() - 1, end.getUTCMonth(), end.getUTCDate())],
  ['all', 'all', () => Number.NEGATIVE_INFINITY],
];

/** Creates buttons that show a range; the button of the current range is pressed. */
export function rangeButtons(
  whole: ChartSpan,
  show: (span: ChartSpan) => void,
  words: Words['charts'],
  format: Format,
) {
  const group = document.createElement('div');
  group.className = 'segment ranges';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', words.spans);
  const end = new Date(whole.to * 1000);
  const buttons = ranges.map(([label, name, start]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = words[label];
    button.title = words[name];
    const span = { from: Math.max(whole.from, start(end) / 1000), to: whole.to };
    button.addEventListener('click', () => show(span));
    group.append(button);
    return { button, span };
  });
  const output = document.createElement('output');
  output.className = 'span';
  return {
    group,
    output,
    note(span: ChartSpan): void {
      let isFound = false;
      for (const { button, span: offered } of [...buttons].reverse()) {
        const isShown: boolean = !isFound && isSame(offered, span);
        isFound ||= isShown;
        button.setAttribute('aria-pressed', String(isShown));
      }
      output.textContent = `${dateText(span.from, format)} – ${dateText(span.to, format)}`;
    },
  };
}

const isSame = (first: ChartSpan, second: ChartSpan): boolean =>
  Math.abs(first.from - second.from) < day / 2 && Math.abs(first.to - second.to) < day / 2;

const dateText = (seconds: number, format: Format): string =>
  format.day(new Date(seconds * 1000).toISOString());
