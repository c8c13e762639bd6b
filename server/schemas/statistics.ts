import Type from 'typebox';
import { summary } from '../../sql/marts/summary.ts';
import { tradeStatistics } from '../../sql/pages/trade_statistics.ts';
import { text } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';

const { total, symbols, magic_numbers, ...groups } = tradeStatistics.properties;

/** Schema of statistics over closed trades, with the groups that `by` asks for. */
export const statistics = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    currency: summary.properties.currency,
    total,
    symbols,
    magic_numbers,
    ...Type.Partial(Type.Object(groups)).properties,
    attribution,
  },
  {
    title: 'Statistics',
    description: 'Statistics over closed trades, in the currency of the account',
  },
);
