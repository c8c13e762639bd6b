import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { portfolioId } from '../publish/snapshot/layout.ts';
import type { DecideMark } from '../registry/marks.ts';
import { markText } from '../registry/record-badge.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { type Coverage, type Settlement, sourcesByKind } from '../registry/settlements.ts';
import { type CoveredDays, coveredDays } from './days-of-data.ts';
import { lapseReason } from './lapse-of-mark.ts';
import type { MarkedData, RestatedData } from './marked-data.ts';

/** Data of an account as marks see it, in the version in service and in the next one. */
interface MarkSources {
  /** Read only for an account with a mark. */
  readonly before: MarkedData | null;
  readonly now: MarkedData | null;
  readonly restated: readonly RestatedData[];
}

/** Versions in service and about to be published, with names of the data in them. */
export interface Versions {
  readonly current: string | null;
  readonly next: string;
  /** Name of the data of an account in a version; empty if the version is not stored here. */
  dataIn(version: string | null, id: string): string;
}

/** Returns the rules for marks at the publication of a version. */
export function publicationRules(
  versions: Versions,
  sourcesOf: (account: RegistryAccount) => MarkSources,
): DecideMark {
  return (account) => {
    const sources = sourcesOf(account);
    const decided = { ...namesOf(account, versions), isFromBroker: isAllFromBroker(sources.now) };
    return { ...decided, ...coverageAt(account, sources, versions) };
  };
}

interface MarkState {
  readonly coverage: Coverage | null;
  readonly coveredUntil: string | null;
  readonly lapse: CodedReason | null;
}

const uncovered: MarkState = { coverage: null, coveredUntil: null, lapse: null };

/** Decides what the mark of an account covers in the next version. */
function coverageAt(
  account: RegistryAccount,
  { before, now, restated }: MarkSources,
  versions: Versions,
): MarkState {
  const mark = account.confirmed.track_record;
  if (mark === null || (before === null && now === null)) return uncovered;
  const { data, dataInService } = namesOf(account, versions);
  const known = settledFor(account, data);
  if (known) return known;
  const start =
    settledFor(account, dataInService) ??
    givenAt(account, { before, now }, markText(mark), versions);
  if (start === null) {
    const version = account.mark_version ?? '';
    const none = { sources: sourcesByKind({}), newest: null, owners_report: null };
    const coverage = { mark: markText(mark), version, ...none };
    return { coverage, coveredUntil: null, lapse: makeReason('lapse_version') };
  }
  const { coverage, coveredUntil: until } = start;
  const days = daysCovered(coverage, now);
  const covered = { sources: coverage.sources, until, days };
  const lapse = lapseReason(covered, { before, now, restated });
  return { coverage, coveredUntil: days.isAll ? null : days.last, lapse };
}

const noDays: CoveredDays = { last: null, isAll: true };

const daysCovered = ({ newest, owners_report }: Coverage, now: MarkedData | null): CoveredDays =>
  newest === null || now === null
    ? noDays
    : coveredDays(newest, now.days, changedReport(owners_report, now));

/** Returns what owners reported if it differs from what the mark covers, else null. */
const changedReport = (covered: string | null, { owners_report }: MarkedData) =>
  owners_report?.digest === covered ? null : owners_report;

/** Returns what was settled about the mark of an account for some data. */
function settledFor(account: RegistryAccount, data: string) {
  const mark = account.confirmed.track_record;
  const isIt = ({ data: name, coverage }: Settlement) =>
    name === data && mark !== null && coverage?.mark === markText(mark);
  const { coverage = null, covered_until = null } = account.settlements.find(isIt) ?? {};
  return coverage && { coverage, coveredUntil: covered_until, lapse: null };
}

/**
 * Returns what a mark covers that was not settled yet: the data in service when it was given, or
 * the first data. Null if that data is no longer in service.
 */
function givenAt(
  account: RegistryAccount,
  { before, now }: Pick<MarkSources, 'before' | 'now'>,
  mark: string,
  { current, next, dataIn }: Versions,
): { coverage: Coverage; coveredUntil: null } | null {
  const id = markedId(account);
  const givenFor = account.mark_version;
  const isSame = dataIn(givenFor, id) !== '' && dataIn(givenFor, id) === dataIn(current, id);
  const isInService = givenFor === null || givenFor === current || isSame;
  const [covered, version] =
    before === null || givenFor === next ? [now, next] : [isInService ? before : null, current];
  if (covered === null) return null;
  const { sources, days, owners_report: report } = covered;
  const data = { sources, newest: days.newest, owners_report: report?.digest ?? null };
  const coverage = { mark, version: version ?? next, ...data };
  return { coverage, coveredUntil: null };
}

const namesOf = (account: RegistryAccount, { current, next, dataIn }: Versions) => ({
  data: dataIn(next, markedId(account)),
  dataInService: dataIn(current, markedId(account)),
});

/**
 * Returns the rules for marks at a rollback. A mark counts for the earlier version only if it was
 * settled or given for the data of that version.
 */
export function rollbackRules(
  versions: Versions,
  dataOf: (account: RegistryAccount) => MarkedData | null,
): DecideMark {
  return (account) => {
    const now = dataOf(account);
    const names = namesOf(account, versions);
    const isFromBroker = isAllFromBroker(now);
    const mark = account.confirmed.track_record;
    if (mark === null || now === null) return { ...names, ...uncovered, isFromBroker };
    const lapsed =
      account.lapsed_at === null ? null : settledFor(account, account.settlements[0]?.data ?? '');
    const isForIt =
      account.mark_version === versions.next ||
      (account.mark_version === versions.current && names.data === names.dataInService);
    const covered = isForIt
      ? givenAt(account, { before: null, now }, markText(mark), versions)
      : null;
    const known =
      lapsed ?? settledFor(account, names.data) ?? (covered && { ...covered, lapse: null });
    return { ...names, ...(known ?? uncovered), isFromBroker };
  };
}

/**
 * Returns true if trades and bookings, and all that describes them, were read from the broker. All
 * deposits must be known, and everything must add up to the balance that the broker states. An
 * operator may give the capital that the broker does not tell.
 */
const isAllFromBroker = (data: MarkedData | null): boolean =>
  data !== null &&
  !data.deposits_unknown &&
  data.reconciled === true &&
  Object.entries(data.sources).every(([kind, names]) =>
    names.every(
      (name) => name === 'broker_api' || (kind === 'account' && name === 'operator_file'),
    ),
  );

/** Id of an account or portfolio in versions. */
export const markedId = ({ type, slug, account_id }: RegistryAccount): string =>
  type === 'portfolio' ? portfolioId(slug) : (account_id ?? '');
