import type { Words } from '../language/words.ts';
import { directionOf, directionSigns } from './calendar-events.ts';
import { type Html, type HtmlContent, html } from './html.ts';
import { createFormat } from './language/format.ts';

// Also runs in the browser: do not import Node modules.

/** Event of the calendar's response. */
export interface ShownEvent {
  readonly ts: number;
  readonly time: string;
  readonly currency: string;
  readonly impact: string;
  readonly title: string;
  readonly forecast: string;
  readonly previous: string;
  readonly actual: string;
}

/** Texts of the calendar page. */
export type CalendarWords = Words['calendar'] & Pick<Words, 'format'>;

const firstNumber = 4;

/** Builds a table for each day, by default in the reader's time zone. Holidays keep their date. */
export function calendarTable(
  events: readonly ShownEvent[],
  now: Date,
  words: CalendarWords,
  timeZone?: string,
): Html {
  if (events.length === 0) return html`<p>${words.none}</p>`;
  // The locales are fixed: `en-CA` writes `2026-02-28`, `en-GB` uses 24 hours.
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  const days = new Intl.DateTimeFormat('en-CA', parts);
  const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const dayOf = ({ time, impact }: ShownEvent) =>
    impact === 'holiday' ? time.slice(0, 10) : days.format(new Date(time));
  const clockOf = ({ time, impact }: ShownEvent) =>
    impact === 'holiday' ? words.allDay : times.format(new Date(time));
  const format = createFormat(words.format);
  const heads = Object.values(words.heads);
  return html`${[...new Set(events.map(dayOf))].map(
    (day) =>
      html`<section class="day"><h2>${format.weekday(day)} ${format.day(day)}</h2><table class="events stacks" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head, at) => html`<th scope="col" role="columnheader"${at >= firstNumber && html` class="num"`}>${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${events
        .filter((event) => dayOf(event) === day)
        .map((event) => row(event, clockOf(event), now, words))}</tbody></table></section>`,
  )}`;
}

function row(event: ShownEvent, clock: string, now: Date, words: CalendarWords): Html {
  const { ts, time, currency, impact, title, actual, forecast, previous } = event;
  const heads = Object.values(words.heads);
  const numbers = [actualText(actual, forecast, words), forecast, previous];
  return html`<tr role="row" class="impact-${impact}${ts * 1000 < now.getTime() && ' past'}"><td role="cell" class="time"><time datetime="${time}">${clock}</time></td><td role="cell" class="currency"><span class="chip">${currency}</span></td><td role="cell" class="impact">${impactOf(impact, words)}</td><th scope="row" role="rowheader">${title}</th>${numbers.map((text, at) => html`<td role="cell" class="num">${text !== '' && html`<span class="head" aria-hidden="true">${heads[firstNumber + at]}</span>${text}`}</td>`)}</tr>
`;
}

export const impactOf = (impact: string, { impacts }: Pick<CalendarWords, 'impacts'>): string =>
  new Map(Object.entries(impacts)).get(impact) ?? impact;

/** Writes a released value; a sign, a colour and a text say how it compares with the forecast. */
function actualText(actual: string, forecast: string, { directions }: CalendarWords): HtmlContent {
  const direction = directionOf(actual, forecast);
  if (direction === null) return actual;
  return html`<span class="${direction}" title="${directions[direction]}">${actual} <span aria-hidden="true">${directionSigns[direction]}</span><span class="sr">${directions[direction]}</span></span>`;
}
