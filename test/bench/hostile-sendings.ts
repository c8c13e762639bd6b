import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { silentLog } from '../../pipeline/base/log.ts';
import { createReceiver } from '../../pipeline/connect/receiver.ts';
import { hundredths, whole } from './figures.ts';
import { tradesBody } from './sent-trades.ts';
import type { BenchSettings } from './settings.ts';

const hostileBodies = 6;
const membersOfRow = 2_000_000;
const rowsOfBody = 100_000;
const quietSendings = 100;
/**
 * Milliseconds from one sending to the next. A sending doesn't wait for the answer to the one
 * before.
 */
const everyMilliseconds = 25;

const kinds: readonly (readonly [string, (number: number) => Buffer])[] = [
  [`bodies of one row of ${whole(membersOfRow)} members`, hugeRow],
  [`bodies of ${whole(rowsOfBody)} rows`, (number) => tradesBody(1000 + number, rowsOfBody)],
];

/** Prints how long another owner's one-row bodies take while six large bodies are received. */
export async function besideHostile(
  folder: string,
  told: Pick<BenchSettings, 'print' | 'note'>,
): Promise<void> {
  const { print } = told;
  print(`sendings of one row, one every ${everyMilliseconds} ms, next to ${hostileBodies} at once`);
  print('| beside | for s | sendings | median, ms | p99, ms | longest, ms |');
  for (const [kind, bodyOf] of kinds) await beside(folder, kind, bodyOf, told);
}

async function beside(
  folder: string,
  kind: string,
  bodyOf: (number: number) => Buffer,
  { print, note }: Pick<BenchSettings, 'print' | 'note'>,
): Promise<void> {
  const receiver = createReceiver({ path: join(folder, kind, 'inbox.db') }, silentLog);
  let sent = 0;
  const sendOne = async (): Promise<number> => {
    const begin = performance.now();
    sent += 1;
    const outcome = await receiver.receive({
      bytes: tradesBody(sent, 1),
      type: 'application/json',
      isGzip: false,
      keyId: 'key-quiet',
      accountId: 'MT5:1@Quiet',
      owner: 'quiet',
      plan: 'free',
      idempotencyKey: null,
    });
    if (!('receipt' in outcome)) throw new Error(outcome.detail);
    return performance.now() - begin;
  };
  const sendWhile = async (isOn: () => boolean): Promise<number[]> => {
    const all: Promise<number>[] = [];
    while (all.length < quietSendings || isOn()) {
      all.push(sendOne());
      await wait(everyMilliseconds);
    }
    return Promise.all(all);
  };
  try {
    const bodies = Array.from({ length: hostileBodies }, (_, at) => gzipSync(bodyOf(at)));
    await sendOne();
    if (kind === kinds[0]?.[0]) print(`| nothing | ${figures(await sendWhile(() => false))} |`);
    let underWay = bodies.length;
    const begin = performance.now();
    let seconds = 0;
    const hostile = bodies.map(async (bytes, at) => {
      await receiver.receive({
        bytes,
        type: 'application/json',
        isGzip: true,
        idempotencyKey: null,
        keyId: `key-${at}`,
        accountId: `MT5:${at}@Hostile`,
        owner: `hostile-${at}`,
        plan: 'free',
      });
      underWay -= 1;
      seconds = (performance.now() - begin) / 1000;
    });
    const milliseconds = await sendWhile(() => underWay > 0);
    await Promise.all(hostile);
    print(`| ${kind} | ${figures(milliseconds, seconds)} |`);
    note(
      `a small body next to ${hostileBodies}: ${kind}`,
      `median, p99, longest: ${sharesOf(milliseconds).map(hundredths).join(', ')} ms`,
    );
  } finally {
    await receiver.close();
  }
}

function figures(milliseconds: readonly number[], seconds = 0): string {
  const shares = sharesOf(milliseconds).map(hundredths);
  return [hundredths(seconds), whole(milliseconds.length), ...shares].join(' | ');
}

/** Median, p99 and longest. */
function sharesOf(milliseconds: readonly number[]): number[] {
  const sorted = milliseconds.toSorted((first, second) => first - second);
  return [0.5, 0.99, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}

/** Makes a body of one trade with two million unknown members; about 5 MB when compressed. */
function hugeRow(number: number): Buffer {
  const members = Array.from({ length: membersOfRow }, (_, at) => `"${number}${at}":1`);
  return Buffer.from(`{"trades":[{${members.join(',')}}]}`);
}
