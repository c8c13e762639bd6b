import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { receiveLocally } from '../../pipeline/connect/receive.ts';
import { openSqlite } from '../../pipeline/deliveries/sqlite.ts';
import { takePending } from '../../pipeline/deliveries/take-pending.ts';
import { openDatabase, writeTexts } from '../../pipeline/duckdb/database.ts';
import { readSql } from '../../pipeline/duckdb/sql-files.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { apart } from './apart.ts';
import { hundredths, whole } from './figures.ts';
import type { BenchSettings } from './settings.ts';

/** Number of deals in a body: about 1 MB when compressed. */
const dealsEach = 100_000;
const otherAccounts = 9;
/** Peak memory of the process that runs, in megabytes. */
const heap = 1024;

const idOf = (number: number): string => `MT5:${number}@Bench`;
const slugOf = (number: number): string => `account-${number}`;

/** Content of an inbox: many deals of account 1, and one trade of each other account. */
export interface InboxWorld {
  readonly dataDir: DataDirectory;
  readonly deals: number;
}

/**
 * Prints the peak memory of a run with a heap of 1 GB that loads the deals of one account, all in
 * the inbox. Also prints the peak of a run that reads the same trades from a file. Throws if any
 * other account isn't published.
 */
export async function dealsOfOne(
  { dir, keep, memoryLimits, print, note }: BenchSettings,
  deals: number,
): Promise<void> {
  const folder = join(dir, 'deals-of-one');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const memoryLimit = memoryLimits.at(-1) ?? memoryLimits[0];
  const registryFile = join(folder, 'registry.json');
  writeFileSync(registryFile, JSON.stringify(registryOf()));
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  try {
    const sent = dataDirectory(join(folder, 'sent'));
    await apart('registerAll', { dataDir: sent, registryFile });
    await apart('fillInbox', { dataDir: sent, deals });
    const options = { accounts: 1 + otherAccounts, memoryLimit };
    const { full } = await apart('runsOf', { ...options, dataDir: sent, sourceDir: empty }, heap);
    const version = currentVersion(sent) ?? '';
    const entries = openSnapshot(sent, version);
    const published = new Set([...entries.identities()].map(({ id }) => id));
    entries.close();
    const missing = numbers().filter((number) => !published.has(idOf(number)));
    if (missing.length > 0) throw new Error(`not published: ${missing.map(idOf).join(', ')}`);
    const file = dataDirectory(join(folder, 'file'));
    await apart('registerAll', { dataDir: file, registryFile });
    const reference = await apart(
      'runsOf',
      { ...options, dataDir: file, sourceDir: await asFiles(sent, join(folder, 'rows')) },
      heap,
    );
    print(
      `a run over ${whole(deals)} deals of one account, heap ${whole(heap)} MB, ${otherAccounts} others published`,
    );
    print('| | seconds | peak MB |');
    for (const [name, { seconds, peakMegabytes }] of [
      ['sent in', full],
      ['the same trades from files', reference.full],
    ] as const) {
      print(`| ${name} | ${hundredths(seconds)} | ${whole(peakMegabytes)} |`);
      note(
        `${whole(deals)} deals of one account, ${name}`,
        `${hundredths(seconds)} s, ${whole(peakMegabytes)} MB`,
      );
    }
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

const numbers = (): number[] => Array.from({ length: 1 + otherAccounts }, (_, at) => at + 1);

const registryOf = () => ({
  owners: numbers().map((number) => ({ slug: `owner-${number}`, name: `Owner ${number}` })),
  accounts: numbers().map((number) => ({
    slug: slugOf(number),
    type: 'account',
    account_id: idOf(number),
    name: slugOf(number),
    owner: `owner-${number}`,
    published: true,
  })),
});

/** Writes the same trades as source files. */
async function asFiles({ inbox }: DataDirectory, target: string): Promise<string> {
  const database = await openSqlite(inbox.database);
  const home = await openDatabase(':memory:', { threads: 1 });
  await home.run(readSql('raw/terminals'));
  const options = { database, folder: target, log: { warn: () => {} } };
  const nothing = { source: '', number: 0, accounts: new Map<string, number>() };
  const taken = await takePending(options, home, nothing, async () => new Set());
  mkdirSync(target, { recursive: true });
  for (const { table, relation } of taken.lines) {
    await writeTexts(home, `select line from ${relation}`, join(target, `${table}.ndjson`));
  }
  await taken.close();
  home.close();
  await database.close();
  return target;
}

/** Sends the deals in compressed bodies, as Expert Advisors do. */
export async function fillInbox({ dataDir, deals }: InboxWorld): Promise<null> {
  const receiving = await receiveLocally(dataDir.inbox.database);
  const send = async (number: number, body: object): Promise<void> => {
    const outcome = await receiving.receive({
      bytes: gzipSync(JSON.stringify(body)),
      type: 'application/json',
      isGzip: true,
      keyId: `key-${number}`,
      accountId: idOf(number),
      idempotencyKey: null,
      owner: `owner-${number}`,
      plan: 'ultra',
    });
    if (!('receipt' in outcome)) throw new Error(outcome.detail);
  };
  try {
    for (let from = 0; from < deals; from += dealsEach) {
      const count = Math.min(dealsEach, deals - from);
      await send(1, { account: accountOf(1, deals), deals: dealsFrom(from, count) });
    }
    for (const number of numbers().slice(1)) {
      await send(number, { account: accountOf(number, 3), deals: dealsFrom(0, 3) });
    }
  } finally {
    await receiving.close();
  }
  return null;
}

function accountOf(number: number, listed: number) {
  const gmt_time = Math.floor(Date.now() / 1000);
  return {
    platform: 'MT5',
    number,
    server: 'Bench',
    broker: 'Bench',
    currency: 'USD',
    leverage: 100,
    demo: true,
    balance: 10_000,
    gmt_time,
    server_time: gmt_time + 7200,
    deals_total: listed,
  };
}

/** 1 January 2024, in seconds. */
const first = 1_704_067_200;

/** Yields a deposit, then positions that are each opened and closed a minute later. */
const dealsFrom = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, at) => {
    const number = from + at;
    const times = { ticket: number + 1, time: first + number * 30 };
    const costs = { swap: 0, fee: 0, magic: 7, comment: 'grid level' };
    if (number === 0) {
      return {
        ...times,
        ...costs,
        position: 0,
        type: 2,
        entry: 0,
        symbol: '',
        volume: 0,
        price: 0,
        profit: 10_000,
        commission: 0,
      };
    }
    const entry = (number - 1) % 2;
    return {
      ...times,
      ...costs,
      position: number - entry + 1_000_000,
      type: entry,
      entry,
      symbol: 'EURUSD',
      volume: 0.1,
      price: 1.1 + (number % 100) / 1e4,
      profit: entry === 1 ? (number % 7) - 3 : 0,
      commission: -0.4,
    };
  });
