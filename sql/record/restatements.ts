import Type, { type Static } from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

/** How many are listed, the newest; all are counted. */
export const listedRestatements = 1000;

const gone = 'the history was cut then or later, or its figures of then were lost';
const ofKind = 'it is of none: a cut, a definition, the capital at the beginning';

const restatement = Type.Object({
  found_at: figure({ unit: 'instant', is: 'when a run found it', seenBy: fromTrades }),
  version: figure({
    unit: 'count',
    is: 'number of the version that shows it first',
    seenBy: fromTrades,
  }),
  kind: figure({
    unit: 'text',
    among: ['added', 'removed', 'changed', 'cut', 'definition'],
    is: 'what happened to facts of closed days: `added` late, `removed`, `changed` (as many, but others), `cut` away by the owner; `definition`: the facts are the same, but a formula, the currency or the members are others',
    seenBy: fromTrades,
  }),
  facts: listOf(
    {
      is: 'which facts: `trades`, `flows`, `equity`, `capital` (the opening balance, or what a cut has left of what was before it)',
      seenBy: fromTrades,
    },
    figure({ unit: 'text', is: 'a kind of facts', seenBy: fromTrades }),
  ),
  first_day: figure({
    unit: 'day',
    is: 'the first of the days, UTC',
    nullWhen: `${ofKind}; or ${gone}`,
    seenBy: fromTrades,
  }),
  days_affected: figure({
    unit: 'count',
    is: 'how many days',
    nullWhen: `${ofKind}; or ${gone}`,
    seenBy: fromTrades,
  }),
  profit_before: figure({
    unit: 'money',
    is: 'net profit as it was published before',
    nullWhen: gone,
    seenBy: fromTrades,
  }),
  profit_after: figure({
    unit: 'money',
    is: 'the same now, up to the newest fact that was known then',
    nullWhen: gone,
    seenBy: fromTrades,
  }),
  twr_before: figure({
    unit: 'percent',
    is: 'time-weighted return as it was published before',
    nullWhen: `capital is unknown; or ${gone}`,
    seenBy: fromTrades,
  }),
  twr_after: figure({
    unit: 'percent',
    is: 'the same now, up to the newest fact that was known then',
    nullWhen: `capital is unknown; or ${gone}`,
    seenBy: fromTrades,
  }),
});

/** What was restated of an account or portfolio: history, which its facts alone do not tell. */
export const restatements = Type.Object(
  {
    since: figure({
      unit: 'day',
      is: 'day since which whatever is published of closed days is compared with what was',
      seenBy: fromTrades,
    }),
    count: figure({
      unit: 'count',
      is: 'how many restatements there are but for those of kind `definition`',
      seenBy: fromTrades,
    }),
    last_found_at: figure({
      unit: 'instant',
      is: 'when the last of them was found',
      nullWhen: 'there is none',
      seenBy: fromTrades,
    }),
    restatements: listOf(
      { is: `the newest ${listedRestatements}, newest first`, seenBy: fromTrades },
      restatement,
    ),
  },
  {
    title: 'Restatements',
    ...words(
      'What of published and closed days turned out otherwise afterwards; owners cannot hide it, but of what they hide it tells nothing',
      'public',
    ),
  },
);

export type Restatements = Static<typeof restatements>;

/** Names of what was restated, as in `restatables`, or `unknown`. */
type Things = readonly string[];

/** The same as versions keep it, from which everybody's view of it is made. */
export interface StoredRestatements {
  readonly since: string;
  /** How many there are by what they are of, and when the last of them was found; but for definitions. */
  readonly counts: readonly {
    readonly of: Things;
    readonly count: number;
    readonly last_found_at: string;
  }[];
  readonly restatements: readonly (Omit<
    Restatements['restatements'][number],
    'facts' | 'first_day' | 'days_affected'
  > & {
    /** Each day is in one entry: that of everything of its kind that changed on it. */
    readonly days: readonly {
      readonly of: Things;
      readonly first_day: string | null;
      readonly days_affected: number | null;
    }[];
  })[];
}
