import { setTimeout as pause } from 'node:timers/promises';
import { inEnglish } from '../../../../pipeline/base/reasons/reason.ts';
import {
  type ConnectionLimits,
  documentedLimits,
} from '../../../../pipeline/connectors/ctrader/connection.ts';
import { createConnections } from '../../../../pipeline/connectors/ctrader/connections.ts';
import { createCtrader } from '../../../../pipeline/connectors/ctrader/kind.ts';
import type {
  Access,
  AccountRead,
  BrokerAccount,
  ReadPage,
  Secret,
} from '../../../../pipeline/connectors/kind.ts';
import type {
  SourceRow,
  SourceRows,
  SourceTable,
} from '../../../../pipeline/platforms/source/source-tables.ts';
import { whileOpen } from '../../../support/while-open.ts';
import type { DoubleAccount } from './account.ts';
import { client, type Double, startDouble } from './double.ts';

/** High limits, for tests of other things. */
export const quick: ConnectionLimits = {
  ...documentedLimits,
  perSecond: 10_000,
  historicalPerSecond: 10_000,
};

/** Returns the time one hour after the last event of an account. */
export function endOf({ deals, flows }: DoubleAccount): Date {
  const times = [
    ...deals.map((deal) => Number(deal.executionTimestamp)),
    ...flows.map((flow) => Number(flow.changeBalanceTimestamp)),
  ];
  return new Date(times.reduce((last, at) => Math.max(last, at), 0) + 3_600_000);
}

export const secretOf = ({ tokens }: Double): Secret => ({
  accessToken: tokens.access,
  refreshToken: tokens.refresh,
  expiresAt: '2100-01-01T00:00:00.000Z',
});

export const brokerAccount = ({ id, listed }: DoubleAccount): BrokerAccount => ({
  id: String(id),
  platform: 'cTrader',
  number: String(listed.traderLogin),
  server: 'meadow',
  name: 'meadow',
  currency: null,
  isDemo: false,
});

export interface TestAccess extends Access {
  /** Secrets that the connector stored, the newest at the end. */
  readonly stored: Secret[];
  /** Waits that the connector asked for, in milliseconds. Tests don't wait. */
  readonly waits: number[];
}

export function accessTo(
  { address }: Double,
  now: Date,
  signal = new AbortController().signal,
): TestAccess {
  const stored: Secret[] = [];
  const waits: number[] = [];
  return {
    owner: 'north',
    environment: 'live',
    address,
    signal,
    requestMilliseconds: 30_000,
    stored,
    waits,
    settings: {
      ctraderClientId: client.clientId,
      ctraderClientSecret: client.clientSecret,
      metaapiToken: null,
    },
    clock: () => now,
    async wait(milliseconds) {
      waits.push(milliseconds);
      await pause(10);
    },
    async keepSecret(secret) {
      stored.push(secret);
    },
  };
}

/** Rows of a read by table and key. A later row replaces an earlier one with the same key. */
export interface Read {
  readonly pages: readonly ReadPage[];
  readonly state: AccountRead['state'];
  readonly notes: readonly string[];
  rows<Table extends SourceTable>(table: Table): SourceRow<Table>[];
}

/** Collects pages as they are stored: by the keys of their tables. */
function gather(pages: readonly ReadPage[], before?: Read): Read {
  const all = [...(before?.pages ?? []), ...pages];
  return {
    pages: all,
    state: pages.at(-1)?.state ?? null,
    notes: pages.flatMap(({ notes }) => notes).map(inEnglish),
    rows<Table extends SourceTable>(table: Table) {
      const listed = all.flatMap(
        ({ rows }) => (rows as SourceRows)[table] ?? [],
      ) as SourceRow<Table>[];
      const keyOf = (row: Record<string, string>) => row.ticket ?? row.id ?? row.at ?? '';
      return [...new Map(listed.map((row) => [keyOf(row), row])).values()];
    },
  };
}

/** Reads all of the first account of a double. */
export async function readAll(
  double: Double,
  options: Partial<AccountRead> & {
    access?: Access;
    before?: Read;
    limits?: ConnectionLimits;
  } = {},
): Promise<Read> {
  const [account] = double.accounts;
  if (account === undefined) throw new Error('no account');
  const { access = accessTo(double, endOf(account)), before, limits = quick, ...request } = options;
  const kind = createCtrader(createConnections(limits));
  const pages: ReadPage[] = [];
  const reading = kind.read(access, {
    secret: secretOf(double),
    account: brokerAccount(account),
    since: null,
    state: null,
    ...request,
  });
  for await (const page of reading) pages.push(page);
  return gather(pages, before);
}

/** Calls the work with a double. Every message must follow the proto files. */
export async function withDouble(
  accounts: DoubleAccount[],
  work: (double: Double) => Promise<void>,
): Promise<void> {
  await whileOpen(startDouble(accounts), async (double) => {
    double.knobs.perSecond = 10_000;
    double.knobs.historicalPerSecond = 10_000;
    await work(double);
    if (double.faults.length > 0) throw new Error(double.faults.slice(0, 5).join('\n'));
  });
}
