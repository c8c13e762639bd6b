import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const bySource = (is: string) =>
  composed(
    { is, source: 'our own definition', seenBy: fromTrades },
    {
      trades: figure({
        unit: 'count',
        is: 'number of closed trades with values from this source',
        seenBy: fromTrades,
      }),
      flows: figure({
        unit: 'count',
        is: 'number of deposits, withdrawals and adjustments from this source',
        restsOn: 'flows',
        seenBy: fromTrades,
      }),
      compared: figure({
        unit: 'count',
        is: 'number of trades and flows of this source that a better source also has; the better values count',
        seenBy: fromTrades,
      }),
      differing: figure({
        unit: 'count',
        is: 'number of these that differ from the better source in money, volume, price or time',
        seenBy: fromTrades,
      }),
    },
  );

/** Schema of the section that counts trades and flows by source, the best source first. */
export const provenance = Type.Object(
  {
    broker_api: bySource('data that a connector read from the broker or the platform'),
    terminal: bySource('deals that an Expert Advisor sent'),
    operator_file: bySource('data from files of the operator'),
    owner_statement: bySource('data from statements that the owner added'),
    owner_api: bySource('rows that a program of the owner sent'),
    feed: bySource('data that a feed delivered'),
  },
  {
    title: 'Provenance',
    ...words(
      'Sources of trades and cash flows; positions, orders and equity are not counted',
      'hidden by provenance',
    ),
  },
);
