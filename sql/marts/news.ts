import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const noEvent = 'none is known';

const group = (is: string) =>
  composed(
    { is, source: 'own', seenBy: fromTrades },
    {
      trades: figure({ unit: 'count', is: 'how many', seenBy: fromTrades }),
      profit: figure({ unit: 'money', is: 'their net result', seenBy: fromTrades }),
      win_rate: figure({
        unit: 'share',
        is: 'share of them that won',
        nullWhen: 'there is none',
        seenBy: fromTrades,
      }),
    },
  );

export const news = Type.Object(
  {
    events: composed(
      {
        is: 'events of high impact in the calendar that are about a currency of an instrument that was traded, from half an hour before the first opening to half an hour after the last closing',
        restsOn: 'nothing',
        seenBy: fromTrades,
      },
      {
        count: figure({
          unit: 'count',
          is: 'how many instants there are with one; 0 may be a calendar that does not reach so far',
          seenBy: fromTrades,
        }),
        first: figure({ unit: 'instant', is: 'the first', nullWhen: noEvent, seenBy: fromTrades }),
        last: figure({ unit: 'instant', is: 'the last', nullWhen: noEvent, seenBy: fromTrades }),
      },
    ),
    opened_near: group('closed trades opened within 30 minutes before or after such an event'),
    open_through: group(
      'closed trades that were open within 30 minutes before or after one, and opened earlier',
    ),
    others: group('all other closed trades of these instruments'),
    unknown: group(
      'closed trades of instruments whose currencies are not known, or not among the nine',
    ),
  },
  { title: 'News', ...words('Trades near news of high impact, and the others', 'hidden by news') },
);
