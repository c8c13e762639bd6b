import type { BrokerRecord } from './double.ts';

type Fields = Record<string, unknown>;

export const server = 'Meadow-Live';
export const login = 51_234_567;
export const begin = Date.UTC(2025, 2, 3, 8);

/** Writes a time in both forms of MetaApi. The broker's clock is three hours ahead of UTC. */
const times = (at: number) => ({
  time: new Date(at).toISOString(),
  brokerTime: new Date(at + 3 * 3_600_000).toISOString().replace('T', ' ').replace('Z', ''),
});

/** Makes a deal of a trade. */
export const trade = (
  platform: 'mt4' | 'mt5',
  id: string,
  positionId: string,
  at: number,
  fields: Fields,
): Fields => ({
  id,
  platform,
  positionId,
  orderId: positionId,
  ...times(at),
  symbol: 'EURUSD',
  magic: 7,
  commission: 0,
  swap: 0,
  profit: 0,
  ...fields,
});

/** Makes a deal that books money without a trade. */
export const booking = (
  platform: 'mt4' | 'mt5',
  id: string,
  type: string,
  at: number,
  profit: number,
  comment = '',
): Fields => ({
  id,
  platform,
  type,
  ...times(at),
  commission: 0,
  swap: 0,
  profit,
  ...(comment && { comment }),
});

export const position = (platform: 'mt4' | 'mt5', id: string, at: number): Fields => ({
  id,
  type: 'POSITION_TYPE_SELL',
  symbol: 'XAUUSD',
  magic: 7,
  ...times(at),
  updateTime: times(at).time,
  openPrice: 2331.5,
  currentPrice: 2330,
  currentTickValue: 1,
  volume: 0.3,
  profit: 52.5,
  realizedProfit: 7.5,
  unrealizedProfit: 45,
  swap: -3,
  realizedSwap: -1,
  unrealizedSwap: -2,
  commission: -4,
  realizedCommission: -1,
  unrealizedCommission: -3,
  reason: 'POSITION_REASON_CLIENT',
  ...(platform === 'mt4' && { comment: 'from #1' }),
});

/** Makes a broker's account without deals. */
export const brokerRecord = (platform: 'mt4' | 'mt5', fields: Fields = {}): BrokerRecord => ({
  investor: 'investor-password',
  master: 'master-password',
  information: {
    platform,
    broker: 'Meadow Ltd',
    currency: 'USD',
    server,
    balance: 0,
    equity: 0,
    margin: 0,
    freeMargin: 0,
    leverage: 100,
    tradeAllowed: false,
    name: 'Somebody',
    login,
    credit: 0,
    type: 'ACCOUNT_TRADE_MODE_REAL',
    ...fields,
  },
  deals: [],
  positions: [],
});
