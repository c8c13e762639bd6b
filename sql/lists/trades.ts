import Type from 'typebox';
import { instant, known, nullable, nullableText, number, oneOf, text } from '../shared.ts';

/** What trades and positions have in common. */
export const order = {
  ticket: text("The broker's identifier of the trade", 'public'),
  symbol: text('Instrument as the broker names it', 'public'),
  side: oneOf(['buy', 'sell'], 'buy or sell', 'public'),
  volume: known('Size in lots; 0 where hidden', 'hidden by volume'),
  open_price: known('Opening price', 'public'),
  stop_loss: number('Stop loss; null when none or hidden', 'hidden by stop_loss'),
  take_profit: number('Take profit; null when none or hidden', 'hidden by take_profit'),
  opened_at: instant('When it was opened', 'public'),
  profit: known('Result before commission and swap', 'public'),
  commission: known('Negative when charged', 'public'),
  swap: known('Negative when charged', 'public'),
  comment: nullableText('Order comment; null when empty or hidden', 'hidden by comment'),
  magic_number: nullable(
    Type.Integer({ format: 'int64' }),
    'MT4 and MT5 only, else null. Every digit of a whole number from -2^63 to 2^64 - 1: beyond 2^53 JavaScript needs a parser that keeps large integers',
    'public',
  ),
};

export const trade = Type.Object(
  {
    ticket: order.ticket,
    symbol: order.symbol,
    side: order.side,
    volume: order.volume,
    open_price: order.open_price,
    close_price: known('Closing price', 'public'),
    stop_loss: order.stop_loss,
    take_profit: order.take_profit,
    opened_at: order.opened_at,
    closed_at: instant('When it was closed', 'public'),
    profit: order.profit,
    commission: order.commission,
    swap: order.swap,
    net_profit: known('profit + commission + swap; totals are sums of it', 'public'),
    comment: order.comment,
    magic_number: order.magic_number,
  },
  { title: 'Trade', description: 'A closed trade' },
);
