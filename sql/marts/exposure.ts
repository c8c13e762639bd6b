import Type from 'typebox';
import { composed, figure, listOf, never } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const nothingOpened = 'no trade and no position was ever opened';
const always = `${never}: whoever trades has lots open`;
const byDay = 'days on which anything was opened or closed';

const date = figure({ unit: 'day', is: 'day, UTC', seenBy: fromTrades });

export const exposure = Type.Object(
  {
    trades: composed(
      {
        is: 'trades open at once, positions that are open now among them; what is closed at an instant is closed before another is opened',
        nullWhen: nothingOpened,
        source: 'own',
        seenBy: 'hidden by trades',
      },
      {
        max: figure({ unit: 'count', is: 'the most of them', seenBy: fromTrades }),
        at: figure({ unit: 'instant', is: 'when it were that many first', seenBy: fromTrades }),
        by_day: listOf(
          { is: byDay, seenBy: fromTrades },
          Type.Object({
            date,
            trades: figure({
              unit: 'count',
              is: 'the most on that day; what the day before left open counts',
              seenBy: fromTrades,
            }),
          }),
        ),
      },
    ),
    lots: composed(
      {
        is: 'lots of them, as many in the same way',
        nullWhen: nothingOpened,
        source: 'own',
        seenBy: 'hidden by trades',
      },
      {
        max: figure({
          unit: 'lots',
          is: 'the most of them',
          nullWhen: always,
          seenBy: 'hidden by volume',
        }),
        at: figure({
          unit: 'instant',
          is: 'when it were that many first',
          nullWhen: always,
          seenBy: 'hidden by volume',
        }),
        by_day: listOf(
          { is: byDay, seenBy: 'hidden by volume' },
          Type.Object({
            date,
            lots: figure({ unit: 'lots', is: 'the most on that day', seenBy: fromTrades }),
          }),
        ),
      },
    ),
  },
  { title: 'Exposure', ...words('Trades and lots open at once', 'hidden by exposure') },
);
