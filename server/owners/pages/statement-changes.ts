import { formFields } from '../../../pipeline/read/faults.ts';
import { parseTimezone } from '../../../pipeline/read/timezone.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { StatementType } from '../../../pipeline/registry/words.ts';
import type { FoundAccount } from '../../../pipeline/statements/found.ts';
import type { PublicAccount } from '../../site/account.ts';
import * as format from '../../site/format.ts';

/** An account of a statement beside the one that it is here, if any. */
export interface MatchedAccount {
  readonly found: FoundAccount;
  readonly account: RegistryAccount | null;
  /** What the version in service has of it; null before the first one. */
  readonly facts: Pick<PublicAccount, 'currency' | 'demo'> | null;
  readonly isHeldBack: boolean;
  /** Whether the operator loads the account and takes nothing from its owner. */
  readonly isClosed: boolean;
}

/** What a statement would change of an account that has data, once its owner ticks it. */
export interface StatementChange {
  readonly field: 'moves' | 'type';
  /** What would change, in a sentence or two. */
  readonly change: string;
  readonly tick: string;
  /** What to do, where it was not ticked. */
  readonly untickedProblem: string;
}

/** Changes of time zone and type (real or demo) that an owner confirms one by one. */
export const changesOf = (placed: readonly MatchedAccount[], clock: string): StatementChange[] => [
  ...clockChanges(placed, clock),
  ...typeChanges(placed),
];

function clockChanges(placed: readonly MatchedAccount[], clock: string): StatementChange[] {
  if (clock === '') return [];
  const moved = placed.filter(({ account }) => account?.timezone && account.timezone !== clock);
  const after = parseTimezone(clock);
  const hours = moved.flatMap(({ account, found }) => {
    const before = parseTimezone(account?.timezone ?? clock);
    return timesOf(found).map((at) => Math.abs(after.toUtc(at) - before.toUtc(at)) / 3_600_000);
  });
  const [min, max] = [Math.min(...hours), Math.max(...hours)];
  if (moved.length === 0 || max === 0) return [];
  const trades = moved.reduce((sum, { found }) => sum + found.trades, 0);
  // Where the clocks agree for a part of the time, the trades of that part stay.
  const upTo = min === 0 ? 'up to ' : '';
  const span = min === max || min === 0 ? `${upTo}${max}` : `${min} to ${max}`;
  const moves = `${upTo}${format.count(trades)} ${trades === 1 ? 'trade' : 'trades'} by ${span} ${max === 1 ? 'hour' : 'hours'}`;
  return [
    {
      field: 'moves',
      change: `The time zone of this account is ${moved[0]?.account?.timezone}. By ${clock} you move ${moves}.`,
      tick: 'Move them',
      untickedProblem: 'Tick that you want to move the trades, or change the clock back.',
    },
  ];
}

const week = 7 * 24 * 60 * 60 * 1000;

/** First and last time of a statement, and one a week between: some clocks differ for a few weeks of the year. */
function timesOf({ from, until }: FoundAccount): number[] {
  const [first, last] = [Date.parse(from) || 0, Date.parse(until) || 0];
  const weeks = Math.ceil((last - first) / week);
  return [...Array.from({ length: weeks }, (_, at) => first + at * week), last];
}

/** Type of an account as trackrecord names it; null where it isn't known. */
export const typeOf = (isDemo: boolean | null | undefined): StatementType | null =>
  isDemo == null ? null : isDemo ? 'demo' : 'real';

/** Type that was confirmed with an earlier statement, else the published one. */
const typeBefore = ({ account, facts }: MatchedAccount): StatementType | null =>
  account?.statement_type ?? typeOf(facts?.demo);

function typeChanges(placed: readonly MatchedAccount[]): StatementChange[] {
  const changed = placed.filter((one) => {
    const [before, after] = [typeBefore(one), typeOf(one.found.isDemo)];
    return before !== null && after !== null && after !== before;
  });
  const [first] = changed;
  if (first === undefined) return [];
  const [was, is] = [`a ${typeBefore(first)}`, `a ${typeOf(first.found.isDemo)}`];
  const names = changed.map(({ account }) => account?.name).join(', ');
  return [
    {
      field: 'type',
      change: `${names} is ${was} account so far, and this statement is of ${is} one. All its trades, the earlier ones too, are then shown as those of ${is} account.`,
      tick: `StatementChange it to ${is} account`,
      untickedProblem: `Tick that this is ${is} account now, or add it as an account of its own: give another one in the field ${formFields.accountId}.`,
    },
  ];
}

/** Currency that the account has and a statement doesn't: confirmed earlier, or published; null if none. */
const currencyBefore = ({ account, facts, found }: MatchedAccount): string | null =>
  [account?.statement_currency, facts?.currency].find(
    (known) => known != null && known !== found.currency,
  ) ?? null;

/**
 * Why a statement can't be added to an account that is in another currency; null where it can. Nobody
 * can confirm this: amounts of both would be added up as if they were of one currency.
 */
export function otherCurrency(placed: readonly MatchedAccount[]): string | null {
  const other = placed.find((one) => currencyBefore(one) !== null);
  if (other === undefined) return null;
  const { account, found } = other;
  return `${account?.name} is in ${currencyBefore(other)} and this statement is in ${found.currency}; one account can't add up both. Correct the currency if you gave a wrong one, or add the statement as an account of its own: give another one in the field ${formFields.accountId}.`;
}
