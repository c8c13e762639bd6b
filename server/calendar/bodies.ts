import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CalendarEvent } from '../../sql/calendar/events.ts';
import type { Site } from '../accounts/attribution.ts';
import { type Body, bodyCost, createBody } from '../http/body.ts';
import { answerOf, type CalendarAnswer, toCsv } from './answer.ts';
import type { CalendarHolder, EventsInService } from './holder.ts';
import type { AnswerFormat, CalendarQuery } from './parameters.ts';

/** An answer as it was made, whoever asks and however. */
export interface CalendarBody {
  readonly body: Body;
  /** Weak: it stands while the events in the window do, also in the answer that comes after. */
  readonly etag: string;
  readonly contentType: string;
  /** What it holds, in order of `ts`. */
  readonly events: readonly CalendarEvent[];
  /** Unix milliseconds. */
  readonly madeAt: number;
}

/**
 * The answers that are kept: all who ask the same within a quarter of an hour get the same bytes.
 */
export interface CalendarBodies {
  get(query: CalendarQuery): CalendarBody;
  /** Whole seconds that an answer is good for: while it is given, and no release is due. */
  secondsLeft(body: CalendarBody): number;
}

export interface CalendarBodiesOptions {
  readonly calendar: Pick<CalendarHolder, 'current'>;
  readonly site: () => Site;
  readonly clock: () => Date;
  /** What all answers together may take; those used last are kept. */
  readonly maximumBytes?: number;
}

interface Kept extends CalendarBody {
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

const keptMilliseconds = 900_000;
/** What there is before the first calendar. */
const before: Pick<EventsInService, 'events'> = { events: [] };

export function createCalendarBodies(options: CalendarBodiesOptions): CalendarBodies {
  const { calendar, site, clock, maximumBytes = 32 * 1024 * 1024 } = options;
  const kept = new LRUCache<string, Kept>({
    maxSize: maximumBytes,
    sizeCalculation: ({ body }) => Math.ceil(bodyCost(body)),
  });

  return {
    get(query) {
      const madeOf = calendar.current() ?? before;
      const now = clock();
      const name = nameOf(query);
      const known = kept.get(name);
      if (known?.madeOf === madeOf && isCurrent(now.getTime() - known.madeAt)) return known;
      const made = { ...makeBody(query, madeOf, now, site()), madeOf };
      kept.set(name, made);
      return made;
    },
    secondsLeft: ({ madeAt, events }) => {
      const now = clock();
      const left = Math.floor((madeAt + keptMilliseconds - now.getTime()) / 1000);
      return Math.max(0, Math.min(left, keptMilliseconds / 1000, secondsUntilDue(events, now)));
    },
  };
}

/** An age below 0 means that the clock was set back. */
const isCurrent = (age: number): boolean => age >= 0 && age < keptMilliseconds;

function makeBody(query: CalendarQuery, { events }: Kept['madeOf'], now: Date, site: Site) {
  const { contentType, write } = formats[query.format];
  const answer = answerOf(query, events, now, site);
  return {
    body: createBody(Buffer.from(write(answer))),
    etag: etagOf(query, answer),
    contentType,
    events: answer.events,
    madeAt: now.getTime(),
  };
}

/** Over what an answer says, not over when it was made. */
function etagOf(query: CalendarQuery, { events, attribution, docs }: CalendarAnswer): string {
  const text = JSON.stringify([nameOf(query), events, attribution, docs]);
  return `W/"${createHash('sha256').update(text).digest('base64url')}"`;
}

const nameOf = ({ format, currencies, impacts, days }: CalendarQuery): string =>
  [format, [...currencies], [...impacts], days].join(' ');

/**
 * Seconds after its time in which a value is awaited; what has none by then has none to come soon.
 */
const awaited = 3600;
/** Seconds that an answer is good for which lacks such a value. */
const whileAwaited = 60;

/**
 * Whole seconds in which nothing is due that would change these events, in order of `ts`: until
 * the next release, and a minute while a value is awaited. A holiday releases nothing.
 */
export function secondsUntilDue(events: readonly CalendarEvent[], at: Date): number {
  const now = at.getTime() / 1000;
  let left = Number.POSITIVE_INFINITY;
  for (const { ts, impact, actual } of events) {
    if (impact === 'holiday') continue;
    if (ts > now) return Math.min(left, Math.floor(ts - now));
    if (actual === '' && ts > now - awaited) left = whileAwaited;
  }
  return left;
}
