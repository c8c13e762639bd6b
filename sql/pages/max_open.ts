import Type from 'typebox';
import { composed, figure, never } from '../figures.ts';
import { words } from '../shared.ts';

const nothingOpened = 'no trade and no position was ever opened';

/** The heads of `exposure`, whose days are as many as those of the account. */
export const maxOpen = Type.Object(
  {
    trades: composed(
      { is: 'trades open at once', nullWhen: nothingOpened, seenBy: 'hidden by trades' },
      {
        max: figure({ unit: 'count', is: 'the most of them', seenBy: 'derived from trades' }),
        at: figure({
          unit: 'instant',
          is: 'when it were that many first',
          seenBy: 'derived from trades',
        }),
      },
    ),
    lots: composed(
      { is: 'lots open at once', nullWhen: nothingOpened, seenBy: 'hidden by trades' },
      {
        max: figure({
          unit: 'lots',
          is: 'the most of them',
          nullWhen: never,
          seenBy: 'hidden by volume',
        }),
        at: figure({
          unit: 'instant',
          is: 'when it were that many first',
          nullWhen: never,
          seenBy: 'hidden by volume',
        }),
      },
    ),
  },
  { title: 'MaxOpen', ...words('The most trades and lots open at once', 'hidden by exposure') },
);
