import { hash } from 'node:crypto';
import type { Snapshot } from '../publish/snapshot/reader.ts';
import type { CoveredDay } from '../registry/settlements.ts';

/** Days of an account, or of all members of a portfolio, that have data. */
export interface DaysOfData {
  /** Runs of days with data, oldest first. */
  readonly runs: readonly DayRun[];
  /** Details of some days, by day. */
  readonly details: Readonly<Record<string, DayDetails>>;
}

/** Days with data, with no other such day between them. */
interface DayRun {
  readonly first: string;
  readonly last: string;
  /** True if an owner can have written data on each of them. */
  readonly isOwners: boolean;
}

/** Details of a day, which need not have data. */
interface DayDetails extends CoveredDay {
  /** Newest day with data up to it. Null without one. */
  readonly last: string | null;
  /** Newest day with data before it. Null without one. */
  readonly earlier: string | null;
}

/** Data of a day, from the records of accounts. */
interface DayLines {
  /** Trades, bookings and equity of the day, as the records have them. */
  readonly facts: string[];
  isOwners: boolean;
}

/**
 * Reads the days of accounts in a version. It has details of `wanted` days, and of the newest day
 * with data, or of `asOf` if that is older.
 */
export function readDays(
  snapshot: Pick<Snapshot, 'part'>,
  accounts: readonly string[],
  asOf: string,
  wanted: readonly string[],
): DaysOfData & { readonly newest: CoveredDay | null } {
  const records = accounts.map((id) => readRecord(snapshot, id));
  const linesByDay = new Map<string, DayLines>();
  for (const { facts } of records) {
    for (const line of facts.split(';')) addLine(linesByDay, line);
  }
  const days = [...linesByDay.keys()].sort();
  const probe = records[0]?.digest.split(' ')[0] ?? '';
  const detailsOf = (day: string): DayDetails => ({
    day,
    digest: digestOf(probe, linesByDay.get(day)?.facts ?? []),
    isOwners: linesByDay.get(day)?.isOwners ?? false,
    last: days.findLast((known) => known <= day) ?? null,
    earlier: days.findLast((known) => known < day) ?? null,
  });
  const last = days.at(-1);
  const newest = last === undefined ? null : detailsOf(last < asOf ? last : asOf);
  return {
    runs: runsOf(days, (day) => linesByDay.get(day)?.isOwners ?? false),
    details: Object.fromEntries(wanted.map((day) => [day, detailsOf(day)])),
    newest: newest && { day: newest.day, digest: newest.digest, isOwners: newest.isOwners },
  };
}

function readRecord(snapshot: Pick<Snapshot, 'part'>, id: string) {
  const part = snapshot.part(id, 'record')?.toString() ?? '{}';
  const { digest, facts }: { digest?: string; facts?: string | null } = JSON.parse(part);
  return { digest: digest ?? '', facts: facts ?? '' };
}

/** Adds a line of a record: day, kind of data, rows, their digest, `owner` or nothing. */
function addLine(linesByDay: Map<string, DayLines>, line: string): void {
  const [day = '', , , , owner] = line.split(',');
  // The line of the capital has no day.
  if (day === '') return;
  const lines = linesByDay.get(day) ?? { facts: [], isOwners: false };
  lines.facts.push(line);
  lines.isOwners ||= owner !== undefined;
  linesByDay.set(day, lines);
}

/** Digests of two versions of DuckDB can't be compared, so the first word names the version. */
const digestOf = (probe: string, lines: readonly string[]): string =>
  `${probe} ${hash('sha256', lines.toSorted().join('\n'), 'hex').slice(0, 32)}`;

function runsOf(days: readonly string[], isOwnersOn: (day: string) => boolean): DayRun[] {
  const runs: { first: string; last: string; isOwners: boolean }[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    const isOwners = isOwnersOn(day);
    if (run?.isOwners === isOwners) run.last = day;
    else runs.push({ first: day, last: day, isOwners });
  }
  return runs;
}

/**
 * Newest report of owners about an account as a whole: balance, open positions, figures of
 * statements, and the time up to which they know it. Figures of the present rest on it, but no day
 * of the record has it.
 */
export interface OwnersReport {
  /** Day of the newest report. */
  readonly day: string;
  /** Digest of all that is reported. */
  readonly digest: string;
}

/** Days that a mark covers. */
export interface CoveredDays {
  /** Newest covered day with data. Null if no day is covered. */
  readonly last: string | null;
  /** True if every day with data is covered. */
  readonly isAll: boolean;
}

/**
 * Returns the days that a mark covers which was given when `covered` was the newest day. Operators
 * and brokers continue it. The first later day with data of an owner ends it, and so does new
 * data of an owner on that day itself. `report` is null if the mark covers it, else the figures of
 * its day rest on it.
 */
export function coveredDays(
  covered: CoveredDay,
  { runs, details }: DaysOfData,
  report: OwnersReport | null,
): CoveredDays {
  const now = details[covered.day];
  const isCut = (runs[0]?.first ?? '') > covered.day;
  if (now && !isCut && isRewritten(covered, now)) return { last: now.earlier, isAll: false };
  const at = runs.findIndex(({ last, isOwners }) => isOwners && last > covered.day);
  const [run, before] = [runs[at], runs[at - 1]];
  const last =
    run === undefined ? runs.at(-1)?.last : run.first > covered.day ? before?.last : now?.last;
  const days = { last: last ?? null, isAll: run === undefined };
  if (report === null) return days;
  const earlier = details[report.day]?.earlier ?? null;
  if (days.last === null || earlier === null) return { last: null, isAll: false };
  const [first = null] = [days.last, earlier].sort();
  return { last: first, isAll: false };
}

/** Tells whether an owner can have changed data of a day. */
function isRewritten(before: CoveredDay, now: CoveredDay): boolean {
  const [probe, earlierProbe] = [now, before].map(({ digest }) => digest.split(' ')[0]);
  const isChanged = probe === earlierProbe && now.digest !== before.digest;
  return isChanged && (now.isOwners || before.isOwners);
}
