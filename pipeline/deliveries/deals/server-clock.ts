import { parseTimezone, type Timezone } from '../../read/timezone.ts';

/** Lead of a server's clock over GMT, and the time during which it was observed, in seconds. */
export interface ObservedClock {
  readonly ahead: number;
  readonly from: number;
  readonly to: number;
}

/** Usual clocks of brokers, the most frequent first. */
const usual = ['NY+7', 'Europe/Athens'];

/** Seconds for which a terminal may still report the clock from before a change on a weekend. */
const unsure = 2 * 3600;

const [saturday, sunday] = [6, 0];

/**
 * Adds an observation of a clock. Ignores those of weekends after the first one, since clocks
 * change then.
 */
export function withObservation(
  seen: readonly ObservedClock[],
  at: number,
  ahead: number,
): ObservedClock[] {
  const last = seen.at(-1);
  if (last === undefined) return [{ ahead, from: at, to: at }];
  const day = new Date((at + ahead) * 1000).getUTCDay();
  if (day === saturday || day === sunday || at < last.to) return [...seen];
  if (last.ahead !== ahead) return [...seen, { ahead, from: at, to: at }];
  return [...seen.slice(0, -1), { ...last, to: at }];
}

/**
 * Returns the clock of a broker's server as its owner named it. Without a name, returns the first
 * usual clock that fits all observations; if no usual clock fits, the server's present lead at all
 * times.
 */
export function serverClock(named: string, seen: readonly ObservedClock[]): Timezone {
  if (named !== '') return parseTimezone(named);
  const long = seen.filter(({ from, to }) => to - from > 2 * unsure);
  const points = (long.length > 0 ? long : seen).flatMap(({ ahead, from, to }) =>
    (to - from > 2 * unsure ? [from + unsure, to - unsure] : [from]).map((at) => ({ at, ahead })),
  );
  const isSo = (zone: Timezone) =>
    points.every(({ at, ahead }) => zone.toUtc((at + ahead) * 1000, at * 1000) === at * 1000);
  return usual.map(parseTimezone).find(isSo) ?? fixed(seen.at(-1)?.ahead ?? 0);
}

const fixed = (ahead: number): Timezone => ({
  name: `GMT${ahead < 0 ? '-' : '+'}${Math.abs(ahead) / 3600}`,
  toUtc: (wall) => wall - ahead * 1000,
});
