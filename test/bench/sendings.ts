import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Receiving, receiveInto, receiveLocally } from '../../pipeline/connect/receive.ts';
import { openPostgres } from '../../pipeline/deliveries/postgres.ts';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { dealsOfOne } from './deals-of-one.ts';
import { hundredths, median, whole } from './figures.ts';
import { besideHostile } from './hostile-sendings.ts';
import { tradesBody } from './sent-trades.ts';
import type { BenchSettings } from './settings.ts';
import { terminals } from './terminals/terminals.ts';

const tradesEach = 10;
const senders = 100;
const atOnce = [1, 8, 32];
const sendings = 1000;
/** Number of deals of the one account that are in the inbox at once. */
const dealsOfAll = 2_000_000;
/** Number of rounds of `count` sendings between the first measurement and the last. */
const growth = 20;

/**
 * Prints how many bodies a second one machine receives, and one of several machines that share a
 * store. Also measures it after many bodies, and while others send large ones. Then measures the
 * memory of a run with very many deals of one account. With numbers of accounts, it simulates as
 * many terminals instead.
 */
export async function sendingIn(settings: BenchSettings): Promise<void> {
  const { dir, rounds, trades, accounts, keep, print, note } = settings;
  if (accounts !== undefined) {
    for (const count of accounts) await terminals(settings, count);
    return;
  }
  const count = Math.ceil((trades?.[0] ?? sendings * tradesEach) / tradesEach);
  const database = await startPostgres();
  if (database === null) throw new Error('PostgreSQL is not installed');
  const folder = join(dir, 'sendings');
  rmSync(folder, { recursive: true, force: true });
  const alone = await receiveLocally(join(folder, 'inbox', 'inbox.db'));
  const shared = receiveInto(await openPostgres(database.url));
  let sent = 0;
  const rate = async (receiving: Receiving, workers: number): Promise<number> => {
    const begin = performance.now();
    const from = sent;
    sent += count;
    await receiveAll(receiving, from, count, workers);
    return count / ((performance.now() - begin) / 1000);
  };
  const rates = async (workers: number) => {
    const all: [number, number][] = [];
    for (let round = 0; round < rounds; round += 1) {
      all.push([await rate(alone, workers), await rate(shared, workers)]);
    }
    return [median(all.map(([one]) => one)), median(all.map(([, other]) => other))] as const;
  };
  try {
    await besideHostile(folder, settings);
    await dealsOfOne(settings, trades?.[0] ?? dealsOfAll);
    await rate(alone, 8);
    await rate(shared, 8);
    print(`${whole(count)} sendings of ${tradesEach} trades, median of ${rounds}`);
    print('| at once | one machine, a second | several, a second | ratio |');
    for (const workers of atOnce) {
      const [one, several] = await rates(workers);
      print(`| ${workers} | ${whole(one)} | ${whole(several)} | ${hundredths(several / one)} |`);
      note(
        `${workers} bodies of ${tradesEach} trades at once`,
        `${whole(one)} a second, several machines ${whole(several)}`,
      );
    }
    const first = await rates(8);
    for (let part = 0; part < growth; part += 1) {
      await rate(alone, 32);
      await rate(shared, 32);
    }
    const last = await rates(8);
    const slower = first.map((before, at) => hundredths(before / (last[at] ?? 0)));
    print(`after ${whole(sent)} sendings: ${slower[0]}x and ${slower[1]}x the time of a sending`);
  } finally {
    await alone.close();
    await shared.close();
    await database.stop();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

async function receiveAll(
  receiving: Receiving,
  from: number,
  count: number,
  workers: number,
): Promise<void> {
  let next = from;
  const work = async (): Promise<void> => {
    while (next < from + count) {
      const number = next++;
      const sender = number % senders;
      const outcome = await receiving.receive({
        bytes: tradesBody(number, tradesEach),
        type: 'application/json',
        isGzip: false,
        keyId: `key-${sender}`,
        accountId: `MT5:${sender}@Bench`,
        owner: 'north',
        plan: 'ultra',
        idempotencyKey: null,
      });
      if (!('receipt' in outcome)) throw new Error(outcome.detail);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}
