import { queryParametersOf } from '../api/parameter-schemas.ts';
import { calendarAnswer } from '../calendar/answer.ts';
import { calendarParameters } from '../calendar/parameters.ts';
import { calendarPath } from '../calendar/route.ts';
import { ignoredHeader } from '../http/headers.ts';
import type { Components } from './components.ts';
import type { Examples } from './examples.ts';
import { limitHeaders, referTo } from './headers.ts';
import { describeParameter, ifNoneMatch } from './operation.ts';
import { problemResponse, referToProblems } from './responses.ts';

const csvExample = [
  'ts,time,currency,impact,forecast,previous,actual,title',
  '1772458200,2026-03-02T13:30:00Z,USD,high,3.1%,3.0%,,"CPI, yearly"',
].join('\r\n');

/** Describes the economic calendar as a path of the document. */
export function describeCalendar(examples: Examples | undefined, components: Components) {
  const get = {
    operationId: 'getCalendar',
    tags: ['Calendar'],
    summary: 'Read the economic calendar',
    description:
      'Returns scheduled releases, central-bank events and market holidays of nine currencies, from ' +
      '6 hours ago to `days` ahead. Needs no key and is open to pages of every site, with 600 requests ' +
      'a minute per IP address. A WebSocket on the calendar port takes the same query as a message.',
    security: [],
    parameters: [...queryParametersOf(calendarParameters).map(describeParameter), ifNoneMatch],
    responses: {
      200: {
        description: 'Events in the window, as JSON or CSV',
        headers: referTo(['ETag', 'Cache-Control', ignoredHeader, ...limitHeaders]),
        content: {
          'application/json': { schema: components.refer(calendarAnswer), ...examples },
          'text/csv': {
            schema: { type: 'string', description: 'A header line, then one line per event' },
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
