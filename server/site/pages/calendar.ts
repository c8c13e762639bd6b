import { calendarCurrencies, calendarImpacts } from '../../../sql/calendar/events.ts';
import type { CalendarAnswer } from '../../calendar/answer.ts';
import type { Context } from '../context.ts';
import * as format from '../format.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { boxes } from '../parts/form.ts';

type CalendarEvent = CalendarAnswer['events'][number];

export interface CalendarView {
  readonly answer: CalendarAnswer;
  readonly currencies: ReadonlySet<string>;
  readonly impacts: ReadonlySet<string>;
  readonly days: number;
  /** Where changes come from while the page is open; null where they are asked for over HTTP. */
  readonly socket: string | null;
}

const impactLabels: Readonly<Record<string, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  holiday: 'Holiday',
};

/** The coming events, in UTC for whoever runs no scripts. */
export function calendarPage(view: CalendarView, context: Context): Html {
  const { answer, currencies, impacts, days, socket } = view;
  const main = html`<h1>Economic calendar</h1>
<p class="lead" id="next" role="timer">Events of this week. Times are in UTC.</p>
<form class="filters" id="filters" action="/calendar" method="get">
${boxes(
  'currency',
  'Currency',
  calendarCurrencies.map((one) => [one, one]),
  currencies,
)}${boxes(
  'impact',
  'Impact',
  calendarImpacts.map((one) => [one, impactLabels[one] ?? one]),
  impacts,
)}<button type="submit">Show</button>
</form>
<p class="found"><span id="zone">Times in UTC</span><span id="live" role="status"></span></p>
<div id="events">${table(answer.events)}</div>
${dataBlock('calendar-data', { answer, days, socket })}
<p><a href="/api/public/calendar/v1?impact=all&amp;days=7">JSON</a> · <a href="/api/public/calendar/v1?impact=all&amp;days=7&amp;format=csv">CSV</a></p>`;
  return layout(
    {
      title: `Economic calendar · ${context.site.host}`,
      description: 'Scheduled releases, central-bank events and market holidays of the week.',
      section: '/calendar',
      main,
      script: 'calendar.ts',
    },
    context,
  );
}

function table(events: readonly CalendarEvent[]): Html {
  if (events.length === 0) return html`<p>No event fits.</p>`;
  const days = [...new Set(events.map(({ time }) => time.slice(0, 10)))];
  return html`${days.map((day) => dayTable(day, events))}`;
}

const heads = ['Time', 'Currency', 'Impact', 'Event', 'Actual', 'Forecast', 'Previous'] as const;
const firstNumber = 4;

const dayTable = (day: string, events: readonly CalendarEvent[]): Html =>
  html`<section class="day"><h2>${format.weekday(day)} ${format.day(day)}</h2><table class="events" role="table">
<thead role="rowgroup"><tr role="row">${heads.map((head, at) => html`<th scope="col" role="columnheader"${at >= firstNumber && html` class="num"`}>${head}</th>`)}</tr></thead>
<tbody role="rowgroup">${events
    .filter(({ time }) => time.startsWith(day))
    .map(
      ({ time, currency, impact, title, actual, forecast, previous }) =>
        html`<tr role="row" class="impact-${impact}"><td role="cell" class="time"><time datetime="${time}">${impact === 'holiday' ? 'All day' : time.slice(11, 16)}</time></td><td role="cell" class="currency">${currency}</td><td role="cell" class="impact">${impactLabels[impact]}</td><th scope="row" role="rowheader">${title}</th>${[actual, forecast, previous].map((text, at) => html`<td role="cell" class="num" data-head="${heads[firstNumber + at]}">${text}</td>`)}</tr>
`,
    )}</tbody></table></section>`;
