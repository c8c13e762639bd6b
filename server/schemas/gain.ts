import Type from 'typebox';
import type { Cause } from '../../sql/causes.ts';
import { figure } from '../../sql/figures.ts';
import { summary } from '../../sql/marts/summary.ts';
import { text } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';

const seenBy = 'hidden by equity_curve';

const dayOf = (is: string, nullWhen: Cause) => figure({ unit: 'day', is, nullWhen, seenBy });

/** Return, profit and trades between two days. */
export const gain = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    currency: summary.properties.currency,
    first_day: dayOf('first day of the record', 'no_record'),
    last_day: dayOf('last day of the record', 'no_record'),
    from: dayOf('first day that counts, within the record', 'no_record_or_day'),
    to: dayOf('last day that counts, within the record', 'no_record_or_day'),
    return_percent: figure({
      unit: 'percent',
      is: 'time-weighted return from the end of the day before `from` to the end of `to`; −100 after a total loss',
      nullWhen: 'no_record_or_capital',
      source: 'GIPS 2020',
      seenBy,
    }),
    profit: figure({ unit: 'money', is: 'net profit', nullWhen: 'no_record', seenBy }),
    deposits: figure({
      unit: 'money',
      is: 'sum of deposits',
      nullWhen: 'no_record_or_deposits',
      seenBy,
    }),
    withdrawals: figure({
      unit: 'money',
      is: 'sum of withdrawals, as a positive amount',
      nullWhen: 'no_record_or_deposits',
      seenBy,
    }),
    max_drawdown_percent: figure({
      unit: 'percent',
      is: 'deepest fall of the return below its highest value since the day before `from`, as a positive number',
      nullWhen: 'no_record_or_capital',
      source: 'our own definition, as `performance.max_drawdown_percent`',
      seenBy,
    }),
    trades_count: figure({
      unit: 'count',
      is: 'number of closed trades',
      nullWhen: 'no_record',
      seenBy,
    }),
    win_rate: figure({
      unit: 'share',
      is: 'share of these trades that won',
      nullWhen: 'no_trade',
      seenBy,
    }),
    attribution,
  },
  {
    title: 'Gain',
    description: 'Return, profit and trades between two days, in the currency of the account',
  },
);
