import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import { partsOf } from '../server/facts.ts';
import { tradeRows } from '../server/rows.ts';
import { facts, northId, publishFacts } from '../server/world.ts';

export interface Answered {
  readonly status: number;
  readonly body: string;
}

export interface SwitchOptions {
  readonly dataDir: DataDirectory;
  readonly switches: number;
  readonly millisecondsBetween: number;
  readonly clients: number;
  readonly asked: readonly Kind[];
  /** Sends a request whose answer tells its version. */
  ask(kind: Kind): Promise<Answered>;
  /** Called after each publication. */
  published(): Promise<void>;
}

export interface SwitchReport {
  readonly requests: number;
  /** Versions that were seen in an answer. */
  readonly versions: number;
  /** First answers that were no 200, or mixed two versions. */
  readonly faults: readonly string[];
  readonly p99Milliseconds: number;
}

/** Requests, each with a way to find the versions in its answer. */
export const kinds = {
  account: {
    url: '/api/v1/accounts/north-eurusd?include=equity_curve,twr',
    versionsIn(body: string): number[] {
      const { balance, equity, twr, performance } = JSON.parse(body);
      return [
        balance / 1000,
        equity / 1001,
        twr.twr_trade_by_trade[1] / 10,
        performance.twr_percent / 10,
      ];
    },
  },
  trades: {
    url: '/api/v1/accounts/north-eurusd/trades?page=2',
    versionsIn(body: string): number[] {
      const { data, pagination } = JSON.parse(body);
      const seeds = data.map(({ ticket }: { ticket: string }) => Number(ticket.split('-')[0]));
      return [...seeds, pagination.total - rowsBefore];
    },
  },
  file: {
    url: '/api/v1/accounts/north-eurusd/trades.csv',
    versionsIn(body: string): number[] {
      const rows = body.trim().split('\r\n').slice(1);
      return [...rows.map((row) => Number(row.split('-')[0])), rows.length - rowsBefore];
    },
  },
} as const;

export type Kind = keyof typeof kinds;

const rowsBefore = 60;
const maxFaults = 10;

/** Publishes versions one after the other while clients ask. Checks that no answer mixes two. */
export async function switchUnderLoad(options: SwitchOptions): Promise<SwitchReport> {
  const { dataDir, switches, clients, ask } = options;
  const took: number[] = [];
  const seen = new Set<number>();
  const faults: string[] = [];
  await publishNumbered(dataDir, 1);
  await options.published();
  let isOver = false;
  const client = async (_: unknown, number: number): Promise<void> => {
    const kind = options.asked[number % options.asked.length] ?? 'account';
    while (!isOver && faults.length < maxFaults) {
      // An answer from `inject` doesn't wait for the event loop, so the publisher would never get a
      // turn.
      await nextTurn();
      const begin = performance.now();
      const { status, body } = await ask(kind);
      took.push(performance.now() - begin);
      const versions = status === 200 ? new Set(kinds[kind].versionsIn(body)) : new Set([0, 1]);
      if (versions.size > 1) faults.push(`${status}: versions ${[...versions]}`);
      else for (const version of versions) seen.add(version);
    }
  };
  const working = Promise.all(Array.from({ length: clients }, client));
  for (let number = 2; number <= switches + 1; number += 1) {
    await pause(options.millisecondsBetween);
    await publishNumbered(dataDir, number);
    await options.published();
  }
  await pause(options.millisecondsBetween);
  isOver = true;
  await working;
  took.sort((first, second) => first - second);
  const p99Milliseconds = took[Math.floor(took.length * 0.99)] ?? Number.NaN;
  return { requests: took.length, versions: seen.size, faults, p99Milliseconds };
}

/** Makes a version in which every value tells the number of the version. */
async function publishNumbered(dataDir: DataDirectory, number: number): Promise<void> {
  const lists = { trades: tradeRows(rowsBefore + number, { seed: number }), positions: [] };
  await publishFacts(dataDir, { ...facts, [northId]: { parts: partsOf(number), lists } });
}
