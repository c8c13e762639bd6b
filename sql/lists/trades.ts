import Type from 'typebox';
import { instant, nullable, nullableText, number, text } from '../shared.ts';

const amount = (description: string) => Type.Number({ description });

/** What trades and positions have in common. */
export const order = {
  ticket: text("The broker's identifier of the trade"),
  symbol: text('Instrument as the broker names it'),
  side: Type.Union([Type.Literal('buy'), Type.Literal('sell')], { description: 'buy or sell' }),
  volume: Type.Number({ description: 'Size in lots; 0 where hidden' }),
  open_price: Type.Number({ description: 'Opening price' }),
  stop_loss: number('Stop loss; null when none or hidden'),
  take_profit: number('Take profit; null when none or hidden'),
  opened_at: instant('When it was opened'),
  profit: amount('Result before commission and swap'),
  commission: amount('Negative when charged'),
  swap: amount('Negative when charged'),
  comment: nullableText('Order comment; null when empty or hidden'),
  magic_number: nullable(Type.Integer(), 'MT4 and MT5 only'),
};

export const trade = Type.Object({
  ticket: order.ticket,
  symbol: order.symbol,
  side: order.side,
  volume: order.volume,
  open_price: order.open_price,
  close_price: Type.Number({ description: 'Closing price' }),
  stop_loss: order.stop_loss,
  take_profit: order.take_profit,
  opened_at: order.opened_at,
  closed_at: instant('When it was closed'),
  profit: order.profit,
  commission: order.commission,
  swap: order.swap,
  net_profit: amount('profit + commission + swap'),
  comment: order.comment,
  magic_number: order.magic_number,
});
