import Type from 'typebox';
import { figure } from '../figures.ts';

const charged = 'negative when charged';
const none = 'the trade or position has none';

/** What trades and positions have in common. */
export const order = {
  ticket: figure({ unit: 'text', is: "the broker's identifier of the trade", seenBy: 'public' }),
  symbol: figure({ unit: 'text', is: 'instrument as the broker names it', seenBy: 'public' }),
  side: figure({ unit: 'text', among: ['buy', 'sell'], is: 'buy or sell', seenBy: 'public' }),
  volume: figure({ unit: 'lots', is: 'size in lots', seenBy: 'hidden by volume' }),
  open_price: figure({ unit: 'price', is: 'opening price', seenBy: 'public' }),
  stop_loss: figure({
    unit: 'price',
    is: 'stop loss',
    nullWhen: none,
    seenBy: 'hidden by stop_loss',
  }),
  take_profit: figure({
    unit: 'price',
    is: 'take profit',
    nullWhen: none,
    seenBy: 'hidden by take_profit',
  }),
  opened_at: figure({ unit: 'instant', is: 'when it was opened', seenBy: 'public' }),
  profit: figure({ unit: 'money', is: 'result before commission and swap', seenBy: 'public' }),
  commission: figure({ unit: 'money', is: charged, seenBy: 'public' }),
  swap: figure({ unit: 'money', is: charged, seenBy: 'public' }),
  comment: figure({
    unit: 'text',
    is: 'order comment',
    nullWhen: none,
    seenBy: 'hidden by comment',
  }),
  magic_number: figure({
    unit: 'magicNumber',
    is: 'every digit of a whole number from -2^63 to 2^64 - 1: beyond 2^53 JavaScript needs a parser that keeps large integers',
    nullWhen: `${none}, and on cTrader and TradeLocker`,
    seenBy: 'public',
  }),
};

export const trade = Type.Object(
  {
    ticket: order.ticket,
    symbol: order.symbol,
    side: order.side,
    volume: order.volume,
    open_price: order.open_price,
    close_price: figure({ unit: 'price', is: 'closing price', seenBy: 'public' }),
    stop_loss: order.stop_loss,
    take_profit: order.take_profit,
    opened_at: order.opened_at,
    closed_at: figure({ unit: 'instant', is: 'when it was closed', seenBy: 'public' }),
    profit: order.profit,
    commission: order.commission,
    swap: order.swap,
    net_profit: figure({
      unit: 'money',
      is: 'profit + commission + swap; totals are sums of it',
      seenBy: 'public',
    }),
    comment: order.comment,
    magic_number: order.magic_number,
  },
  { title: 'Trade', description: 'A closed trade' },
);
