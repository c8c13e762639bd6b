import { ApiError } from '../../http/errors.ts';
import type { Query } from '../../http/parameters.ts';
import type { CalendarBodies } from '../bodies.ts';
import { calendarParameters, ignoredIn, readCalendarQuery } from '../parameters.ts';

const example = 'currency=USD,EUR&days=7';

/** Returns the answer to a text message: the body of HTTP, `pong`, or `Error: …`. */
export function replyTo(text: string, calendar: CalendarBodies): string | Buffer {
  if (text === 'ping') return 'pong';
  try {
    return calendar.get(readCalendarQuery(knownOnly(queryOf(text)))).body.bytes;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return errorText(error.message);
    throw error;
  }
}

export const errorText = (detail: string): string => `Error: ${detail}`;

/** Parses a message like a query; a repeated parameter is a list. */
function queryOf(text: string): Query {
  if (text.startsWith('?')) throw messageError('Remove the leading ?.');
  const parts = text.split('&').filter((part) => part !== '');
  const odd = parts.find((part) => !/^[^=]+=/.test(part));
  if (odd !== undefined) {
    throw messageError(`Send ping, or parameters joined by & such as ${example}.`);
  }
  const parameters = new URLSearchParams(text);
  const names = new Set(parameters.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** Refuses names that HTTP would ignore: a message has no header that could tell of them. */
function knownOnly(query: Query): Query {
  const unknown = ignoredIn(query);
  if (unknown.length === 0) return query;
  const noun = unknown.length === 1 ? 'parameter' : 'parameters';
  const names = unknown.map((name) => name.slice(0, 40)).slice(0, 5);
  const known = Object.keys(calendarParameters).join(', ');
  throw messageError(`unknown ${noun} ${names.join(', ')}; the parameters are ${known}.`);
}

const messageError = (detail: string): ApiError => new ApiError('invalid_parameter', { detail });
