import type { Static } from 'typebox';
import type { sections } from '../../sql/marts/index.ts';
import { mostLatePercent } from '../accounts/observed.ts';
import type { account } from '../schemas/account.ts';

/** Sections that facts are read from. */
type SectionRead = 'provenance' | 'behaviour' | 'luck' | 'observed';

/** An account with these sections, as strangers see it. */
export type Assessed = Static<typeof account> & {
  readonly [Name in SectionRead]: Static<(typeof sections)[Name]> | null;
};

/** True if a fact is for the record, false if against it, null if that is not known. */
type Speaks = boolean | null;

export interface Fact {
  readonly fact: string;
  readonly value: unknown;
  readonly source: string;
  readonly speaks: Speaks;
  /** Section to read it in; null for the account object. */
  readonly section: string | null;
}

/** Smallest or largest values that speak for a record. The document on MCP lists them too. */
export const assessmentThresholds = {
  days_of_record: 365,
  days_since_data: 7,
  more_than_luck: 0.95,
  observed_months: 6,
  late_percent: mostLatePercent,
};

/** A fact of every record or, if it is optional, of those that have a value. */
interface Rule {
  readonly fact: string;
  readonly source: string;
  /** Place where it is read: the account object if missing. */
  readonly section?: SectionRead | 'restatements';
  /** Null if it is not known. */
  readonly value: (record: Assessed, asOf: string) => unknown;
  /** Of a value that is not null. */
  readonly speaks: (value: unknown, record: Assessed) => Speaks;
  readonly isOptional?: true;
}

const itself = (value: unknown): Speaks => value === true;
const nothing = (): Speaks => null;
const against = (): Speaks => false;
const isZero = (value: unknown): Speaks => value === 0;
const atLeast = (least: number) => (value: unknown) => Number(value) >= least;
const atMost = (most: number) => (value: unknown) => Number(value) <= most;

const versions = 'versions in service; nobody can set it';
const receipts = 'receipts of deliveries';
const times = 'times of the data';
const closedForms = 'section luck; crashes that this record has not had are not in it';

/** Sources that owners can't write to. */
const unwritten = ['broker_api', 'operator_file', 'feed'];

const rules: readonly Rule[] = [
  {
    fact: 'identity is confirmed',
    source: 'badge',
    value: ({ verified }) => verified.identity,
    speaks: itself,
  },
  {
    fact: 'track record is confirmed',
    source: 'badge',
    value: ({ verified }) => verified.track_record,
    speaks: itself,
  },
  {
    fact: 'confirmed up to this day only',
    source: 'badge',
    value: ({ verified }) => verified.covered_until,
    speaks: against,
    isOptional: true,
  },
  {
    fact: 'badge lapsed',
    source: 'badge',
    value: ({ verified }) => verified.lapsed_at,
    speaks: against,
    isOptional: true,
  },
  {
    fact: 'figures match what the platform prints',
    source: 'reconciliation',
    value: ({ reconciled }) => reconciled,
    speaks: itself,
  },
  {
    fact: 'real money, not a demo',
    source: 'platform',
    value: ({ demo }) => (demo === null ? null : !demo),
    speaks: itself,
  },
  {
    fact: 'capital is known',
    source: 'data',
    value: ({ unknown_capital }) => unknown_capital === null,
    speaks: itself,
  },
  {
    fact: 'source of the data',
    source: 'deliveries',
    value: ({ data_source }) => data_source,
    speaks: nothing,
    isOptional: true,
  },
  {
    fact: 'no trade or deposit comes from a source that its owner can write to',
    source: receipts,
    section: 'provenance',
    value: ({ provenance }) => usedSources(provenance),
    speaks: (used) => areUnwritten(used),
  },
  {
    fact: 'days of record',
    source: times,
    value: ({ performance, updated_at }) => daysBetween(performance.since, updated_at),
    speaks: atLeast(assessmentThresholds.days_of_record),
  },
  {
    fact: 'days since the last data',
    source: times,
    value: ({ updated_at }, asOf) => daysBetween(updated_at, asOf),
    speaks: atMost(assessmentThresholds.days_since_data),
  },
  {
    fact: 'earlier history was removed',
    source: 'owner',
    value: ({ history_cut_at }) => history_cut_at,
    speaks: against,
    isOptional: true,
  },
  {
    fact: 'published data that changed later',
    source: 'comparison of versions',
    section: 'restatements',
    value: ({ restatements }) => restatements?.restatements?.length ?? null,
    speaks: isZero,
  },
  {
    fact: 'public since',
    source: versions,
    value: ({ published_at }) => published_at,
    speaks: nothing,
  },
  {
    fact: 'months with results that anybody could watch',
    source: versions,
    section: 'observed',
    value: ({ observed, published_at }) =>
      published_at === null ? null : (observed?.after?.months ?? null),
    speaks: atLeast(assessmentThresholds.observed_months),
  },
  {
    fact: 'percent of later trades that came afterwards',
    source: receipts,
    section: 'observed',
    value: ({ observed }) => observed?.late_percent ?? null,
    speaks: atMost(assessmentThresholds.late_percent),
  },
  {
    fact: 'times when it was not public since then',
    source: versions,
    section: 'observed',
    value: ({ observed, published_at }) =>
      published_at === null ? null : (observed?.gaps?.length ?? null),
    speaks: isZero,
  },
  {
    fact: 'probability that it is more than luck',
    source: closedForms,
    section: 'luck',
    value: ({ luck }) => luck?.deflated_sharpe ?? null,
    speaks: atLeast(assessmentThresholds.more_than_luck),
  },
  {
    fact: 'range of returns if it goes on like this',
    source: closedForms,
    section: 'luck',
    value: ({ luck }) => luck?.twr_percent ?? null,
    speaks: (_range, { luck }) => Number(luck?.twr_percent?.low) > 0,
  },
];

/** Rows of trades and deposits by their source, of those that have any. */
function usedSources(provenance: Assessed['provenance']): object | null {
  if (provenance === null) return null;
  return Object.fromEntries(Object.entries(provenance).filter(([, rows]) => countIn(rows) > 0));
}

/** Adds up the numbers in an object. */
const countIn = (rows: object | null): number =>
  Object.values(rows ?? {}).reduce(
    (sum: number, value) => sum + (typeof value === 'number' ? value : 0),
    0,
  );

function areUnwritten(used: unknown): Speaks {
  const names = Object.keys(used ?? {});
  return names.length === 0 ? null : names.every((name) => unwritten.includes(name));
}

const daysBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null
    ? null
    : Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** Facts on how it trades: what stands out, and what could not be judged. */
function mannerOf({ behaviour }: Assessed): Fact[] {
  const fact = (fact: string, value: unknown, speaks: Speaks): Fact => ({
    fact,
    value,
    source: 'section behaviour, thresholds in /numbers',
    speaks,
    section: 'behaviour',
  });
  if (behaviour === null) return [fact('how it trades is hidden', null, null)];
  const { warnings, not_assessed } = behaviour;
  const isClean = not_assessed.length === 0 ? true : null;
  return [
    ...warnings.map(({ text, value, threshold }) => fact(text, { value, threshold }, false)),
    ...(warnings.length === 0 ? [fact('no warning about how it trades', 0, isClean)] : []),
    ...not_assessed.map(({ code, reason }) => fact(`not assessed: ${code}`, reason, null)),
  ];
}

/** Facts for and against a record whose version has this time. */
export const factsOf = (record: Assessed, asOf: string): Fact[] => [
  ...rules.flatMap(({ fact, source, section = null, value: read, speaks, isOptional }) => {
    const value = read(record, asOf) ?? null;
    if (value === null && isOptional) return [];
    return [
      { fact, value, source, section, speaks: value === null ? null : speaks(value, record) },
    ];
  }),
  ...mannerOf(record),
];
