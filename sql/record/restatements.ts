import Type, { type Static } from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

/** Number of restatements in the list, newest first. The counts include all of them. */
export const listedRestatements = 1000;

const restatement = Type.Object({
  found_at: figure({ unit: 'instant', is: 'time of the run that found it', seenBy: fromTrades }),
  version: figure({
    unit: 'count',
    is: 'number of the first version that shows it',
    seenBy: fromTrades,
  }),
  kind: figure({
    unit: 'text',
    among: ['added', 'removed', 'changed', 'cut', 'definition'],
    is: 'change to data of past days: `added` late, `removed`, `changed`, or `cut` by the owner',
    formula:
      '`changed`: as many rows, other values; `definition`: another formula, currency or member, with the same data',
    seenBy: fromTrades,
  }),
  facts: listOf(
    {
      is: 'data that changed: `trades`, `flows` (deposits and withdrawals), `equity`, or `capital` (opening balance, or balance at a history cut)',
      seenBy: fromTrades,
    },
    figure({ unit: 'text', is: 'kind of data', seenBy: fromTrades }),
  ),
  first_day: figure({
    unit: 'day',
    is: 'first day that changed, UTC',
    nullWhen: 'no_day_restated',
    seenBy: fromTrades,
  }),
  days_affected: figure({
    unit: 'count',
    is: 'number of days that changed',
    nullWhen: 'no_day_restated',
    seenBy: fromTrades,
  }),
  profit_before: figure({
    unit: 'money',
    is: 'net profit published before',
    nullWhen: 'no_old_figures',
    seenBy: fromTrades,
  }),
  profit_after: figure({
    unit: 'money',
    is: 'net profit now, for the same time range',
    nullWhen: 'no_old_figures',
    seenBy: fromTrades,
  }),
  twr_before: figure({
    unit: 'percent',
    is: 'time-weighted return published before',
    nullWhen: 'no_capital_or_old_figures',
    seenBy: fromTrades,
  }),
  twr_after: figure({
    unit: 'percent',
    is: 'time-weighted return now, for the same time range',
    nullWhen: 'no_capital_or_old_figures',
    seenBy: fromTrades,
  }),
});

/** Restatements of an account or portfolio: changes to days that were already published. */
export const restatements = Type.Object(
  {
    since: figure({
      unit: 'day',
      is: 'day since which published days are compared with later versions',
      seenBy: fromTrades,
    }),
    count: figure({
      unit: 'count',
      is: 'number of restatements, without those of kind `definition`',
      seenBy: fromTrades,
    }),
    last_found_at: figure({
      unit: 'instant',
      is: 'time at which the last of them was found',
      nullWhen: 'no_restatement',
      seenBy: fromTrades,
    }),
    restatements: listOf(
      { is: `the newest ${listedRestatements} restatements, newest first`, seenBy: fromTrades },
      restatement,
    ),
  },
  {
    title: 'Restatements',
    ...words(
      'Changes to published days. Owners cannot hide it, but it reveals nothing that they hide',
      'public',
    ),
  },
);

export type Restatements = Static<typeof restatements>;

/** Names of restated data: keys of `restatables`, or `unknown`. */
type RestatableNames = readonly string[];

/** Restatements as versions store them, before anything is hidden from a reader. */
export interface StoredRestatements {
  readonly since: string;
  /** Counts by restated data, each with the time of the last one. Definitions are left out. */
  readonly counts: readonly {
    readonly of: RestatableNames;
    readonly count: number;
    readonly last_found_at: string;
  }[];
  readonly restatements: readonly (Omit<
    Restatements['restatements'][number],
    'facts' | 'first_day' | 'days_affected'
  > & {
    /** Days grouped by the data that changed on them; each day is in one entry. */
    readonly days: readonly {
      readonly of: RestatableNames;
      readonly first_day: string | null;
      readonly days_affected: number | null;
    }[];
  })[];
}
