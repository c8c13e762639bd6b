import { ownersSources, type SourceName, sourceNames } from '../../sql/raw/source_names.ts';
import { type CodedReason, makeReason, type ReasonCode } from '../base/reasons/reason.ts';
import { type CoveredKind, coveredKinds, type SourcesByKind } from '../registry/settlements.ts';
import type { CoveredDays } from './days-of-data.ts';
import type { MarkedData, RestatedData } from './marked-data.ts';

/** Sources that no owner can write to. Only these may change what a mark covers. */
const trusted: readonly SourceName[] = ['broker_api', 'operator_file'];

/** Data whose sources can be the cause of a restatement, by the data that is restated. */
const causes: Readonly<Record<string, CoveredKind>> = {
  trades: 'bookings',
  flows: 'bookings',
  equity: 'equity',
  // The opening balance, or the sum of the bookings before a history cut.
  capital: 'account',
};

/** Values that say what the days of an account are of, and why a mark lapses with another. */
const descriptions = {
  platform: 'lapse_platform',
  currency: 'lapse_currency',
  broker: 'lapse_broker',
  server: 'lapse_server',
  leverage: 'lapse_leverage',
  demo: 'lapse_demo',
  created_at: 'lapse_created_at',
} as const;

/** Names of kinds of data. */
const dataCodes = {
  bookings: 'lapse_bookings',
  account: 'lapse_account',
  equity: 'lapse_equity',
  positions: 'lapse_positions',
  figures: 'lapse_figures',
} as const satisfies Record<CoveredKind, ReasonCode>;

/** Names of sources. */
const sourceCodes = {
  broker_api: 'lapse_by_broker_api',
  terminal: 'lapse_by_terminal',
  operator_file: 'lapse_by_operator_file',
  owner_statement: 'lapse_by_owner_statement',
  owner_api: 'lapse_by_owner_api',
  feed: 'lapse_by_feed',
} as const satisfies Record<SourceName, ReasonCode>;

const nameOf = (source: SourceName): CodedReason => makeReason(sourceCodes[source]);

const changeable = Object.keys(descriptions) as (keyof typeof descriptions)[];

interface Change {
  /** Data in service; null if nothing is published. */
  readonly before: MarkedData | null;
  readonly now: MarkedData | null;
  readonly restated: readonly RestatedData[];
}

/** Coverage of a mark before and after a change. */
interface Covered {
  readonly sources: SourcesByKind;
  /** Last covered day before the change, if later days counted; else null. */
  readonly until: string | null;
  /** Covered days after the change. */
  readonly days: Pick<CoveredDays, 'last'>;
}

/** Returns why a mark lapses with a change, or null. */
export function lapseReason(covered: Covered, change: Change): CodedReason | null {
  return (
    lessTrusted(covered.sources, change) ??
    restatement(covered, change) ??
    newDescription(covered.sources, change) ??
    (covered.days.last === null ? makeReason('lapse_uncovered') : null)
  );
}

/**
 * Kinds of data without days, that an owner may continue only if what the mark covers is no better.
 * Trades, bookings and equity have days: those of an owner end what the mark covers.
 */
const kindsWithoutDays = coveredKinds.filter((kind) => kind !== 'bookings' && kind !== 'equity');

function lessTrusted(covered: SourcesByKind, { now }: Change): CodedReason | null {
  for (const kind of kindsWithoutDays) {
    const worst = Math.max(...[...covered.bookings, ...covered[kind]].map(rankOf));
    const lesser = now?.sources[kind].find(
      (name) => ownersSources.includes(name) && rankOf(name) > worst,
    );
    if (lesser !== undefined) {
      const data = makeReason(dataCodes[kind]);
      return makeReason('lapse_source', { data, source: nameOf(lesser) });
    }
  }
  return null;
}

function restatement({ sources, until }: Covered, change: Change): CodedReason | null {
  for (const { data, firstDay } of change.restated) {
    const isCovered = until === null || firstDay === null || firstDay <= until;
    const cause = isCovered && doubtful(causes[data] ?? 'bookings', sources, change);
    if (cause) return makeReason('lapse_days', { source: nameOf(cause) });
  }
  return null;
}

function newDescription(covered: SourcesByKind, change: Change): CodedReason | null {
  const { before, now } = change;
  if (before === null || now === null) return null;
  const accounts = new Map(before.accounts.map((account) => [account.account, account]));
  const isSame = now.accounts.every(({ account }) => accounts.has(account));
  if (!isSame || accounts.size !== now.accounts.length) return makeReason('lapse_members');
  if (before.accounts.length !== 1 && before.currency !== now.currency) {
    return makeReason('lapse_portfolio_currency');
  }
  const cause = doubtful('account', covered, change);
  if (cause === undefined) return null;
  for (const account of now.accounts) {
    const changed = changeable.find(
      (name) => accounts.get(account.account)?.[name] !== account[name],
    );
    if (changed) return makeReason(descriptions[changed], { source: nameOf(cause) });
  }
  return null;
}

/** Returns a source of a kind of data that the mark does not cover, or that owners can write to. */
const doubtful = (
  kind: CoveredKind,
  covered: SourcesByKind,
  { before, now }: Change,
): SourceName | undefined =>
  [...(now?.sources[kind] ?? []), ...(before?.sources[kind] ?? [])].find(
    (name) => !covered[kind].includes(name) || !trusted.includes(name),
  );

const rankOf = (name: SourceName): number => sourceNames.indexOf(name);
