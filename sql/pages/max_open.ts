import Type from 'typebox';
import { composed, figure } from '../figures.ts';
import { marginLoad } from '../marts/exposure.ts';
import { words } from '../shared.ts';

/** Highest values of `exposure`, without its long list of days. */
export const maxOpen = Type.Object(
  {
    trades: composed(
      {
        is: 'trades open at the same time',
        nullWhen: 'nothing_opened',
        seenBy: 'hidden by trades',
      },
      {
        max: figure({
          unit: 'count',
          is: 'most trades open at once',
          seenBy: 'derived from trades',
        }),
        at: figure({
          unit: 'instant',
          is: 'first time with that many',
          seenBy: 'derived from trades',
        }),
      },
    ),
    lots: composed(
      { is: 'lots open at the same time', nullWhen: 'nothing_opened', seenBy: 'hidden by trades' },
      {
        max: figure({
          unit: 'lots',
          is: 'most lots open at once',
          nullWhen: 'never',
          seenBy: 'hidden by volume',
        }),
        at: figure({
          unit: 'instant',
          is: 'first time with that many',
          nullWhen: 'never',
          seenBy: 'hidden by volume',
        }),
      },
    ),
    margin: marginLoad,
  },
  { title: 'MaxOpen', ...words('The most trades and lots open at once', 'hidden by exposure') },
);
