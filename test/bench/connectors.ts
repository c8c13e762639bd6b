import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { readerLimits } from '../../pipeline/connectors/reader.ts';
import { syncConnections } from '../../pipeline/connectors/sync.ts';
import { apart } from './apart.ts';
import { numberOf } from './brokers/kinds.ts';
import { benchKinds, withBroker } from './brokers/world.ts';
import { hundredths, whole } from './figures.ts';
import type { BenchSettings } from './settings.ts';

type Kind = (typeof benchKinds)[number];
type Told = Pick<BenchSettings, 'print' | 'note'>;

/** Minutes from one turn of the schedule to the next. */
const minutes = 15;

/** Most turns in which all accounts must have been read for the first time. */
const firstTurns = 10;

const goal = { lateness: '900 s (p99)', history: '600 s' };

/**
 * Prints for each kind how late accounts are read on the schedule while 5 % of all connections fail
 * or hang. Then prints how long the first read of a long history takes.
 */
export async function connectors(settings: BenchSettings): Promise<void> {
  const { dir, accounts, trades, kinds = benchKinds, keep } = settings;
  const folder = join(dir, 'connectors');
  rmSync(folder, { recursive: true, force: true });
  try {
    for (const name of kinds) {
      const kind = benchKinds.find((known) => known === name);
      if (kind === undefined) throw new Error(`no kind ${name}: there are ${benchKinds}`);
      // Naming one of the sizes measures that part alone.
      if (accounts !== undefined || trades === undefined) {
        await onSchedule(join(folder, kind), kind, accounts?.[0] ?? 1000, settings);
      }
      if (trades !== undefined || accounts === undefined) {
        const trips = trades?.[0] ?? 100_000;
        await longHistory(join(folder, `${kind}-history`), kind, trips, settings);
      }
    }
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Reads many accounts in several turns. First reads come before, without the broker's rate limits.
 * From the second turn on, 5 % of the accounts fail or hang.
 */
async function onSchedule(
  folder: string,
  kind: Kind,
  count: number,
  { print, note }: Told,
): Promise<void> {
  const size = { accounts: count, trips: 5, days: 9 };
  await withBroker(folder, kind, size, async (bench) => {
    const { broker, unlimited, read, known, faults } = bench;
    const seconds = readerLimits.requestMilliseconds / 1000;
    print(
      `${kind}: ${whole(count)} accounts every ${minutes} minutes, requests end after ${seconds} s`,
    );
    print(
      `| turn | read | failed | p50, s | p99, s | all, s | CPU, s | requests of histories | load | goal |`,
    );
    const turn = async (name: string, reader = bench.reader): Promise<void> => {
      bench.begin();
      const begun = performance.now();
      const before = process.cpuUsage();
      const requestsBefore = await broker.historyRequests();
      await syncConnections(reader);
      const { user, system } = process.cpuUsage(before);
      const late = read.toSorted((first, second) => first - second);
      const at = (share: number) =>
        hundredths((late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0) / 1000);
      const cells = [
        ...[name, whole(read.length), countsOf(faults), at(0.5), at(0.99)],
        hundredths((performance.now() - begun) / 1000),
        hundredths((user + system) / 1_000_000),
        whole((await broker.historyRequests()) - requestsBefore),
        ...[hundredths(loadavg()[0] ?? 0), goal.lateness],
      ];
      print(`| ${cells.join(' | ')} |`);
      note(
        `${kind}: ${whole(count)} accounts, ${name}`,
        `${whole(read.length)} read, median ${at(0.5)} s, p99 ${at(0.99)} s`,
        goal.lateness,
      );
      bench.now = new Date(bench.now.getTime() + minutes * 60_000);
    };
    for (let number = 1; known.size < count && number <= firstTurns; number += 1) {
      await turn(`first read ${number}, no limits`, unlimited);
    }
    await broker.limit();
    await turn('all well');
    const failing = Math.max(2, Math.floor(count / 20));
    const some = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) =>
        numberOf(Math.floor(((from + at) * count) / failing)),
      );
    const half = Math.floor(failing / 2);
    await broker.misbehave(some(0, half), some(half, failing));
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

async function longHistory(
  folder: string,
  kind: Kind,
  trips: number,
  { print, note }: Told,
): Promise<void> {
  const { seconds, cpuSeconds, requests, turns, megabytesBefore, peakMegabytes } = await apart(
    'readLongHistory',
    { folder, kind, trips },
  );
  note(
    `${kind}: first read of ${whole(2 * trips)} deals`,
    `${hundredths(seconds)} s, ${hundredths(cpuSeconds)} CPU s, ${whole(peakMegabytes)} MB`,
    goal.history,
  );
  print(
    [
      `${kind}: ${whole(2 * trips)} deals: ${hundredths(seconds)} s (goal: ${goal.history})`,
      `${hundredths(cpuSeconds)} s of processor, ${turns} turns`,
      `${whole(requests)} requests of the history`,
      `peak ${whole(peakMegabytes)} MB, ${whole(megabytesBefore)} MB before, load ${hundredths(loadavg()[0] ?? 0)}`,
    ].join(', '),
  );
}
