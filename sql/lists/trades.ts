import Type from 'typebox';
import { figure } from '../figures.ts';

/** Fields that trades and positions share. */
export const order = {
  ticket: figure({ unit: 'text', is: "broker's identifier of the trade", seenBy: 'public' }),
  symbol: figure({ unit: 'text', is: 'name of the instrument at the broker', seenBy: 'public' }),
  side: figure({ unit: 'text', among: ['buy', 'sell'], is: '`buy` or `sell`', seenBy: 'public' }),
  volume: figure({ unit: 'lots', is: 'size in lots', seenBy: 'hidden by volume' }),
  open_price: figure({ unit: 'price', is: 'opening price', seenBy: 'public' }),
  stop_loss: figure({
    unit: 'price',
    is: 'stop loss',
    nullWhen: 'not_set',
    seenBy: 'hidden by stop_loss',
  }),
  take_profit: figure({
    unit: 'price',
    is: 'take profit',
    nullWhen: 'not_set',
    seenBy: 'hidden by take_profit',
  }),
  opened_at: figure({ unit: 'instant', is: 'opening time', seenBy: 'public' }),
  profit: figure({ unit: 'money', is: 'profit before commission and swap', seenBy: 'public' }),
  commission: figure({ unit: 'money', is: 'commission, negative if charged', seenBy: 'public' }),
  swap: figure({ unit: 'money', is: 'swap, negative if charged', seenBy: 'public' }),
  comment: figure({
    unit: 'text',
    is: 'order comment',
    nullWhen: 'not_set',
    seenBy: 'hidden by comment',
  }),
  magic_number: figure({
    unit: 'magicNumber',
    is: 'number that identifies the Expert Advisor, from -2^63 to 2^64 - 1',
    formula: 'beyond 2^53, JavaScript needs a JSON parser that keeps large integers',
    nullWhen: 'not_set_or_offered',
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
    closed_at: figure({ unit: 'instant', is: 'closing time', seenBy: 'public' }),
    profit: order.profit,
    commission: order.commission,
    swap: order.swap,
    net_profit: figure({
      unit: 'money',
      is: 'profit after commission and swap; totals are sums of it',
      formula: 'profit + commission + swap',
      seenBy: 'public',
    }),
    comment: order.comment,
    magic_number: order.magic_number,
  },
  { title: 'Trade', description: 'A closed trade' },
);
