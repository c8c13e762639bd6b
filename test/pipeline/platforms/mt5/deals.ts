import type { ClosedPosition, Deal } from '../../../../pipeline/platforms/mt5/rows.ts';

/** Makes a deal that closes a bought position by selling. */
export const closing = (
  ticket: string,
  at: number,
  volume: string,
  profit: string,
  swap = '0',
): Deal => ({
  line: 1,
  ticket,
  at,
  volume,
  profit,
  swap,
  symbol: 'EURUSD',
  type: 'sell',
  direction: 'out',
  price: '1.1',
  order: '',
  commission: '',
  fee: '',
  balance: '',
  comment: '',
});

/** Makes a bought position. */
export const position = (
  ticket: string,
  opened: number,
  closed: number,
  volume: string,
  profit: string,
  swap = '0',
): ClosedPosition => ({
  line: 1,
  ticket,
  opened,
  closed,
  volume,
  profit,
  swap,
  symbol: 'EURUSD',
  side: 'buy',
  openPrice: '1',
  closePrice: '1.1',
  stopLoss: '',
  takeProfit: '',
  commission: '',
  comment: '',
});
