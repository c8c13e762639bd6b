import { parseTimezone } from '../../../pipeline/read/timezone.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { StatementType } from '../../../pipeline/registry/words.ts';
import type { Correction } from '../../../pipeline/statements/corrected-rows.ts';
import type { FoundAccount } from '../../../pipeline/statements/statement.ts';
import type { PublicAccount } from '../../site/account.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords } from '../page-request.ts';
import { zoneName } from './timezones.ts';

/** An account found in a statement, matched with the owner's account that it belongs to, if any. */
export interface MatchedAccount {
  readonly found: FoundAccount;
  readonly account: RegistryAccount | null;
  /** Published values of the account; null before it was first published. */
  readonly published: Pick<
    PublicAccount,
    'currency' | 'demo' | 'performance' | 'updated_at'
  > | null;
  readonly isWithheld: boolean;
  /** True if only the operator may load data of this account. */
  readonly isClosed: boolean;
}

/** A change to existing data that a statement causes if its owner chooses it. */
export interface StatementChange {
  readonly field: 'moves' | 'type';
  /** Describes the change in a sentence or two. */
  readonly change: string;
  /** Answer `yes`, which makes the change. */
  readonly yes: string;
  /** Answer `keep`, which corrects the statement instead; null if there is no such choice. */
  readonly keep: string | null;
  /** Says what to do if neither was chosen. */
  readonly unanswered: string;
}

/** Lists changes of time zone and type (real or demo), which an owner confirms one by one. */
export const changesOf = (
  placed: readonly MatchedAccount[],
  clock: string,
  page: PageWords,
): StatementChange[] => [...clockChanges(placed, clock, page), ...typeChanges(placed, page)];

function clockChanges(
  placed: readonly MatchedAccount[],
  clock: string,
  { words: { statement: words }, context: { language } }: PageWords,
): StatementChange[] {
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
  // Two time zones may be equal for a part of the year. Trades of that part don't move.
  const upTo = (text: string) => (min === 0 ? fillText(words.upTo, { text }) : text);
  const longest = language.counted(words.hours, max);
  const span =
    min === max || min === 0 ? upTo(longest) : fillText(words.range, { min, max: longest });
  return [
    {
      field: 'moves',
      change: fillText(words.moves, {
        before: zoneName(moved[0]?.account?.timezone ?? '', words),
        after: zoneName(clock, words),
        trades: upTo(language.counted(words.movedTrades, trades)),
        hours: span,
      }),
      yes: words.movesTick,
      keep: null,
      unanswered: words.movesUnticked,
    },
  ];
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
const typeBefore = ({ account, published }: MatchedAccount): StatementType | null =>
  account?.statement_type ?? typeOf(published?.demo);

/**
 * Returns the correction of an account's rows in a statement: the broker that its owner corrected,
 * and with `keepsType` the type that it had before. Null if the rows are right.
 */
export function correctionOf(matched: MatchedAccount, keepsType: boolean): Correction | null {
  const { account, found } = matched;
  const before = keepsType ? typeBefore(matched) : null;
  const type = before === typeOf(found.isDemo) ? null : before;
  const broker = account?.statement_broker === found.broker ? null : account?.statement_broker;
  if (type === null && broker == null) return null;
  return { ...(type !== null && { type }), ...(broker != null && { broker }) };
}

function typeChanges(
  placed: readonly MatchedAccount[],
  { words: { statement: words } }: PageWords,
): StatementChange[] {
  const changed = placed.filter((matched) => {
    const [before, after] = [typeBefore(matched), typeOf(matched.found.isDemo)];
    return before !== null && after !== null && after !== before;
  });
  const after = typeOf(changed[0]?.found.isDemo);
  if (after === null) return [];
  const names = changed.map(({ account }) => account?.name).join(', ');
  const [yes, keep] = [words.typeTick[after], words.typeKeep[after]];
  return [
    {
      field: 'type',
      change: fillText(words.typeChange[after], { names }),
      yes,
      keep,
      unanswered: fillText(words.typeUnanswered, { yes, keep }),
    },
  ];
}

/**
 * Returns the account's confirmed or published currency if it differs from the statement's; else
 * null.
 */
const currencyBefore = ({ account, published, found }: MatchedAccount): string | null =>
  [account?.statement_currency, published?.currency].find(
    (known) => known != null && known !== found.currency,
  ) ?? null;

/**
 * Explains why a statement in another currency can't be added to an account; null if the currency
 * fits. Owners can't override this, because dollars and euros would be added up as one amount.
 */
export function currencyProblem(
  placed: readonly MatchedAccount[],
  { words }: PageWords,
): string | null {
  const mismatch = placed.find((matched) => currencyBefore(matched) !== null);
  if (mismatch === undefined) return null;
  const { account, found } = mismatch;
  return fillText(words.statement.currencyDiffers, {
    name: account?.name ?? '',
    before: currencyBefore(mismatch) ?? '',
    currency: found.currency,
  });
}
