import { calendarCurrencies, calendarImpacts } from '../../../sql/calendar/events.ts';
import type { CalendarAnswer } from '../../calendar/answer.ts';
import { readCalendarQuery } from '../../calendar/parameters.ts';
import type { Query } from '../../http/parameters.ts';
import { freshPage } from '../cached-page.ts';
import { nextText } from '../calendar-events.ts';
import { calendarTable, impactOf } from '../calendar-table.ts';
import type { Context } from '../context.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import { layout } from '../layout.ts';
import type { PageResources } from '../page-resources.ts';
import { checkboxes } from '../parts/form.ts';
import type { PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';

interface CalendarView {
  readonly answer: CalendarAnswer;
  readonly currencies: ReadonlySet<string>;
  readonly impacts: ReadonlySet<string>;
  readonly days: number;
  readonly now: Date;
  /** Address of the WebSocket for changes; null if the page polls over HTTP. */
  readonly socket: string | null;
}

/** Builds the calendar page; without scripts, times are in UTC. */
function calendarPage(view: CalendarView, context: Context): Html {
  const { answer, currencies, impacts, days, now, socket } = view;
  const { language } = context;
  const { calendar: texts, format: written } = language.words;
  const words = { ...texts, format: written };
  const next = nextText(answer.events, now, texts, language.format.duration);
  const main = html`<h1>${texts.title}</h1>
<p class="lead" id="next" role="timer">${next}</p>
<form class="filters" id="filters" action="/calendar" method="get">
${language.isChosen && html`<input type="hidden" name="lang" value="${language.code}">`}${checkboxes(
  'currency',
  texts.currency,
  calendarCurrencies.map((currency) => [currency, currency]),
  currencies,
)}${checkboxes(
  'impact',
  texts.impact,
  calendarImpacts.map((impact) => [impact, impactOf(impact, texts)]),
  impacts,
)}<button type="submit">${texts.show}</button>
</form>
<p class="hint"><span id="zone">${fillText(texts.zone, { zone: 'UTC' })}</span><span id="live" role="status"></span></p>
<div id="events">${calendarTable(answer.events, now, words, 'UTC')}</div>
${dataBlock('calendar-data', { answer, days, socket, words })}
<p><a href="/api/public/calendar/v1?impact=all&amp;days=7">JSON</a> · <a href="/api/public/calendar/v1?impact=all&amp;days=7&amp;format=csv">CSV</a></p>`;
  return layout(
    {
      title: `${texts.title} · ${context.site.name}`,
      description: texts.description,
      path: '/calendar',
      isIndexed: true,
      section: '/calendar',
      main,
      script: 'calendar.ts',
    },
    context,
  );
}

const days = 7;

/** Answers with the calendar of the coming week, from the same data as the API. */
export async function calendarAnswer(
  { query, language }: PublicPageRequest,
  { calendar, site, clock }: SiteServices,
  { assets, calendarUrl }: PageResources,
): Promise<PageAnswer> {
  const parameters = readCalendarQuery({
    currency: joinList(query, 'currency') ?? calendarCurrencies.join(','),
    impact: joinList(query, 'impact') ?? 'high,medium',
    days: String(days),
  });
  const { answer } = calendar.get(parameters);
  const socket = calendarUrl();
  const page = calendarPage(
    {
      answer,
      currencies: parameters.currencies,
      impacts: parameters.impacts,
      days,
      now: clock?.() ?? new Date(),
      socket,
    },
    { site: site(), assets, language },
  );
  return freshPage(page, socket === null ? [] : [socket]);
}

/**
 * Joins repeated query parameters: a form sends every ticked box separately, the calendar takes a
 * list.
 */
function joinList(query: Query, name: string): string | null {
  const values = [query[name]].flat().filter((value) => typeof value === 'string' && value !== '');
  return values.length === 0 ? null : values.join(',');
}
