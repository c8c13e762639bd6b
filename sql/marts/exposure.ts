import Type from 'typebox';
import { composed, figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const byDay = 'days on which a trade or position was opened or closed';

const date = figure({ unit: 'day', is: 'day, UTC', seenBy: fromTrades });

/** Share of the equity that open positions bind as margin. */
export const marginLoad = composed(
  {
    is: 'how much of the equity open positions bound as margin, by equity reports',
    formula: 'reports without a margin, or with an equity of 0 or less, do not count',
    nullWhen: 'no_margin',
    source: 'MQL5 (deposit load)',
    restsOn: 'nothing',
    seenBy: 'hidden by trades',
  },
  {
    max_load_percent: figure({
      unit: 'percent',
      is: 'highest margin load: 100 × margin / equity',
      nullWhen: 'never_without_margin',
      restsOn: 'nothing',
      seenBy: 'hidden by volume',
    }),
    at: figure({
      unit: 'instant',
      is: 'first report with that load',
      nullWhen: 'never_without_margin',
      restsOn: 'nothing',
      seenBy: 'hidden by volume',
    }),
    avg_load_percent: figure({
      unit: 'percent',
      is: 'average margin load',
      formula: 'average over the days with a report, each with its highest load',
      nullWhen: 'never_without_margin',
      restsOn: 'nothing',
      seenBy: 'hidden by volume',
    }),
    max_leverage_used: figure({
      unit: 'ratio',
      is: 'most leverage used: how many times the equity was traded, by the margin',
      formula:
        '`max_load_percent` / 100 × leverage of the account; instruments with a margin rate of their own differ',
      nullWhen: 'no_leverage',
      restsOn: 'nothing',
      seenBy: 'hidden by volume',
    }),
    avg_leverage_used: figure({
      unit: 'ratio',
      is: 'average leverage used',
      formula: '`avg_load_percent` / 100 × leverage of the account',
      nullWhen: 'no_leverage',
      restsOn: 'nothing',
      seenBy: 'hidden by volume',
    }),
    days: figure({
      unit: 'count',
      is: 'days with a report that has a margin; a statement has one report',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
  },
);

export const exposure = Type.Object(
  {
    trades: composed(
      {
        is: 'number of trades open at the same time, open positions included',
        formula: 'at the same instant, closings come before openings',
        nullWhen: 'nothing_opened',
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
        nullWhen: 'nothing_opened',
        source: 'our own definition',
        seenBy: 'hidden by trades',
      },
      {
        max: figure({
          unit: 'lots',
          is: 'most lots open at once',
          nullWhen: 'never_without_lots',
          seenBy: 'hidden by volume',
        }),
        at: figure({
          unit: 'instant',
          is: 'first time with that many',
          nullWhen: 'never_without_lots',
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
    margin: marginLoad,
  },
  { title: 'Exposure', ...words('Trades, lots and margin open at once', 'hidden by exposure') },
);
