import Type from 'typebox';
import { composed, figure } from '../../sql/figures.ts';
import { count, fromTrades, text, words } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';
import { gain } from './gain.ts';

const { currency, from, to, return_percent, profit, max_drawdown_percent, trades_count, win_rate } =
  gain.properties;
const seenBy = 'hidden by equity_curve';

const deepest = composed(
  {
    is: 'deepest drawdown of the whole record',
    nullWhen: 'no_drawdown_shown',
    seenBy: 'hidden by drawdowns',
  },
  {
    depth_percent: figure({
      unit: 'percent',
      is: 'fall, as a positive number',
      seenBy: fromTrades,
    }),
    started: figure({ unit: 'day', is: 'first day below the peak', seenBy: fromTrades }),
    days_down: figure({
      unit: 'count',
      is: 'days from the peak to the lowest point',
      seenBy: fromTrades,
    }),
    days_to_recover: figure({
      unit: 'count',
      is: 'days from the lowest point to recovery',
      nullWhen: 'not_recovered_yet',
      seenBy: fromTrades,
    }),
  },
);

/** Accounts next to each other over the same days. */
export const comparison = Type.Object(
  {
    found: count('Accounts that matched; `data` has the first 40', 'public'),
    data: Type.Array(
      Type.Object({
        slug: text('Identifier of the account', 'public'),
        name: text('Name that the owner chose', 'public'),
        verified: Type.Object(
          {
            identity: Type.Boolean(words('Whether the identity is confirmed', 'public')),
            track_record: Type.Boolean(words('Whether the track record is confirmed', 'public')),
          },
          words('Badges', 'public'),
        ),
        currency,
        from,
        to,
        return_percent,
        max_drawdown_percent,
        profit,
        trades_count,
        win_rate,
        benchmark_return_percent: figure({
          unit: 'percent',
          is: 'return of the benchmark over the same days, from the last close before them',
          nullWhen: 'no_benchmark_asked',
          seenBy,
        }),
        excess_return_percent: figure({
          unit: 'percent',
          is: '`return_percent` − `benchmark_return_percent`: above 0, the account beat the benchmark',
          nullWhen: 'no_return_or_benchmark_asked',
          seenBy,
        }),
        deepest_drawdown: deepest,
        figures: Type.Record(
          Type.String(),
          Type.Unknown(),
          words('Figures asked for, by full name; null if hidden or unknown', 'public'),
        ),
        account_url: text('Page of the account', 'public'),
      }),
      words('Accounts in the order of `slugs`, else of the search', 'public'),
    ),
    attribution: Type.Union([attribution, Type.Null()], {
      ...words('Credit to show; null without accounts', 'public'),
    }),
  },
  { title: 'Comparison', description: 'Accounts over the same days, next to a benchmark' },
);
