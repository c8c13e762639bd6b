import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { words } from '../shared.ts';

const seenBy = 'owner';

/** Closed trades that have something in common. */
export const tradeGroup = {
  key: figure({ unit: 'text', is: 'what they have in common', seenBy }),
  trades: figure({ unit: 'count', is: 'closed trades', seenBy }),
  won: figure({ unit: 'count', is: 'trades with a net profit above 0', seenBy }),
  lost: figure({ unit: 'count', is: 'trades with a net profit below 0', seenBy }),
  win_rate: figure({ unit: 'share', is: 'share of trades won', seenBy }),
  net_profit: figure({ unit: 'money', is: 'net profit', seenBy }),
  average_profit: figure({ unit: 'mean', is: 'net profit a trade', seenBy }),
};

/** What trades are put together by, and what the key of a group is. */
export const tradeDimensions = {
  symbol: 'instrument; the 200 with the most trades, those first',
  magic_number: 'magic number, manual trades under 0; the 200 with the most trades, those first',
  hour: 'hour of closing, UTC, `00` to `23`',
  weekday: 'weekday of closing, UTC, `Monday` to `Sunday`',
  month: 'month of closing, UTC, `YYYY-MM`, oldest first',
  side: '`buy` or `sell`',
  duration:
    'the time held: `0s` below a minute, from there `1m`, `5m`, `15m`, `1h`, `4h`, `1d`, `1w` at least, each up to the next',
} as const;
export type TradeDimension = keyof typeof tradeDimensions;

const groupsBy = (dimension: TradeDimension) =>
  listOf({ is: tradeDimensions[dimension], seenBy }, Type.Object(tradeGroup));

/** Statistics over the closed trades of an account for its owner, by what they have in common. */
export const tradeStatistics = Type.Object(
  {
    total: composed({ is: 'all of them', nullWhen: 'there is none', seenBy }, tradeGroup),
    symbols: figure({ unit: 'count', is: 'instruments traded', seenBy }),
    magic_numbers: figure({ unit: 'count', is: 'magic numbers of trades', seenBy }),
    symbol: groupsBy('symbol'),
    magic_number: groupsBy('magic_number'),
    hour: groupsBy('hour'),
    weekday: groupsBy('weekday'),
    month: groupsBy('month'),
    side: groupsBy('side'),
    duration: groupsBy('duration'),
  },
  { title: 'TradeStatistics', ...words('Closed trades by what they have in common', seenBy) },
);
