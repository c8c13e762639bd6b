import { setTimeout as pause } from 'node:timers/promises';
import type { Access, AccountRead, ReadPage } from '../../../../pipeline/connectors/kind.ts';
import { metaapi } from '../../../../pipeline/connectors/metaapi/kind.ts';
import { type BookedRows, bookedRows } from '../../../../pipeline/deliveries/deals/rows.ts';
import type { TerminalDeal } from '../../../../pipeline/deliveries/deals/terminal.ts';
import { utc } from '../../../../pipeline/read/timezone.ts';
import { whileOpen } from '../../../support/while-open.ts';
import { brokerRecord, login, server } from './account.ts';
import { type BrokerRecord, type Double, startDouble, token } from './double.ts';

export const now = new Date('2026-11-01T00:00:00Z');

export interface TestAccess extends Access {
  readonly waits: number[];
}

export function accessTo({ address }: Double, signal = new AbortController().signal): TestAccess {
  const waits: number[] = [];
  return {
    owner: 'north',
    environment: 'london',
    address,
    signal,
    waits,
    requestMilliseconds: 20_000,
    settings: { ctraderClientId: null, ctraderClientSecret: null, metaapiToken: token },
    clock: () => now,
    async wait(milliseconds) {
      waits.push(milliseconds);
      await pause(5);
    },
    async keepSecret() {},
  };
}

export const form = (password = 'investor-password', platform = 'MT5') => ({
  login: String(login),
  server,
  platform,
  password,
});

/** Deals of a read in their last form, and how they are booked. */
export interface Read {
  readonly pages: readonly ReadPage[];
  readonly deals: readonly TerminalDeal[];
  readonly rows: BookedRows['rows'];
}

/** Collects pages like the cache of deals: by ticket. */
function gather(pages: readonly ReadPage[]): Read {
  const listed = pages.flatMap(({ terminal }) => terminal?.deals ?? []);
  const deals = [...new Map(listed.map((deal) => [deal.ticket, deal])).values()];
  const platform = pages[0]?.terminal?.account.platform ?? 'MT5';
  const { rows } = bookedRows(
    { accountId: 'a', platform, clock: utc, answers: {} },
    deals.map(({ json }) => json),
  );
  return { pages, deals, rows };
}

/** Signs in and reads the whole account. */
export async function readAll(
  double: Double,
  options: Partial<AccountRead> & { access?: Access; before?: Read } = {},
): Promise<Read> {
  const { access = accessTo(double), before, ...request } = options;
  const [broker] = double.brokers.values();
  const platform = String(broker?.information.platform);
  const { secret, accounts } = await metaapi.signIn(accessTo(double), form(undefined, platform));
  const [account] = accounts;
  if (account === undefined) throw new Error('no account');
  const pages: ReadPage[] = [...(before?.pages ?? [])];
  const asked = { secret, account, since: null, state: null, ...request };
  for await (const page of metaapi.read(access, asked)) pages.push(page);
  return gather(pages);
}

/** Calls the work with a gateway and one account at a broker. */
export async function withDouble(
  platform: 'mt4' | 'mt5',
  work: (double: Double, broker: BrokerRecord) => Promise<void>,
): Promise<void> {
  const broker = brokerRecord(platform);
  await whileOpen(startDouble(new Map([[`${login}@${server}`, broker]])), async (double) => {
    await work(double, broker);
    if (double.faults.length > 0) throw new Error(double.faults.slice(0, 5).join('\n'));
  });
}
