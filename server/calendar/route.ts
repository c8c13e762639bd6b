import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { applyVerdict, type Limits } from '../callers/limits/limits.ts';
import { clientOf } from '../http/clients.ts';
import { codingFor, isNoneMatchFor, noteIgnored } from '../http/headers.ts';
import type { Query } from '../http/parameters.ts';
import { pathInGroup } from '../http/routes.ts';
import type { CalendarBodies } from './bodies.ts';
import { preflightHeaders } from './cross-origin.ts';
import { ignoredIn, readCalendarQuery } from './parameters.ts';

export const calendarPath = '/api/public/calendar/v1';

/** Services that the calendar uses on every port. */
export interface CalendarServices {
  readonly calendar: CalendarBodies;
  readonly limits: Limits;
}

/**
 * Registers `GET`, `HEAD` and `OPTIONS` of the calendar. `upgrade` adds WebSocket options to GET.
 */
export function calendarRoute(
  app: FastifyInstance,
  services: CalendarServices,
  upgrade: Partial<RouteOptions> = {},
): void {
  const url = pathInGroup(app, calendarPath);
  app.route({
    ...upgrade,
    method: ['GET', 'HEAD'],
    url,
    handler: (request, reply) => answerCalendar(services, request, reply),
  });
  app.route({
    method: 'OPTIONS',
    url,
    handler: (_request, reply) =>
      reply
        .code(204)
        .headers({ ...preflightHeaders, allow: preflightHeaders['access-control-allow-methods'] })
        .send(),
  });
}

/** Answers a GET or HEAD: checks the rate limit, then the parameters, then `If-None-Match`. */
export async function answerCalendar(
  { calendar, limits }: CalendarServices,
  { headers, ip, query }: Pick<FastifyRequest, 'headers' | 'ip' | 'query'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = applyVerdict(await limits.take('calendar', clientOf(ip)), reply);
  if (refusal) throw refusal;
  const parameters = isQuery(query) ? query : {};
  noteIgnored(reply, ignoredIn(parameters));
  const found = calendar.get(readCalendarQuery(parameters));
  const { body, contentType, etag } = found;
  reply.headers({ 'cache-control': `public, max-age=${calendar.secondsLeft(found)}`, etag });
  if (isNoneMatchFor(headers['if-none-match'], etag)) return reply.code(304).send();
  const coding = codingFor(headers['accept-encoding'], body.bytes.length);
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.header('content-type', contentType).send(await body.encoded(coding));
}

const isQuery = (query: unknown): query is Query => typeof query === 'object' && query !== null;
