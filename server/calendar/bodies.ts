import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CalendarEvent } from '../../sql/calendar/events.ts';
import type { Site } from '../accounts/attribution.ts';
import { type Body, bodyCost, createBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { answerOf, type CalendarAnswer, toCsv } from './answer.ts';
import type { CalendarHolder, EventsInService } from './holder.ts';
import type { AnswerFormat, CalendarQuery } from './parameters.ts';

/** Cached answer, shared by all callers and protocols. */
interface CalendarBody {
  readonly body: Body;
  /** Weak ETag. A later answer has the same one if the events in the window haven't changed. */
  readonly etag: string;
  readonly contentType: string;
  readonly answer: CalendarAnswer;
  /** Time of its creation, in Unix milliseconds. */
  readonly madeAt: number;
}

/** Cache of answers: equal requests get the same bytes for 15 minutes. */
export interface CalendarBodies {
  /** Throws an ApiError if a calendar is published that can't be read. */
  get(query: CalendarQuery): CalendarBody;
  /**
   * Returns the whole seconds that an answer may be cached: until it expires or a release is due.
   */
  secondsLeft(body: CalendarBody): number;
}

export interface CalendarBodiesOptions {
  readonly calendar: Pick<CalendarHolder, 'current' | 'isBehind'>;
  readonly site: () => Site;
  readonly clock: () => Date;
  /** Most memory of all answers; the ones used last stay. */
  readonly maximumBytes?: number;
}

interface CachedBody extends CalendarBody {
  readonly madeOf: Pick<EventsInService, 'events'>;
}

interface Format {
  readonly contentType: string;
  write(answer: CalendarAnswer): string;
}

const formats: Readonly<Record<AnswerFormat, Format>> = {
  json: {
    contentType: 'application/json; charset=utf-8',
    write: (answer) => JSON.stringify(answer),
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    write: ({ events }) => toCsv(events),
  },
};

const cacheMilliseconds = 900_000;
/** Events before the first calendar is published. */
const noEvents: Pick<EventsInService, 'events'> = { events: [] };

export function createCalendarBodies(options: CalendarBodiesOptions): CalendarBodies {
  const { calendar, site, clock, maximumBytes = 32 * 1024 * 1024 } = options;
  const cached = new LRUCache<string, CachedBody>({
    maxSize: maximumBytes,
    sizeCalculation: ({ body }) => Math.ceil(bodyCost(body)),
  });

  return {
    get(query) {
      const inService = calendar.current();
      if (inService === null && calendar.isBehind()) throw new ApiError('unavailable');
      const madeOf = inService ?? noEvents;
      const now = clock();
      const name = nameOf(query);
      const cachedBody = cached.get(name);
      if (cachedBody?.madeOf === madeOf && isCurrent(now.getTime() - cachedBody.madeAt))
        return cachedBody;
      const made = { ...makeBody(query, madeOf, now, site()), madeOf };
      cached.set(name, made);
      return made;
    },
    secondsLeft: ({ madeAt, answer }) => {
      const now = clock();
      const seconds = Math.floor((madeAt + cacheMilliseconds - now.getTime()) / 1000);
      return Math.max(
        0,
        Math.min(seconds, cacheMilliseconds / 1000, secondsUntilDue(answer.events, now)),
      );
    },
  };
}

/**
 * Tells whether an answer of that age is current. A negative age means that the clock was set back.
 */
const isCurrent = (age: number): boolean => age >= 0 && age < cacheMilliseconds;

function makeBody(query: CalendarQuery, { events }: CachedBody['madeOf'], now: Date, site: Site) {
  const { contentType, write } = formats[query.format];
  const answer = answerOf(query, events, now, site);
  return {
    body: createBody(Buffer.from(write(answer))),
    etag: etagOf(query, answer),
    contentType,
    answer,
    madeAt: now.getTime(),
  };
}

/** Hashes the content of an answer without its time. */
function etagOf(query: CalendarQuery, { events, attribution, docs }: CalendarAnswer): string {
  const text = JSON.stringify([nameOf(query), events, attribution, docs]);
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}

const nameOf = ({ format, currencies, impacts, days }: CalendarQuery): string =>
  [format, [...currencies], [...impacts], days].join(' ');

/** Seconds after a release during which its value is expected at any moment. */
const awaitedSeconds = 3600;
/** Seconds that an answer may be cached while a value is expected. */
const awaitedCacheSeconds = 60;

/**
 * Returns the whole seconds until these events, sorted by `ts`, may change. They change at the next
 * release. While a value is expected, they may change within a minute. Holidays have no value.
 */
export function secondsUntilDue(events: readonly CalendarEvent[], at: Date): number {
  const now = at.getTime() / 1000;
  let seconds = Number.POSITIVE_INFINITY;
  for (const { ts, impact, actual } of events) {
    if (impact === 'holiday') continue;
    if (ts > now) return Math.min(seconds, Math.floor(ts - now));
    if (actual === '' && ts > now - awaitedSeconds) seconds = awaitedCacheSeconds;
  }
  return seconds;
}
