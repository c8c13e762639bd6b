import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { words } from '../shared.ts';

const seenBy = 'owner';

/** Figures of a group of closed trades, such as all trades of one instrument. */
const tradeGroup = {
  key: figure({ unit: 'text', is: 'name of the group', seenBy }),
  trades: figure({ unit: 'count', is: 'number of closed trades', seenBy }),
  won: figure({ unit: 'count', is: 'number of trades with a net profit above 0', seenBy }),
  lost: figure({ unit: 'count', is: 'number of trades with a net profit below 0', seenBy }),
  win_rate: figure({ unit: 'share', is: 'share of trades that won', seenBy }),
  net_profit: figure({ unit: 'money', is: 'net profit', seenBy }),
  average_profit: figure({ unit: 'mean', is: 'average net profit of a trade', seenBy }),
};

/** Ways to group trades, each with the meaning of a group's name. */
export const tradeDimensions = {
  symbol: 'instrument; the 200 with the most trades, most trades first',
  magic_number:
    'magic number, 0 for manual trades; the 200 with the most trades, most trades first',
  hour: 'hour of closing, UTC, `00` to `23`',
  weekday: 'weekday of closing, UTC, `Monday` to `Sunday`',
  month: 'month of closing, UTC, `YYYY-MM`, oldest first',
  side: '`buy` or `sell`',
  duration:
    'time held: `0s` below a minute, then at least `1m`, `5m`, `15m`, `1h`, `4h`, `1d` or `1w`, up to the next',
} as const;
export type TradeDimension = keyof typeof tradeDimensions;

const groupsBy = (dimension: TradeDimension) =>
  listOf({ is: tradeDimensions[dimension], seenBy }, Type.Object(tradeGroup));

/** Statistics of closed trades for the owner of an account, in several groupings. */
export const tradeStatistics = Type.Object(
  {
    total: composed({ is: 'all closed trades', nullWhen: 'no_trade', seenBy }, tradeGroup),
    symbols: figure({ unit: 'count', is: 'number of instruments', seenBy }),
    magic_numbers: figure({ unit: 'count', is: 'number of magic numbers', seenBy }),
    symbol: groupsBy('symbol'),
    magic_number: groupsBy('magic_number'),
    hour: groupsBy('hour'),
    weekday: groupsBy('weekday'),
    month: groupsBy('month'),
    side: groupsBy('side'),
    duration: groupsBy('duration'),
  },
  { title: 'TradeStatistics', ...words('Closed trades in groups', seenBy) },
);
