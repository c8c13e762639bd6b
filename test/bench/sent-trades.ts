import { sentTrade } from '../support/sent-rows.ts';

/** Makes a body of trades. Bodies of different numbers have no trade in common. */
export const tradesBody = (number: number, count: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      trades: Array.from({ length: count }, (_, at) => sentTrade(`${number * count + at}`)),
    }),
  );
