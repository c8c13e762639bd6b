import { nextText } from '../calendar-events.ts';
import { type CalendarWords, calendarTable, type ShownEvent } from '../calendar-table.ts';
import { textOf } from '../html.ts';
import { createFormat, fillText } from '../language/format.ts';
import { type CalendarEvents, connect } from './calendar-source.ts';
import { readBlock } from './curve-data.ts';

interface CalendarBlock {
  readonly answer: CalendarEvents;
  readonly days: number;
  readonly socket: string | null;
  readonly words: CalendarWords;
}

const second = 1000;

start(readBlock<CalendarBlock>('calendar-data'));

function start(block: CalendarBlock | null): void {
  const form = document.querySelector<HTMLFormElement>('#filters');
  const host = document.getElementById('events');
  if (block === null || form === null || host === null) return;
  let { answer } = block;
  const { words } = block;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  write('zone', fillText(words.zone, { zone }));

  const show = (): void => {
    host.innerHTML = textOf(calendarTable(answer.events, new Date(), words));
    showNext(answer.events, new Date(), words);
  };
  const source = connect(block.socket, words, {
    query: () => queryOf(form, block.days),
    onAnswer(received) {
      // Unchanged events are not redrawn, so that the reader's selection stays.
      const hasChanged = JSON.stringify(received.events) !== JSON.stringify(answer.events);
      answer = received;
      if (hasChanged) show();
    },
    onState: (state) => write('live', state),
  });
  form.addEventListener('change', () => {
    history.replaceState(null, '', `?${new URLSearchParams(fieldsOf(form))}`);
    source.ask();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    source.ask();
  });
  setInterval(() => showNext(answer.events, new Date(), words), second);
  show();
}

const fieldsOf = (form: HTMLFormElement): [string, string][] =>
  [...new FormData(form)].map(([name, value]) => [name, String(value)]);

/** Builds the query of the calendar; without ticked boxes it selects everything. */
function queryOf(form: HTMLFormElement, days: number): string {
  const tickedIn = (wanted: string): string[] =>
    fieldsOf(form).flatMap(([name, value]) => (name === wanted ? [value] : []));
  const [currencies, impacts] = [tickedIn('currency'), tickedIn('impact')];
  return [
    ...(currencies.length === 0 ? [] : [`currency=${currencies.join(',')}`]),
    `impact=${impacts.length === 0 ? 'all' : impacts.join(',')}`,
    `days=${days}`,
  ].join('&');
}

function write(id: string, text: string): void {
  const element = document.getElementById(id);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

/** Shows the next event and the time until then. */
function showNext(events: readonly ShownEvent[], now: Date, words: CalendarWords): void {
  write(
    'next',
    nextText(events, now, words, (seconds) => lengthOf(seconds, words)),
  );
}

function lengthOf(seconds: number, { format: texts }: CalendarWords): string {
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} ${texts.minutes} ${seconds % 60} ${texts.seconds}`
    : createFormat(texts).duration(seconds);
}
