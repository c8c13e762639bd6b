import { queryParametersOf } from '../api/parameter-schemas.ts';
import { calendarAnswer } from '../calendar/answer.ts';
import { calendarParameters } from '../calendar/parameters.ts';
import { calendarPath } from '../calendar/route.ts';
import { ignoredHeader } from '../http/headers.ts';
import type { Components } from './components.ts';
import { limitHeaders, referTo } from './headers.ts';
import { describeParameter, ifNoneMatch } from './operation.ts';
import { problemResponse, referToProblems } from './responses.ts';

const csvExample = [
  'ts,time,currency,impact,forecast,previous,actual,title',
  '1772458200,2026-03-02T13:30:00Z,USD,high,3.1%,3.0%,,"CPI, yearly"',
].join('\r\n');

/** The economic calendar as a path of the document. */
export function describeCalendar(example: unknown, components: Components) {
  const get = {
    operationId: 'getCalendar',
    tags: ['Calendar'],
    summary: 'Read the economic calendar',
    description:
      'Scheduled releases, central-bank events and market holidays of nine currencies, from 6 ' +
      'hours ago. Needs no key and is open to every site: 600 requests a minute from an address. ' +
      "The same parameters, joined as in a query, are answered as messages on the calendar's port.",
    security: [],
    parameters: [...queryParametersOf(calendarParameters).map(describeParameter), ifNoneMatch],
    responses: {
      200: {
        description: 'The events within the window, as JSON or CSV',
        headers: referTo(['ETag', 'Cache-Control', ignoredHeader, ...limitHeaders]),
        content: {
          'application/json': { schema: components.refer(calendarAnswer), example },
          'text/csv': {
            schema: { type: 'string', description: 'A header line, then one line an event' },
            example: csvExample,
          },
        },
      },
      304: { $ref: '#/components/responses/NotModified' },
      413: problemResponse(413, components, false),
      414: problemResponse(414, components, false),
      ...referToProblems([400, 429, 500, 503]),
    },
  };
  return [calendarPath, { get }] as const;
}
