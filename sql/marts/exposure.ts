import Type from 'typebox';
import { composed, figure, listOf, never } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const nothingOpened = 'no trade and no position was ever opened';
const always = `${never}: every trade has lots`;
const byDay = 'days on which a trade or position was opened or closed';

const date = figure({ unit: 'day', is: 'day, UTC', seenBy: fromTrades });

export const exposure = Type.Object(
  {
    trades: composed(
      {
        is: 'number of trades open at the same time, open positions included',
        formula: 'at the same instant, closings come before openings',
        nullWhen: nothingOpened,
        source: 'our own definition',
        seenBy: 'hidden by trades',
      },
      {
        max: figure({ unit: 'count', is: 'most trades open at once', seenBy: fromTrades }),
        at: figure({ unit: 'instant', is: 'first time with that many', seenBy: fromTrades }),
        by_day: listOf(
          { is: byDay, seenBy: fromTrades },
          Type.Object({
            date,
            trades: figure({
              unit: 'count',
              is: 'most trades open at once on that day, those from earlier days included',
              seenBy: fromTrades,
            }),
          }),
        ),
      },
    ),
    lots: composed(
      {
        is: 'lots open at the same time, open positions included',
        formula: 'at the same instant, closings come before openings',
        nullWhen: nothingOpened,
        source: 'our own definition',
        seenBy: 'hidden by trades',
      },
      {
        max: figure({
          unit: 'lots',
          is: 'most lots open at once',
          nullWhen: always,
          seenBy: 'hidden by volume',
        }),
        at: figure({
          unit: 'instant',
          is: 'first time with that many',
          nullWhen: always,
          seenBy: 'hidden by volume',
        }),
        by_day: listOf(
          { is: byDay, seenBy: 'hidden by volume' },
          Type.Object({
            date,
            lots: figure({
              unit: 'lots',
              is: 'most lots open at once on that day',
              seenBy: fromTrades,
            }),
          }),
        ),
      },
    ),
  },
  { title: 'Exposure', ...words('Trades and lots open at once', 'hidden by exposure') },
);
