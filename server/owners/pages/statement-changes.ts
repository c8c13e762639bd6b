import {
  isOfOtherType,
  movedBy,
  otherCurrency,
  type PlacedAccount,
  typeOf,
} from '../../../pipeline/statements/placed.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords } from '../page-request.ts';
import { zoneName } from './timezones.ts';

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
  placed: readonly PlacedAccount[],
  clock: string,
  page: PageWords,
): StatementChange[] => [...clockChanges(placed, clock, page), ...typeChanges(placed, page)];

function clockChanges(
  placed: readonly PlacedAccount[],
  clock: string,
  { words: { statement: words }, context: { language } }: PageWords,
): StatementChange[] {
  const moved = movedBy(clock, placed);
  if (moved === null) return [];
  const { before, trades, min, max } = moved;
  // Two time zones may be equal for a part of the year. Trades of that part don't move.
  const upTo = (text: string) => (min === 0 ? fillText(words.upTo, { text }) : text);
  const longest = language.counted(words.hours, max);
  const span =
    min === max || min === 0 ? upTo(longest) : fillText(words.range, { min, max: longest });
  return [
    {
      field: 'moves',
      change: fillText(words.moves, {
        before: zoneName(before, words),
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

function typeChanges(
  placed: readonly PlacedAccount[],
  { words: { statement: words } }: PageWords,
): StatementChange[] {
  const changed = placed.filter(isOfOtherType);
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

/** Explains why a statement in another currency can't be added; null if the currency fits. */
export function currencyProblem(
  placed: readonly PlacedAccount[],
  { words }: PageWords,
): string | null {
  const [mismatch] = placed.flatMap(({ account, found, ...rest }) => {
    const before = otherCurrency({ account, found, ...rest });
    return before === null ? [] : [{ name: account?.name ?? '', before, currency: found.currency }];
  });
  return mismatch === undefined ? null : fillText(words.statement.currencyDiffers, mismatch);
}
