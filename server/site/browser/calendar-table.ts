import { directionOf, directionSigns } from '../calendar-events.ts';
import { createFormat } from '../language/format.ts';
import type { CalendarWords, ShownEvent } from './calendar-types.ts';

// The locales are fixed: `en-CA` writes `2026-02-28`, `en-GB` uses 24 hours.
const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const dayFormat = new Intl.DateTimeFormat('en-CA', parts);
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

const firstNumber = 4;

/** Shows the events by day in the time zone of the reader; holidays keep their date. */
export function showEvents(
  host: HTMLElement,
  events: readonly ShownEvent[],
  now: Date,
  words: CalendarWords,
): void {
  const sections = [...groupByDay(events)].map(([day, rows]) => daySection(day, rows, now, words));
  if (sections.length === 0) sections.push(element('p', words.none));
  host.replaceChildren(...sections);
}

function groupByDay(events: readonly ShownEvent[]): Map<string, ShownEvent[]> {
  const days = new Map<string, ShownEvent[]>();
  for (const event of events) days.set(dayOf(event), [...(days.get(dayOf(event)) ?? []), event]);
  return days;
}

/** Returns the day as `2026-02-28`. */
const dayOf = ({ time, impact }: ShownEvent): string =>
  impact === 'holiday' ? time.slice(0, 10) : dayFormat.format(new Date(time));

function daySection(
  day: string,
  events: readonly ShownEvent[],
  now: Date,
  words: CalendarWords,
): HTMLElement {
  const format = createFormat(words.format);
  const title = element('h2', `${format.weekday(day)} ${format.day(day)}`);
  const section = element('section', title);
  section.className = 'day';
  const heads = Object.values(words.heads);
  const head = element('tr', ...heads.map(headCell));
  const table = element(
    'table',
    withRole(element('thead', withRole(head, 'row')), 'rowgroup'),
    withRole(element('tbody', ...events.map((event) => row(event, now, words))), 'rowgroup'),
  );
  table.className = 'events stacks';
  section.append(withRole(table, 'table'));
  return section;
}

function headCell(text: string, at: number): HTMLElement {
  const cell = withRole(element('th', text), 'columnheader');
  cell.setAttribute('scope', 'col');
  if (at >= firstNumber) cell.className = 'num';
  return cell;
}

function row(event: ShownEvent, now: Date, words: CalendarWords): HTMLElement {
  const heads = Object.values(words.heads);
  const impacts = new Map(Object.entries(words.impacts));
  const { ts, time, currency, impact, title, actual, forecast, previous } = event;
  const clock = element(
    'time',
    impact === 'holiday' ? words.allDay : timeFormat.format(new Date(time)),
  );
  clock.setAttribute('datetime', time);
  const name = withRole(element('th', title), 'rowheader');
  name.setAttribute('scope', 'row');
  const cells = [
    withClass(element('td', clock), 'time'),
    withClass(element('td', withClass(element('span', currency), 'chip')), 'currency'),
    withClass(element('td', impacts.get(impact) ?? impact), 'impact'),
    name,
    ...[actualNode(actual, forecast, words), forecast, previous].map((text, at) => {
      const cell = withClass(element('td', text), 'num');
      cell.dataset.head = heads[firstNumber + at] ?? '';
      return cell;
    }),
  ];
  for (const cell of cells) if (cell !== name) withRole(cell, 'cell');
  const line = withRole(element('tr', ...cells), 'row');
  line.className = `impact-${impact}${ts * 1000 < now.getTime() ? ' past' : ''}`;
  return line;
}

/** Writes a released value; a sign, a colour and a text say how it compares with the forecast. */
function actualNode(
  actual: string,
  forecast: string,
  { directions }: CalendarWords,
): string | HTMLElement {
  const direction = directionOf(actual, forecast);
  if (direction === null) return actual;
  const sign = element('span', directionSigns[direction]);
  sign.setAttribute('aria-hidden', 'true');
  const spoken = withClass(element('span', directions[direction]), 'sr');
  const shown = withClass(element('span', `${actual} `, sign, spoken), direction);
  shown.title = directions[direction];
  return shown;
}

/** Creates an element with texts and nodes in it. */
function element(name: string, ...content: (string | Node)[]): HTMLElement {
  const created = document.createElement(name);
  created.append(...content);
  return created;
}

function withRole(created: HTMLElement, role: string): HTMLElement {
  created.setAttribute('role', role);
  return created;
}

function withClass(created: HTMLElement, name: string): HTMLElement {
  created.className = name;
  return created;
}
