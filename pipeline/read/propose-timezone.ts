import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { bounds } from './bounds.ts';
import { lazily, newYorkTime, parseTimezone, type Timezone } from './timezone.ts';

/** Something that happened at a time of an export's clock, given as if it were UTC. */
export interface ClockEvent {
  at: number;
  symbol: string;
}

interface OpenedOrder {
  symbol: string;
  opened: number;
}

/** Lists when orders were opened and closed, and others only opened, on the clock of an export. */
export const eventsOf = (
  closed: readonly (OpenedOrder & { closed: number })[],
  open: readonly OpenedOrder[] = [],
): ClockEvent[] => [
  ...closed.flatMap((order) =>
    [order.opened, order.closed].map((at) => ({ at, symbol: order.symbol })),
  ),
  ...open.map(({ symbol, opened }) => ({ at: opened, symbol })),
];

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** Currencies and metals are traded from Sunday to Friday, 17:00 on New York's clock. */
const opening = Date.UTC(1970, 0, 4, 17);
const openFor = 5 * day;
/** Orders that wait for the market are executed some minutes around. */
const slack = 5 * minute;

const currencies =
  'AUD CAD CHF CZK DKK EUR GBP HKD HUF JPY MXN NOK NZD PLN SEK SGD TRY USD ZAR XAU XAG';
const known = new Set(currencies.split(' '));

/** Clocks that servers are known to have, the usual first. */
const candidates: readonly string[] = [
  ...['NY+7', 'Europe/Athens', 'UTC', '+02:00', '+03:00', 'Europe/London', 'Europe/Berlin'],
  ...['NY+0', 'NY+5', 'NY+6', 'NY+8', 'NY+1', 'NY+2', 'NY+3', 'NY+4', 'NY+9', 'NY+10', 'NY+12'],
  ...[1, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((hours) => `+${String(hours).padStart(2, '0')}:00`),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((hours) => `-0${hours}:00`),
];
const candidateClocks = lazily(() => candidates.map(parseTimezone));

const fewestEvents = 10;
/** Clocks further apart than this are not told from each other by the weekends of a file. */
const maxApart = 2 * hour;
const maxNamed = 5;

/**
 * Words what the times of an export say about its clock. Proposes a time zone with its evidence,
 * and counts times inside a change of the clock in use.
 */
export function clockNotes(
  timezone: Timezone | null,
  events: readonly ClockEvent[],
): CodedReason[] {
  const edges = edgesOf(events);
  if (timezone === null) return edges === null ? [] : proposals(edges);
  return [...(edges === null ? [] : doubts(timezone, edges)), ...changes(timezone, events)];
}

/** Warns if the newest time of an export is later than the clock of the computer that saved it. */
export function aheadNotes(events: readonly ClockEvent[], saved: number | null): CodedReason[] {
  const newest = events.reduce((last, { at }) => Math.max(last, at), Number.NEGATIVE_INFINITY);
  const minutes = saved === null ? 0 : Math.floor((newest - saved) / minute);
  if (minutes < 1 || minutes > 26 * 60) return [];
  const apart = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return [makeReason('import_clock_ahead', { value: apart })];
}

/** Probable time zone of an export, with the evidence from its weekends. */
export interface TimezoneGuess {
  readonly name: string;
  /** Time zones that fit as well but are less usual; five at most. */
  readonly others: readonly string[];
  readonly weeks: number;
  /** Earliest and latest time of a market week in New York, such as `Sun 17:01`. */
  readonly earliest: string;
  readonly latest: string;
}

/** Guesses the time zone of an export by the weekends of its market. Null if they don't show it. */
export function guessTimezone(events: readonly ClockEvent[]): TimezoneGuess | null {
  const edges = edgesOf(events);
  return edges === null ? null : guessBy(edges);
}

function guessBy(edges: readonly number[]): TimezoneGuess | null {
  const fitting = fittingOf(edges);
  const [first, ...others] = fitting;
  if (first === undefined || !areClose(fitting, edges)) return null;
  const { name } = first;
  return { name, others: others.slice(0, maxNamed).map(nameOf), ...evidenceOf(first, edges) };
}

function proposals(edges: readonly number[]): CodedReason[] {
  const guess = guessBy(edges);
  if (guess === null) return [];
  const { name, others, weeks, earliest, latest } = guess;
  const found = { name, count: weeks, from: timeOfWeek(earliest), to: timeOfWeek(latest) };
  return others.length === 0
    ? [makeReason('import_clock_probable', found)]
    : [makeReason('import_clock_probable_others', { ...found, names: others.join(', ') })];
}

const dayCodes = {
  ...({
    Sun: 'import_time_sun',
    Mon: 'import_time_mon',
    Tue: 'import_time_tue',
    Wed: 'import_time_wed',
  } as const),
  ...({ Thu: 'import_time_thu', Fri: 'import_time_fri', Sat: 'import_time_sat' } as const),
};

/** Codes the time of a guess, such as `Sun 17:01`. */
export const timeOfWeek = (text: string): CodedReason => {
  const [day = '', time = ''] = text.split(' ');
  return makeReason(dayCodes[day as keyof typeof dayCodes], { time });
};

function doubts(timezone: Timezone, edges: readonly number[]): CodedReason[] {
  const closed = closedOn(timezone, edges);
  if (closed <= maxClosed(edges)) return [];
  const fitting = fittingOf(edges).slice(0, maxNamed);
  if (fitting.length === 0) return [];
  const names = fitting.map(nameOf).join(', ');
  return [makeReason('import_clock_doubtful', { name: timezone.name, count: closed, names })];
}

const nameOf = ({ name }: Timezone): string => name;

/** Returns how many events a holiday or a correction may put into a weekend. */
const maxClosed = (edges: readonly number[]): number => Math.floor(edges.length / 100);

const closedOn = (timezone: Timezone, edges: readonly number[]): number =>
  edges.filter((at) => isClosed(timezone, at)).length;

/** The clocks that put the fewest times into weekends, and hardly any. */
function fittingOf(edges: readonly number[]): Timezone[] {
  const clocks = candidateClocks().map((timezone) => ({
    timezone,
    closed: closedOn(timezone, edges),
  }));
  const fewest = Math.min(...clocks.map(({ closed }) => closed));
  if (fewest > maxClosed(edges)) return [];
  return clocks.filter(({ closed }) => closed === fewest).map(({ timezone }) => timezone);
}

function areClose(fitting: readonly Timezone[], edges: readonly number[]): boolean {
  const middle = edges[Math.floor(edges.length / 2)] ?? 0;
  const offsets = fitting.map((timezone) => middle - timezone.toUtc(middle));
  return Math.max(...offsets) - Math.min(...offsets) <= maxApart;
}

/**
 * First and last times of each hour from Friday to Monday, for markets with a weekend. Null if
 * there are too few.
 */
function edgesOf(events: readonly ClockEvent[]): number[] | null {
  const hours = new Map<number, { first: number; last: number }>();
  let count = 0;
  for (const { at, symbol } of events) {
    const name = symbol.toUpperCase().replace(/[^A-Z]/g, '');
    if (!known.has(name.slice(0, 3)) || !known.has(name.slice(3, 6))) continue;
    count++;
    const weekday = new Date(at).getUTCDay();
    if (weekday > 1 && weekday < 5) continue;
    const of = hours.get(Math.floor(at / hour));
    if (of === undefined) hours.set(Math.floor(at / hour), { first: at, last: at });
    else {
      of.first = Math.min(of.first, at);
      of.last = Math.max(of.last, at);
    }
  }
  if (count < fewestEvents) return null;
  return [...hours.values()].flatMap(({ first, last }) =>
    first === last ? [first] : [first, last],
  );
}

/** Returns the time since the latest Sunday 17:00 in New York. */
function sinceOpening(timezone: Timezone, at: number): number {
  const since = newYorkTime(timezone.toUtc(at)) - opening;
  return since - Math.floor(since / week) * week;
}

function isClosed(timezone: Timezone, at: number): boolean {
  const since = sinceOpening(timezone, at);
  return since > openFor + slack && since < week - slack;
}

function evidenceOf(timezone: Timezone, edges: readonly number[]) {
  let earliest = openFor;
  let latest = 0;
  const weeks = new Set<number>();
  for (const at of edges) {
    const since = sinceOpening(timezone, at);
    weeks.add(Math.floor((newYorkTime(timezone.toUtc(at)) - opening) / week));
    if (since > openFor) continue;
    earliest = Math.min(earliest, since);
    latest = Math.max(latest, since);
  }
  return { earliest: clockTime(earliest), latest: clockTime(latest), weeks: weeks.size };
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

function clockTime(since: number): string {
  const at = new Date(opening + since);
  return `${weekdays[at.getUTCDay()]} ${at.toISOString().slice(11, 16)}`;
}

/** Times that the clock shows twice in autumn, or never in spring. */
function changes(timezone: Timezone, events: readonly ClockEvent[]): CodedReason[] {
  const codes = { twice: 'import_clock_twice', never: 'import_clock_never' } as const;
  return (['twice', 'never'] as const).flatMap((kind) => {
    const found = new Set<number>();
    let count = 0;
    for (const { at } of events) {
      if (timezone.showsAt?.(at) !== kind) continue;
      count++;
      if (found.size < bounds.namedTimes) found.add(at);
    }
    if (count === 0) return [];
    const times = [...found].map((at) => new Date(at).toISOString().slice(0, 19).replace('T', ' '));
    const names = times.join(', ');
    const more = count - found.size;
    const text = more > 0 ? makeReason('import_and_more', { names, count: more }) : names;
    return [makeReason(codes[kind], { name: timezone.name, text })];
  });
}
