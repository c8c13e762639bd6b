import type { MadeOrder } from '../../../fixtures/statements/account.ts';

/** Makes a closed order of 0.1 lots of EURUSD without costs. */
export const madeOrder = (
  ticket: number,
  fields: Pick<MadeOrder, 'opened' | 'closed' | 'profit'>,
): MadeOrder => ({
  kind: 'order',
  ticket,
  label: '',
  side: 'buy',
  lots: '0.10',
  item: 'eurusd',
  pricePlaces: 5,
  openPrice: 1.1,
  stopLoss: 0,
  takeProfit: 0,
  closePrice: 1.105,
  commission: 0,
  taxes: 0,
  swap: 0,
  ...fields,
});
