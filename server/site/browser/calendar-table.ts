import { type CalendarEvent, impactLabels } from './events.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const holidayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const heads = ['Time', 'Currency', 'Impact', 'Event', 'Actual', 'Forecast', 'Previous'] as const;
const firstNumber = 4;

/** Writes the events by day in the reader's time zone; a holiday stays on its own date. */
export function showEvents(host: HTMLElement, events: readonly CalendarEvent[], now: Date): void {
  const sections = [...grouped(events)].map(([day, rows]) => daySection(day, rows, now));
  if (sections.length === 0) sections.push(element('p', 'No event fits.'));
  host.replaceChildren(...sections);
}

function grouped(events: readonly CalendarEvent[]): Map<string, CalendarEvent[]> {
  const days = new Map<string, CalendarEvent[]>();
  for (const event of events) days.set(dayOf(event), [...(days.get(dayOf(event)) ?? []), event]);
  return days;
}

const dayOf = ({ time, impact }: CalendarEvent): string =>
  (impact === 'holiday' ? holidayFormat : dayFormat).format(new Date(time));

function daySection(day: string, events: readonly CalendarEvent[], now: Date): HTMLElement {
  const section = element('section', element('h2', day));
  section.className = 'day';
  const head = element('tr', ...heads.map(headCell));
  const table = element(
    'table',
    roled(element('thead', roled(head, 'row')), 'rowgroup'),
    roled(element('tbody', ...events.map((event) => row(event, now))), 'rowgroup'),
  );
  table.className = 'events';
  section.append(roled(table, 'table'));
  return section;
}

function headCell(text: string, at: number): HTMLElement {
  const cell = roled(element('th', text), 'columnheader');
  cell.setAttribute('scope', 'col');
  if (at >= firstNumber) cell.className = 'num';
  return cell;
}

function row(event: CalendarEvent, now: Date): HTMLElement {
  const { ts, time, currency, impact, title, actual, forecast, previous } = event;
  const clock = element(
    'time',
    impact === 'holiday' ? 'All day' : timeFormat.format(new Date(time)),
  );
  clock.setAttribute('datetime', time);
  const name = roled(element('th', title), 'rowheader');
  name.setAttribute('scope', 'row');
  const cells = [
    classed(element('td', clock), 'time'),
    classed(element('td', currency), 'currency'),
    classed(element('td', impactLabels[impact] ?? impact), 'impact'),
    name,
    ...[actual, forecast, previous].map((text, at) => {
      const cell = classed(element('td', text), 'num');
      cell.dataset.head = heads[firstNumber + at] ?? '';
      return cell;
    }),
  ];
  for (const cell of cells) if (cell !== name) roled(cell, 'cell');
  const line = roled(element('tr', ...cells), 'row');
  line.className = `impact-${impact}${ts * 1000 < now.getTime() ? ' past' : ''}`;
  return line;
}

/** An element with text or others in it; text stays text. */
function element(name: string, ...content: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

function roled(made: HTMLElement, role: string): HTMLElement {
  made.setAttribute('role', role);
  return made;
}

function classed(made: HTMLElement, name: string): HTMLElement {
  made.className = name;
  return made;
}
