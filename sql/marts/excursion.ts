import Type from 'typebox';
import { figure, listOf } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

/** Worst and best floating results of closed trades while they were open. */
export const excursion = Type.Object(
  {
    trades: figure({
      unit: 'count',
      is: 'closed trades whose worst and best floating results are known',
      seenBy: fromTrades,
    }),
    avg_mae: figure({
      unit: 'mean',
      is: 'average of the worst floating results while trades were open, 0 or negative',
      formula: 'maximum adverse excursion, without costs',
      nullWhen: 'no_excursions',
      source: 'Sweeney 1996',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    avg_mfe: figure({
      unit: 'mean',
      is: 'average of the best floating results while trades were open, 0 or positive',
      formula: 'maximum favourable excursion, without costs',
      nullWhen: 'no_excursions',
      source: 'Sweeney 1996',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    avg_mae_of_wins: figure({
      unit: 'mean',
      is: 'average of the worst floating results of winning trades',
      nullWhen: 'no_excursions_of_wins',
      source: 'Sweeney 1996',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    avg_mfe_of_losses: figure({
      unit: 'mean',
      is: 'average of the best floating results of losing trades',
      nullWhen: 'no_excursions_of_losses',
      source: 'Sweeney 1996',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    kept_percent: figure({
      unit: 'share',
      is: 'how much of the best floating results was kept until the trades were closed',
      formula:
        '100 × sum of the profits above 0, before costs / sum of the best floating results of all these trades',
      nullWhen: 'no_excursions_in_profit',
      source: 'our own definition',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    losses_once_in_profit: figure({
      unit: 'count',
      is: 'losing trades that could have been closed with a net profit',
      formula: 'the best floating result was larger than commission and swap',
      seenBy: fromTrades,
    }),
    losses_once_in_profit_percent: figure({
      unit: 'share',
      is: 'share of `losses_once_in_profit` in the losing trades with known excursions',
      nullWhen: 'no_excursions_of_losses',
      source: 'our own definition',
      restsOn: 'nothing',
      seenBy: fromTrades,
    }),
    pairs: listOf(
      {
        is: 'excursions of single trades in order of closing; of more than 400 trades, 400 at even distances',
        seenBy: 'hidden by trades',
      },
      Type.Object({
        mae: figure({ unit: 'money', is: 'worst floating result', seenBy: fromTrades }),
        mfe: figure({ unit: 'money', is: 'best floating result', seenBy: fromTrades }),
        net_profit: figure({ unit: 'money', is: 'net profit', seenBy: fromTrades }),
      }),
    ),
  },
  {
    title: 'Excursion',
    ...words(
      'How far trades went against the account and for it while they were open',
      'hidden by excursion',
    ),
  },
);
