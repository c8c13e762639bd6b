/** Makes a body of trades. Bodies of different numbers have no trade in common. */
export const tradesBody = (number: number, count: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      trades: Array.from({ length: count }, (_, at) => ({
        ticket: `${number * count + at}`,
        symbol: 'EURUSD',
        side: 'buy',
        volume: 0.1,
        open_price: 1.1,
        close_price: 1.2,
        profit: 10,
        opened_at: '2026-02-03T08:00:00Z',
        closed_at: '2026-02-03T09:00:00Z',
      })),
    }),
  );
