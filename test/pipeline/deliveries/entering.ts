import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import type { TerminalAccount, TerminalDeal } from '../../../pipeline/deliveries/deals/terminal.ts';
import { deliveriesIn } from '../../../pipeline/deliveries/deliveries.ts';
import type { Delivery, EnterResult } from '../../../pipeline/deliveries/delivery.ts';
import { enterTogether } from '../../../pipeline/deliveries/enter.ts';

/** Enters deliveries in one transaction. */
export const enterAll = (
  database: DeliveryDatabase,
  deliveries: readonly Delivery[],
): Promise<EnterResult[]> => Promise.all(deliveries.map(enterTogether(database)));

/** Opens deliveries to enter some, and to ask about them. */
export const openForEntering = (database: DeliveryDatabase) => ({
  ...deliveriesIn(database),
  enter: (deliveries: readonly Delivery[]) => enterAll(database, deliveries),
});

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
export const noon = 1_709_553_600;

/** Noon as a UTC time. */
export const atNoon = new Date((noon - 7200) * 1000);

const empty = {
  owner: 'owner',
  plan: 'pro',
  received: 1,
  idempotencyKey: null,
  accepted: 1,
  refused: [],
  lines: {},
  terminal: null,
  isOfNow: false,
  source: 'owner_api',
} as const satisfies Partial<Delivery>;

/** Makes a delivery of rows. A digest takes the place of its body. */
export function sentRows(
  accountId: string,
  digest: string,
  rows: Readonly<Record<string, readonly object[]>>,
  more: Partial<Delivery> = {},
): Delivery {
  const lines = Object.entries(rows).map(([table, some]) => [
    table,
    some.map((row) => JSON.stringify({ account_id: accountId, ...row })),
  ]);
  return {
    ...empty,
    keyId: accountId,
    accountId,
    digest,
    lines: Object.fromEntries(lines),
    ...more,
  };
}

export const terminalAccount: TerminalAccount = {
  platform: 'MT5',
  number: '1',
  server: 'Live',
  broker: '',
  currency: 'USD',
  leverage: '',
  demo: '',
  balance: '1000',
  gmt: noon - 7200,
  ahead: 7200,
  clock: '',
  listed: 0,
};

/** Makes a deal that opens or closes a position. A position has one of each. */
export function dealOf(position: number, entry: 0 | 1, profit: number): TerminalDeal {
  const ticket = 2 * position + entry;
  const json = JSON.stringify({
    ticket,
    position,
    type: entry,
    entry,
    time: noon + ticket,
    symbol: 'EURUSD',
    volume: 1,
    price: 1.5,
    profit,
    commission: 0,
    swap: 0,
    fee: 0,
  });
  return { ticket: `${ticket}`, position: `${position}`, time: noon + ticket, json };
}

/** Makes a delivery of a terminal, sent some seconds after noon. */
export function sentDeals(
  accountId: string,
  digest: string,
  deals: readonly TerminalDeal[],
  { later = 0, ...more }: { later?: number } & Partial<TerminalAccount> = {},
): Delivery {
  const account = { ...terminalAccount, gmt: terminalAccount.gmt + later, ...more };
  const terminal = { account, deals, positions: null };
  return { ...empty, source: 'terminal', keyId: accountId, accountId, digest, terminal };
}
