import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

const group = (is: string) =>
  composed(
    { is, source: 'our own definition', seenBy: fromTrades },
    {
      trades: figure({ unit: 'count', is: 'number of these trades', seenBy: fromTrades }),
      profit: figure({ unit: 'money', is: 'net profit of these trades', seenBy: fromTrades }),
      win_rate: figure({
        unit: 'share',
        is: 'share of these trades that won',
        nullWhen: 'no_such_trades',
        seenBy: fromTrades,
      }),
    },
  );

export const news = Type.Object(
  {
    events: composed(
      {
        is: 'high-impact calendar events about the currencies of the traded instruments',
        formula:
          'from half an hour before the first opening to half an hour after the last closing',
        restsOn: 'nothing',
        seenBy: fromTrades,
      },
      {
        count: figure({
          unit: 'count',
          is: 'number of times with a high-impact event about traded currencies; 0 can mean that the calendar begins later',
          seenBy: fromTrades,
        }),
        first: figure({
          unit: 'instant',
          is: 'time of the first event',
          nullWhen: 'no_such_event',
          seenBy: fromTrades,
        }),
        last: figure({
          unit: 'instant',
          is: 'time of the last event',
          nullWhen: 'no_such_event',
          seenBy: fromTrades,
        }),
      },
    ),
    opened_near: group('closed trades opened within 30 minutes before or after such an event'),
    open_through: group(
      'closed trades opened earlier that were still open within 30 minutes before or after an event',
    ),
    others: group('all other closed trades of these instruments'),
    unknown: group(
      'closed trades of instruments whose currencies are unknown or not in the calendar',
    ),
  },
  {
    title: 'News',
    ...words('Results of trades near high-impact news, and of all others', 'hidden by news'),
  },
);
