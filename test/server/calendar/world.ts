import type { FastifyInstance } from 'fastify';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { siteAt } from '../../../server/accounts/attribution.ts';
import { createCalendarApp } from '../../../server/calendar/app.ts';
import { type CalendarBodies, createCalendarBodies } from '../../../server/calendar/bodies.ts';
import type { EventsInService } from '../../../server/calendar/holder.ts';
import type { SocketRules } from '../../../server/calendar/socket/rules.ts';
import { socketRules } from '../../../server/calendar/socket/rules.ts';
import type { Limits, Verdict } from '../../../server/callers/limits/limits.ts';
import { listen } from '../../../server/http/listen.ts';
import type { CalendarEvent } from '../../../sql/calendar/events.ts';

export const path = '/api/public/calendar/v1';
export const now = new Date('2026-03-02T12:00:00Z');
const nowSeconds = now.getTime() / 1000;

/** Makes an event this many seconds from now. */
export function eventAt(seconds: number, given: Partial<CalendarEvent> = {}): CalendarEvent {
  const ts = nowSeconds + seconds;
  const time = new Date(ts * 1000).toISOString().replace('.000Z', 'Z');
  const words = { title: `Event at ${seconds}`, forecast: '0.3%', previous: '-0.1%', actual: '' };
  return { ts, time, currency: 'USD', impact: 'high', ...words, ...given };
}

export const events: readonly CalendarEvent[] = [
  eventAt(-3600, { title: 'CPI, y/y', actual: '2.4%' }),
  eventAt(600, { currency: 'EUR', title: 'Rate "decision"' }),
  eventAt(1200, { currency: 'GBP', impact: 'medium', title: 'PMI' }),
  eventAt(1800, { currency: 'JPY', impact: 'low', title: 'Bonds' }),
  eventAt(2400, { currency: 'CNY', impact: 'holiday', title: 'New Year', forecast: '' }),
];

/** Clock that moves only when a test moves it. */
interface MovedTime {
  wall: Date;
  /** Moves the clock by this many milliseconds. */
  steady: number;
}

export interface Desk {
  readonly app: FastifyInstance;
  readonly bodies: CalendarBodies;
  readonly time: MovedTime;
  /** Publishes these events as the next version. */
  publish(events: readonly CalendarEvent[]): void;
  /** Listens on a free port. Resolves to its address. */
  open(): Promise<string>;
}

export interface DeskOptions {
  readonly events?: readonly CalendarEvent[];
  readonly limits?: Limits;
  readonly rules?: Partial<SocketRules>;
  readonly trustProxy?: readonly string[];
  readonly log?: Log;
  readonly maximumBytes?: number;
  /** Monotonic clock of the machine, for idle times and message rates. */
  readonly isRealTime?: boolean;
}

const verdict: Verdict = {
  isAllowed: true,
  limit: 600,
  remaining: 599,
  resetAt: nowSeconds + 60,
  retryAfter: 60,
};

const noLimits: Limits = { take: () => verdict, close: async () => {} };

/** Allows the first `max` requests for each client and allowance. Others must wait 42 seconds. */
export function limitsOf(max: number): Limits & { readonly taken: Map<string, number> } {
  const taken = new Map<string, number>();
  return {
    taken,
    async take(allowance, client) {
      const name = `${allowance} ${client}`;
      const count = (taken.get(name) ?? 0) + 1;
      taken.set(name, count);
      const isAllowed = count <= max;
      const remaining = Math.max(0, max - count);
      return { ...verdict, limit: max, isAllowed, remaining, retryAfter: 42 };
    },
    close: async () => {},
  };
}

/** Calls `work` with the calendar's port over these events. Time stands still. */
export async function withDesk(
  work: (desk: Desk) => Promise<void>,
  options: DeskOptions = {},
): Promise<void> {
  const { limits = noLimits, trustProxy = [], log = silentLog, maximumBytes = 1_000_000 } = options;
  let inService: EventsInService = { version: '1', events: options.events ?? events };
  const time: MovedTime = { wall: now, steady: 0 };
  const bodies = createCalendarBodies({
    calendar: { current: () => inService, isBehind: () => false },
    site: () => siteAt('https://records.example'),
    clock: () => time.wall,
    maximumBytes,
  });
  const app = createCalendarApp(
    { calendar: bodies, limits, trustProxy, log },
    {
      rules: { ...socketRules, ...options.rules },
      ...(!options.isRealTime && { steady: () => time.steady }),
    },
  );
  try {
    await work({
      app,
      bodies,
      time,
      publish(next) {
        inService = { version: `${inService.version}1`, events: next };
      },
      async open() {
        const port = await listen(app, 'CALENDAR_PORT', { host: '127.0.0.1', port: 0 });
        return `ws://127.0.0.1:${port}`;
      },
    });
  } finally {
    await app.close();
  }
}
