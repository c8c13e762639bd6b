import { sentTrade } from '../../support/sent-rows.ts';

/** Body that was answered with a receipt. */
export interface Taken {
  readonly ticket: string;
  readonly receipt: string;
  readonly key: string;
  readonly slug: string;
  readonly isOfTerminal: boolean;
}

/** Key, with the account that it sends for. */
export interface Sender {
  readonly key: string;
  readonly slug: string;
  /** Null if the key sends trades. */
  readonly terminal: Terminal | null;
}

/** Expert Advisor, with the tickets of the positions that a server has accepted. */
export interface Terminal {
  readonly number: string;
  readonly sent: string[];
}

const server = 'Sent-Live';
export const idOf = (name: string): string => `MT5:${name}@${server}`;

/** Sends a body. Returns its receipt, or null if the server was down or could not accept it. */
export async function sendBody(url: string, key: string, body: object): Promise<string | null> {
  try {
    const response = await fetch(`${url}/connect/v1/facts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    });
    const { receipt, rejected }: { receipt: string; rejected: readonly unknown[] } = JSON.parse(
      await response.text(),
    );
    return response.status === 202 && rejected.length === 0 ? receipt : null;
  } catch {
    return null;
  }
}

/** Makes the body of a program that sends one trade. */
export const tradeBody = (ticket: string): object => ({
  account: {
    platform: 'MT5',
    currency: 'USD',
    opening_balance: 1000,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
  },
  trades: [
    sentTrade(ticket, {
      opened_at: '2026-01-02T08:00:00Z',
      closed_at: '2026-01-02T09:00:00Z',
    }),
  ],
});

/** Positions that an Expert Advisor sends again with a new one. */
const overlap = 10;
/** 5 January 2026, in seconds. */
const first = 1_767_571_200;

/**
 * Makes the body of an Expert Advisor with a new closed position. Its ticket is also the ticket of
 * the trade that the position becomes.
 */
export function dealsBody({ number, sent }: Terminal, ticket: string): object {
  const gmt_time = Math.floor(Date.now() / 1000);
  const positions = [...sent.slice(-overlap), ticket];
  const balance = 10_000 + sent.length + 1;
  return {
    account: {
      platform: 'MT5',
      number: Number(number),
      server,
      broker: 'Sent',
      currency: 'USD',
      leverage: 100,
      demo: false,
      balance,
      gmt_time,
      server_time: gmt_time + 7200,
      clock: '',
      deals_total: 1 + 2 * (sent.length + 1),
    },
    deals: [deposit, ...positions.flatMap(dealsOf)],
    positions: [],
  };
}

const deposit = {
  ticket: 1,
  time: first,
  swap: 0,
  fee: 0,
  commission: 0,
  profit: 10_000,
  position: 0,
  entry: 0,
  symbol: '',
  volume: 0,
  price: 0,
  type: 2,
};

/** Makes the two deals that open and close a position. */
const dealsOf = (ticket: string): object[] =>
  [0, 1].map((entry) => ({
    ticket: 2 * Number(ticket) + entry,
    time: first + 60 * Number(ticket) + entry,
    position: Number(ticket),
    type: entry,
    entry,
    symbol: 'EURUSD',
    volume: 0.1,
    price: 1.1,
    swap: 0,
    fee: 0,
    commission: 0,
    profit: entry,
  }));
