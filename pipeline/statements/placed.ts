import { isCurrency } from '../../sql/raw/currencies.ts';
import type { CodedReason, ReasonCode } from '../base/reasons/reason.ts';
import { parseTimezone } from '../read/timezone.ts';
import type { OwnerDecision } from '../registry/owner-decisions.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { StatementType } from '../registry/words.ts';
import type { Correction } from './corrected-rows.ts';
import type { FoundAccount, Statement, StatementContent } from './statement.ts';

/** An account found in a statement, matched with the owner's account that it belongs to, if any. */
export interface PlacedAccount {
  readonly found: FoundAccount;
  readonly account: RegistryAccount | null;
  /** Published values of the account; null before it was first published. */
  readonly published: {
    readonly currency: string | null;
    readonly demo: boolean | null;
  } | null;
}

/** Returns the time zone that a statement counts by; empty if its owner has yet to choose it. */
export const chosenClock = ({ options }: Statement, { clock, guess }: StatementContent): string =>
  options.clock === '' && guess === null ? '' : clock;

const timezoneCodes: ReadonlySet<ReasonCode> = new Set([
  'import_clock_doubtful',
  'import_clock_never',
]);

/** Tells whether a remark about a file doubts its time zone. */
export const isTimezoneDoubt = ({ code }: CodedReason): boolean => timezoneCodes.has(code);

/** Lists what speaks against the time zone of a statement. */
export const timezoneDoubts = ({ notes, warnings }: StatementContent): CodedReason[] =>
  [...warnings, ...notes].filter(isTimezoneDoubt);

/** Trades that another time zone moves, and the least and most hours by which it moves them. */
export interface MovedTrades {
  /** Time zone that was confirmed earlier. */
  readonly before: string;
  readonly trades: number;
  readonly min: number;
  readonly max: number;
}

/** Returns what a time zone moves in accounts that had another one; null if it moves nothing. */
export function movedBy(clock: string, placed: readonly PlacedAccount[]): MovedTrades | null {
  if (clock === '') return null;
  const moved = placed.filter(({ account }) => account?.timezone && account.timezone !== clock);
  const after = parseTimezone(clock);
  const hours = moved.flatMap(({ account, found }) => {
    const before = parseTimezone(account?.timezone ?? clock);
    return timesOf(found).map((at) => Math.abs(after.toUtc(at) - before.toUtc(at)) / 3_600_000);
  });
  const [min, max] = [Math.min(...hours), Math.max(...hours)];
  if (moved.length === 0 || max === 0) return null;
  const trades = moved.reduce((sum, { found }) => sum + found.trades, 0);
  return { before: moved[0]?.account?.timezone ?? '', trades, min, max };
}

const week = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns the first and last time of a statement, and one time a week between them. Some time zones
 * differ only for a few weeks of a year.
 */
function timesOf({ from, until }: FoundAccount): number[] {
  const [first, last] = [Date.parse(from) || 0, Date.parse(until) || 0];
  const weeks = Math.ceil((last - first) / week);
  return [...Array.from({ length: weeks }, (_, at) => first + at * week), last];
}

/** Returns the account type for a demo flag; null if unknown. */
export const typeOf = (isDemo: boolean | null | undefined): StatementType | null =>
  isDemo == null ? null : isDemo ? 'demo' : 'real';

/** Returns the type confirmed with an earlier statement, else the published one. */
const typeBefore = ({ account, published }: PlacedAccount): StatementType | null =>
  account?.statement_type ?? typeOf(published?.demo);

/** Tells whether a statement gives an account another type than it had. */
export function isOfOtherType(placed: PlacedAccount): boolean {
  const [before, after] = [typeBefore(placed), typeOf(placed.found.isDemo)];
  return before !== null && after !== null && after !== before;
}

/**
 * Returns the account's confirmed or published currency if it differs from the statement's; else
 * null. Owners can't override this, because dollars and euros would be added up as one amount.
 */
export const otherCurrency = ({ account, published, found }: PlacedAccount): string | null =>
  [account?.statement_currency, published?.currency].find(
    (known) => known != null && known !== found.currency,
  ) ?? null;

/**
 * Returns the correction of an account's rows in a statement: the broker that its owner corrected,
 * and with `keepsType` the type that it had before. Null if the rows are right.
 */
export function correctionOf(placed: PlacedAccount, keepsType: boolean): Correction | null {
  const { account, found } = placed;
  const before = keepsType ? typeBefore(placed) : null;
  const type = before === typeOf(found.isDemo) ? null : before;
  const broker = account?.statement_broker === found.broker ? null : account?.statement_broker;
  if (type === null && broker == null) return null;
  return { ...(type !== null && { type }), ...(broker != null && { broker }) };
}

/** Returns what a confirmed statement adds to the registry: time zone, currency, type. */
export function newlyConfirmed(
  { account, found }: PlacedAccount,
  clock: string,
  keepsType: boolean,
): Omit<OwnerDecision, 'slug'> {
  const { currency } = found;
  const type = keepsType ? null : typeOf(found.isDemo);
  return {
    ...(clock !== '' && clock !== account?.timezone && { timezone: clock }),
    ...(isCurrency(currency) &&
      currency !== account?.statement_currency && { statement_currency: currency }),
    ...(type !== null && type !== account?.statement_type && { statement_type: type }),
  };
}
