/** Makes a trade as programs send it. It opened and closed on 3 February 2026 unless changed. */
export const sentTrade = (ticket: string, changes: object = {}) => ({
  ticket,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 0.1,
  open_price: 1.1,
  close_price: 1.2,
  opened_at: '2026-02-03T08:00:00Z',
  closed_at: '2026-02-03T09:00:00Z',
  profit: 10,
  ...changes,
});

/** Makes a trade as programs send it, of 1 March 2024. */
export const sentInMarch = (ticket: string, profit = 10) =>
  sentTrade(ticket, {
    opened_at: '2024-03-01T08:00:00Z',
    closed_at: '2024-03-01T09:00:00Z',
    profit,
  });

/** Makes the description of an account as programs send it. */
export const sentDescription = (changes: object = {}) => ({
  platform: 'MT5',
  currency: 'USD',
  opening_balance: '1000',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-02-03T09:00:00Z',
  ...changes,
});

/** Makes a deal of position 10 in MT5. Its ticket is the number of seconds after noon. */
export const sentDeal = (noon: number, ticket: number, entry: 0 | 1, profit = 0) => ({
  ticket,
  position: 10,
  type: entry,
  entry,
  time: noon + ticket,
  symbol: 'EURUSD',
  volume: 1,
  price: 1.1,
  profit,
  commission: -1,
  swap: 0,
  fee: 0,
});

/** Makes what an Expert Advisor sends of its account at noon by a clock two hours ahead of UTC. */
export const sentAccount = (noon: number) => ({
  platform: 'MT5',
  number: 1,
  server: 'Live',
  broker: '',
  currency: 'USD',
  leverage: 100,
  demo: true,
  balance: 1000,
  gmt_time: noon - 7200,
  server_time: noon,
  deals_total: 2,
});
