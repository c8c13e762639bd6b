import { setTimeout as pause } from 'node:timers/promises';
import type { Sender } from './partitions-world.ts';

/** Sends trades one at a time. Each is repeated until a server accepts it. */
export interface Sending {
  /** Returns the number of accepted trades. */
  count(): number;
  /** Stops sending. Resolves when the last trade is accepted. */
  stop(): Promise<void>;
  /** Lists faults in receipts and figures. Call it after everything is published. */
  faults(): Promise<string[]>;
}

/**
 * Sends trades of an account to a random server until it is stopped. A trade that was not accepted
 * goes to a random server again. So does every tenth accepted one.
 */
export function startSending(
  servers: readonly { readonly url: string }[],
  { key, slug }: Sender,
  random: () => number,
): Sending {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const receipts: string[] = [];
  const faults: string[] = [];
  let isOver = false;
  const anyOf = (): string => servers[Math.floor(random() * servers.length)]?.url ?? '';

  const send = async (number: number): Promise<string> => {
    const body = JSON.stringify({ trades: [tradeOf(number)] });
    for (;;) {
      const url = `${anyOf()}/connect/v1/facts`;
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
      const text = (await answer?.text().catch(() => '')) ?? '';
      if (answer?.status === 202) return JSON.parse(text).receipt;
      if (answer && answer.status !== 503) faults.push(`sent in: ${answer.status} ${text}`);
      await pause(200);
    }
  };
  /** Reads an answer. A server that is unavailable on a busy machine is asked again. */
  const read = async (url: string, init?: RequestInit) => {
    for (let turn = 0; ; turn += 1) {
      const answer = await fetch(url, init);
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text);
      if (answer.status !== 503 || turn === 100) {
        faults.push(`${url}: ${answer.status} ${text}`);
        return {};
      }
      await pause(200);
    }
  };
  const sending = (async () => {
    while (!isOver) {
      const number = receipts.length + 1;
      const receipt = await send(number);
      receipts.push(receipt);
      if (number % 10 === 0 && (await send(number)) !== receipt) {
        faults.push(`trade ${number} was taken twice`);
      }
      await pause(50 + random() * 400);
    }
  })();

  return {
    count: () => receipts.length,
    async stop() {
      isOver = true;
      await sending;
    },
    async faults() {
      for (const receipt of receipts) {
        const { state } = await read(`${anyOf()}/connect/v1/receipts/${receipt}`, { headers });
        if (state !== 'published') faults.push(`${receipt} is ${state}`);
      }
      for (const { url } of servers) {
        const { by_symbol } = await read(`${url}/api/v1/accounts/${slug}?include=by_symbol`);
        const trades = by_symbol?.EURUSD.total.trades;
        if (trades !== receipts.length)
          faults.push(`${trades} trades of ${receipts.length} sent in`);
      }
      return faults;
    },
  };
}

const tradeOf = (number: number) => ({
  ticket: `${number}`,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 0.1,
  profit: 1,
  open_price: 1.1,
  close_price: 1.101,
  opened_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  closed_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000 + 30_000).toISOString(),
});
