import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

/** Codes of warnings, in the order in which they are given. */
export const warningCodes = [
  'lots_grow_after_losses',
  'adds_to_losers',
  'no_stops',
  'holds_losers',
  'one_loss_takes_many_wins',
  'few_decisions',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** Values from which warnings are given, as in `behaviour.sql`; few decisions: below which. */
export const warningThresholds: Readonly<Record<WarningCode, number>> = {
  lots_grow_after_losses: 40,
  adds_to_losers: 5,
  no_stops: 80,
  holds_losers: 6,
  one_loss_takes_many_wins: 30,
  few_decisions: 30,
};

/** Reasons why a warning can be neither given nor ruled out. */
const missingReasons = ['too_few', 'hidden', 'unknown'] as const;

/** Warnings that go with what owners can hide, by the flag that hides it. */
const hiddenWarnings = [
  { flag: 'volume', code: 'lots_grow_after_losses' },
  { flag: 'stop_loss', code: 'no_stops' },
] as const satisfies readonly { readonly flag: string; readonly code: WarningCode }[];

const definition = 'our own definition';

const afterResult = {
  nullWhen: 'no_entries_to_compare',
  source: definition,
  seenBy: 'hidden by volume',
} as const;
const ofBaskets = { nullWhen: 'no_closed_trades', source: definition, seenBy: fromTrades } as const;

export const behaviour = Type.Object(
  {
    entries: figure({
      unit: 'count',
      is: 'entries: trades of one instrument and side, each opened at most ten seconds after the one before',
      seenBy: fromTrades,
    }),
    decisions: figure({
      unit: 'count',
      is: 'decisions: baskets of entries of one instrument and side, each ended at most ten seconds after the one before',
      seenBy: fromTrades,
    }),
    decisions_a_month: figure({
      unit: 'ratio',
      is: 'decisions per month of 30.4375 days',
      formula: 'from the first opening to the last closing, at least one month',
      nullWhen: 'no_closed_trades',
      source: definition,
      seenBy: fromTrades,
    }),
    larger_after_loss_percent: figure({
      ...afterResult,
      unit: 'share',
      is: 'share of entries after a loss that were at least 1.2 times as large as the entry before',
      formula:
        'the entry before is the last of the instrument, or two other searches differ more (see below)',
    }),
    larger_after_win_percent: figure({
      ...afterResult,
      unit: 'share',
      is: 'share of entries after a win that were at least 1.2 times as large as the entry before',
      formula: 'an entry before that has ended counts with the largest entry of its basket',
    }),
    lots_after_loss_ratio: figure({
      ...afterResult,
      unit: 'ratio',
      is: 'how many times as large as the entry before entries were after a loss',
      formula: 'geometric mean of the same ratios',
    }),
    lots_after_win_ratio: figure({
      ...afterResult,
      unit: 'ratio',
      is: 'how many times as large as the entry before entries were after a win',
      formula: 'geometric mean of the same ratios',
    }),
    largest_lot_multiple: figure({
      unit: 'ratio',
      is: 'largest entry, as a multiple of what was usual before it',
      formula:
        'lots of an entry / median of the 20 entries of its instrument before it, or of at least 10',
      nullWhen: 'no_instrument_with_11_entries',
      source: definition,
      seenBy: 'hidden by volume',
    }),
    baskets: composed(
      { is: 'what was closed together, and what was added to it', seenBy: fromTrades },
      {
        count: figure({
          unit: 'count',
          is: 'number of baskets, the same as `decisions`',
          seenBy: fromTrades,
        }),
        average_trades: figure({ ...ofBaskets, unit: 'ratio', is: 'average trades of a basket' }),
        most_trades: figure({ ...ofBaskets, unit: 'count', is: 'most trades of a basket' }),
        adds_to_losers_percent: figure({
          ...ofBaskets,
          unit: 'share',
          is: 'share of entries added to an open one of the same instrument and side at a loss',
          formula: 'at a worse price than its own; the 20 entries before it are looked at',
        }),
        adds_to_winners_percent: figure({
          ...ofBaskets,
          unit: 'share',
          is: 'share of entries added to an open one of the same instrument and side in profit',
          formula: 'at a better price than its own; the 20 entries before it are looked at',
        }),
        adds_to_three_losers_percent: figure({
          ...ofBaskets,
          unit: 'share',
          is: 'the same with at least three earlier ones at a loss',
        }),
        adds_to_three_winners_percent: figure({
          ...ofBaskets,
          unit: 'share',
          is: 'the same with at least three earlier ones in profit',
        }),
      },
    ),
    without_stop_percent: figure({
      unit: 'share',
      is: 'share of closed trades that had no stop when they closed',
      formula: 'of the trades whose file or connection has a place for stops',
      nullWhen: 'no_closed_trades_or_stops',
      source: definition,
      seenBy: 'hidden by stop_loss',
    }),
    holding_ratio: figure({
      unit: 'ratio',
      is: 'how many times as long losing entries were held as winning ones',
      formula: 'median time of entries that lost / median time of entries that won',
      nullWhen: 'no_held_entries',
      source: definition,
      seenBy: fromTrades,
    }),
    wins_lost_in_worst_basket: figure({
      unit: 'ratio',
      is: 'how many average winning baskets the worst basket cost',
      formula:
        'loss of the worst basket / mean profit of the baskets with a profit; 0 without a loss',
      nullWhen: 'no_10_baskets',
      source: definition,
      seenBy: fromTrades,
    }),
    warnings: listOf(
      {
        is: 'facts about its manner of trading that reach a threshold, never a verdict',
        seenBy: fromTrades,
        hiddenEntries: hiddenWarnings,
      },
      Type.Object({
        code: figure({
          unit: 'text',
          is: 'which warning',
          among: warningCodes,
          seenBy: fromTrades,
        }),
        text: figure({ unit: 'text', is: 'sentence in English', seenBy: fromTrades }),
        value: figure({ unit: 'ratio', is: 'figure behind the warning', seenBy: fromTrades }),
        threshold: figure({
          unit: 'ratio',
          is: 'value from which the warning is given; few decisions: below which',
          seenBy: fromTrades,
        }),
      }),
    ),
    not_assessed: listOf(
      {
        is: 'warnings that can be neither given nor ruled out: what is not known is not clean',
        seenBy: fromTrades,
        hiddenEntries: hiddenWarnings.map(({ flag, code }) => ({
          flag,
          code,
          instead: { code, reason: 'hidden' },
        })),
      },
      Type.Object({
        code: figure({
          unit: 'text',
          is: 'which warning',
          among: warningCodes,
          seenBy: fromTrades,
        }),
        reason: figure({
          unit: 'text',
          is: 'why: too few trades, hidden by the owner, or not in the data',
          among: missingReasons,
          seenBy: fromTrades,
        }),
      }),
    ),
  },
  { title: 'Behaviour', ...words('How it trades', 'hidden by behaviour') },
);
