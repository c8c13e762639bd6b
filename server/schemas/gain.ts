import Type from 'typebox';
import { figure } from '../../sql/figures.ts';
import { summary } from '../../sql/marts/summary.ts';
import { text } from '../../sql/shared.ts';
import { attribution } from './attribution.ts';

const noRecord = 'the account has no record';
const seenBy = 'hidden by equity_curve';

const dayOf = (is: string, nullWhen: string) => figure({ unit: 'day', is, nullWhen, seenBy });

const noReturn = `${noRecord}, or capital is unknown`;
const noDeposits = `${noRecord}, or the source does not list all deposits`;

/** Return, profit and trades between two days. */
export const gain = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    currency: summary.properties.currency,
    first_day: dayOf('first day of the record', noRecord),
    last_day: dayOf('last day of the record', noRecord),
    from: dayOf(
      'first day that counts, within the record',
      `${noRecord} and the request named no day`,
    ),
    to: dayOf(
      'last day that counts, within the record',
      `${noRecord} and the request named no day`,
    ),
    return_percent: figure({
      unit: 'percent',
      is: 'time-weighted return from the end of the day before `from` to the end of `to`; −100 after a total loss',
      nullWhen: noReturn,
      source: 'GIPS 2020',
      seenBy,
    }),
    profit: figure({ unit: 'money', is: 'net profit', nullWhen: noRecord, seenBy }),
    deposits: figure({ unit: 'money', is: 'sum of deposits', nullWhen: noDeposits, seenBy }),
    withdrawals: figure({
      unit: 'money',
      is: 'sum of withdrawals, as a positive amount',
      nullWhen: noDeposits,
      seenBy,
    }),
    max_drawdown_percent: figure({
      unit: 'percent',
      is: 'deepest fall of the return below its highest value since the day before `from`, as a positive number',
      nullWhen: noReturn,
      source: 'our own definition, as `performance.max_drawdown_percent`',
      seenBy,
    }),
    trades_count: figure({
      unit: 'count',
      is: 'number of closed trades',
      nullWhen: noRecord,
      seenBy,
    }),
    win_rate: figure({
      unit: 'share',
      is: 'share of these trades that won',
      nullWhen: 'no trade was closed',
      seenBy,
    }),
    attribution,
  },
  {
    title: 'Gain',
    description: 'Return, profit and trades between two days, in the currency of the account',
  },
);
