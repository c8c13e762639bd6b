import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { createLineValidator } from '../../pipeline/connect/validate-lines.ts';
import type { BrokerAccount } from '../../pipeline/connectors/kind.ts';
import { type ConnectorReader, readerLimits } from '../../pipeline/connectors/read-connection.ts';
import { requireSecretKeys, seal } from '../../pipeline/connectors/seal.ts';
import { syncConnections } from '../../pipeline/connectors/sync.ts';
import { tradelocker } from '../../pipeline/connectors/tradelocker/tradelocker.ts';
import { openDeliveries } from '../../pipeline/deliveries/open.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { recordAccounts } from '../../pipeline/registry/broker-accounts.ts';
import { addConnection } from '../../pipeline/registry/broker-connections.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import {
  roundTrip,
  startTradelocker,
  type TradelockerDouble,
} from '../pipeline/connectors/tradelocker-server.ts';
import { hundredths, whole } from './figures.ts';
import type { BenchSettings } from './settings.ts';

/** Number of connections of each owner. */
const ofOwner = 50;

/** Minutes from one turn of the schedule to the next. */
const minutes = 15;

const goal = { lateness: '900 s (p99)', history: '600 s at 1 request a second' };

/**
 * Prints how late accounts are read on the schedule while 5 % of all connections fail or hang. Then
 * prints how long the first read of a long history takes.
 */
export async function connectors(settings: BenchSettings): Promise<void> {
  const { dir, accounts, trades, keep, print } = settings;
  const folder = join(dir, 'connectors');
  rmSync(folder, { recursive: true, force: true });
  try {
    await onSchedule(join(folder, 'schedule'), accounts?.[0] ?? 1000, print);
    await longHistory(join(folder, 'history'), trades?.[0] ?? 100_000, print);
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly registry: Registry;
  readonly double: TradelockerDouble;
  readonly reader: ConnectorReader;
  /** Times at which accounts were read, in milliseconds since the turn began. */
  readonly read: number[];
  /** Reason for each connection that could not be read since the turn began. */
  readonly faults: string[];
  now: Date;
  begin(): void;
}

async function withBench(folder: string, work: (bench: Bench) => Promise<void>): Promise<void> {
  const dataDir = dataDirectory(folder);
  const state = { now: new Date() };
  const clock = () => state.now;
  const registry = await openRegistry({ dataDir, clock });
  const deliveries = await openDeliveries({ path: dataDir.inbox.database }, clock);
  const validator = createLineValidator();
  const double = await startTradelocker(clock);
  double.knobs.isPersonal = true;
  let begun = 0;
  const read: number[] = [];
  const faults: string[] = [];
  const reader: ConnectorReader = {
    ...{ registry, deliveries, validator, kinds: [tradelocker] },
    keys: requireSecretKeys({ secretKey: randomBytes(32).toString('base64'), secretKeyOld: null }),
    settings: { ctraderClientId: null, ctraderClientSecret: null, metaapiToken: null },
    log: {
      info: () => void read.push(performance.now() - begun),
      warn: (_, fields) => void faults.push(String(fields?.code ?? fields?.fault)),
    },
    stop: new AbortController().signal,
    limits: readerLimits,
    addressOf: () => double.address,
  };
  try {
    await work(
      Object.assign(state, {
        ...{ registry, double, reader, read, faults },
        begin() {
          begun = performance.now();
          read.length = 0;
          faults.length = 0;
        },
      }),
    );
  } finally {
    await double.stop();
    await validator.close();
    await deliveries.close();
    await registry.close();
  }
}

const numberOf = (at: number): string => String(700_000 + at);

/** Adds owners with connections. Each connection records one account. */
async function connectAll({ registry, reader }: Bench, count: number): Promise<void> {
  const ownerOf = (at: number) => `owner-${Math.floor(at / ofOwner)}`;
  const all = Array.from({ length: count }, (_, at) => at);
  const owners = [...new Set(all.map(ownerOf))];
  await applyRegistry(registry, {
    owners: owners.map((slug) => ({ slug, name: slug, plan: 'ultra' })),
    accounts: all.map((at) => ({
      ...{ slug: `account-${at}`, type: 'account', owner: ownerOf(at), name: `Account ${at}` },
      account_id: `TradeLocker:${numberOf(at)}@MEADOW`,
    })),
  });
  for (const at of all) {
    const [owner, number] = [ownerOf(at), numberOf(at)];
    const account: BrokerAccount = {
      ...{ id: number, platform: 'TradeLocker', number, server: 'MEADOW', name: number },
      ...{ currency: 'USD', isDemo: true },
    };
    const secret = {
      ...{ email: `${number}@example.com`, password: 'correct horse', server: 'MEADOW' },
    };
    const kind = { kind: 'tradelocker', environment: 'demo' };
    const shown = [{ id: number, details: JSON.stringify(account) }];
    const added = { ...kind, label: 'Bench', accounts: shown };
    const sealed = (id: string) => seal(reader.keys, { id, owner, ...kind }, secret);
    const id = await addConnection(registry, owner, added, sealed, 'bench');
    await recordAccounts(registry, owner, id, new Map([[number, `account-${at}`]]), 'bench');
  }
}

/** Reads many accounts in several turns. From the third turn on, 5 % of them fail or hang. */
async function onSchedule(
  folder: string,
  count: number,
  print: BenchSettings['print'],
): Promise<void> {
  await withBench(folder, async (bench) => {
    const { double, reader, read, faults } = bench;
    double.accounts.splice(0);
    const today = bench.now.getTime();
    for (let at = 0; at < count; at += 1) {
      const orders = Array.from({ length: 5 }, (_, trip) =>
        roundTrip(today - (9 - trip) * 86_400_000, today - (8.5 - trip) * 86_400_000, 1),
      ).flat();
      double.accounts.push({
        ...{ id: numberOf(at), accNum: String(at + 1), currency: 'USD', balance: '10005.00' },
        ...{ orders, resting: [], positions: [] },
      });
    }
    await connectAll(bench, count);
    print(
      `${whole(count)} accounts every ${minutes} minutes, requests end after ${readerLimits.requestMilliseconds / 1000} s`,
    );
    print(`| turn | read | failed | p50, s | p99, s | all, s | CPU, s | goal |`);
    const turn = async (name: string): Promise<void> => {
      bench.begin();
      const begun = performance.now();
      const before = process.cpuUsage();
      await syncConnections(reader);
      const { user, system } = process.cpuUsage(before);
      const cpu = hundredths((user + system) / 1_000_000);
      const late = read.toSorted((first, second) => first - second);
      const at = (share: number) =>
        hundredths((late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0) / 1000);
      const all = hundredths((performance.now() - begun) / 1000);
      print(
        `| ${name} | ${whole(read.length)} | ${countsOf(faults)} | ${at(0.5)} | ${at(0.99)} | ${all} | ${cpu} | ${goal.lateness} |`,
      );
      bench.now = new Date(bench.now.getTime() + minutes * 60_000);
    };
    await turn('first read');
    await turn('all well');
    const failing = Math.max(2, Math.floor(count / 20));
    const some = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) =>
        numberOf(Math.floor(((from + at) * count) / failing)),
      );
    const half = Math.floor(failing / 2);
    double.knobs.hang = new RegExp(`accounts/(${some(0, half).join('|')})/`);
    double.knobs.status = {
      path: new RegExp(`accounts/(${some(half, failing).join('|')})/`),
      code: 500,
    };
    await turn('5 % begin to fail or hang');
    await turn('5 % fail or hang');
    await turn('5 % fail or hang');
  });
}

/** Counts equal causes, such as `8 unavailable`. */
function countsOf(faults: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const fault of faults) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  return [...counts].map(([fault, count]) => `${whole(count)} ${fault}`).join(', ') || '0';
}

/** Reads an account with a long history for the first time. */
async function longHistory(
  folder: string,
  trips: number,
  print: BenchSettings['print'],
): Promise<void> {
  await withBench(folder, async (bench) => {
    const { double, reader } = bench;
    const [account] = double.accounts;
    if (account === undefined) throw new Error('the double has no account');
    Object.assign(account, { id: numberOf(0), balance: `${10_000 + trips}.00` });
    const today = bench.now.getTime();
    const apart = (4 * 365 * 86_400_000) / trips;
    account.orders = Array.from({ length: trips }, (_, at) =>
      roundTrip(
        Math.floor(today - (trips - at) * apart - 60_000),
        Math.floor(today - (trips - at) * apart),
        1,
      ),
    ).flat();
    await connectAll(bench, 1);
    const begun = performance.now();
    // One turn has too little time, so the next one goes on.
    let turns = 0;
    for (let isRead = false; !isRead && turns < 20; turns += 1) {
      isRead = (await syncConnections(reader)).read === 1;
    }
    const seconds = (performance.now() - begun) / 1000;
    const requests = double.requests.filter((path) => path.includes('ordersHistory')).length;
    const megabytes = process.resourceUsage().maxRSS / 1024;
    print(
      `${whole(2 * trips)} orders in answers of ${double.knobs.rows}: ${hundredths(seconds)} s, ${whole(requests)} requests of the history (goal: ${goal.history}), ${turns} turns, peak ${whole(megabytes)} MB`,
    );
  });
}
