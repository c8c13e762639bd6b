const day = 86_400;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Spans to choose from, each by where the data ends. */
// biome-ignore format: a table
const ranges: readonly (readonly [label: string, name: string, start: (end: Date) => number])[] = [
  ['1M', 'Last month', (end) => Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, end.getUTCDate())],
  ['3M', 'Last three months', (end) => Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 3, end.getUTCDate())],
  ['YTD', 'This year', (end) => Date.UTC(end.getUTCFullYear(), 0, 1)],
  ['1Y', 'Last year', (end) => Date.UTC(end.getUTCFullYear() - 1, end.getUTCMonth(), end.getUTCDate())],
  ['All', 'All', () => Number.NEGATIVE_INFINITY],
];

/** Buttons that show a span of the whole; a button is pressed while its span is shown. */
export function rangeButtons(whole: Span, show: (span: Span) => void) {
  const group = document.createElement('div');
  group.className = 'ranges';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Span of the charts');
  const end = new Date(whole.to * 1000);
  const buttons = ranges.map(([label, name, start]) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.title = name;
    const span = { from: Math.max(whole.from, start(end) / 1000), to: whole.to };
    button.addEventListener('click', () => show(span));
    group.append(button);
    return { button, span };
  });
  const output = document.createElement('output');
  output.className = 'span';
  group.append(output);
  return {
    group,
    note(span: Span): void {
      let isFound = false;
      for (const { button, span: own } of [...buttons].reverse()) {
        const isShown: boolean = !isFound && isSame(own, span);
        isFound ||= isShown;
        button.setAttribute('aria-pressed', String(isShown));
      }
      output.textContent = `${dateText(span.from)} – ${dateText(span.to)}`;
    },
  };
}

const isSame = (one: Span, other: Span): boolean =>
  Math.abs(one.from - other.from) < day / 2 && Math.abs(one.to - other.to) < day / 2;

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const dateText = (seconds: number): string => format.format(new Date(seconds * 1000));
