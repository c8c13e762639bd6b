import { parseTimezone, type Timezone } from '../../read/timezone.ts';

/** How far a server's clock was ahead of GMT, and over what time it was seen to be, in seconds. */
export interface SeenClock {
  readonly ahead: number;
  readonly from: number;
  readonly to: number;
}

/** Clocks that brokers have, the most frequent first. */
const usual = ['NY+7', 'Europe/Athens'];

/** A terminal may go on for a while with what a clock was before a weekend on which it changed. */
const unsure = 2 * 3600;

const [saturday, sunday] = [6, 0];

/** What was seen, with what is seen now. Of a weekend only the first is of use: clocks change then. */
export function withSeen(seen: readonly SeenClock[], at: number, ahead: number): SeenClock[] {
  const last = seen.at(-1);
  if (last === undefined) return [{ ahead, from: at, to: at }];
  const day = new Date((at + ahead) * 1000).getUTCDay();
  if (day === saturday || day === sunday || at < last.to) return [...seen];
  if (last.ahead !== ahead) return [...seen, { ahead, from: at, to: at }];
  return [...seen.slice(0, -1), { ...last, to: at }];
}

/**
 * The clock of a broker's server: as its owner named it; else the first usual one that is as far ahead
 * of GMT as the server was whenever it was seen; else what the server is ahead now, at all times.
 */
export function serverClock(named: string, seen: readonly SeenClock[]): Timezone {
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
