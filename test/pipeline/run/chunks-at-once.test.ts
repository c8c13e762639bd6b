import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { fieldsOf } from '../../support/fields.ts';
import { program } from '../../support/program.ts';
import {
  account,
  asOf,
  type Desk,
  idOf,
  preparedDesk,
  registeredAccount,
  registeredPortfolio,
  tamper,
  trade,
  withDesk,
} from '../desk.ts';

const atOnce = suite('chunks computed at once');

const names = ['a', 'b', 'c'];
/** One subject a chunk, two chunks at once. */
const two = { chunkTrades: 1, threads: 2 } as const;

/**
 * Accounts and portfolios of each chunk that begins, by number of threads. Two at once begin both
 * portfolios, and then the one that is left.
 */
const begun: Readonly<Record<number, readonly number[]>> = {
  1: [3, 1],
  2: [3, 2, 1],
  3: [3, 2, 1],
  8: [3, 2, 1],
};

/** Writes three accounts and two portfolios. */
function writeThree(desk: Desk): void {
  desk.write(
    'accounts.csv',
    names.map((name) => account(name)),
  );
  desk.write(
    'trades.csv',
    names.flatMap((name, at) => [
      trade(name, 2 * at),
      trade(name, 2 * at + 1, { profit: 7 * at - 20, closed_at: `2024-06-0${at + 4}T10:00:00Z` }),
    ]),
  );
  desk.registered.push(...names.map((name) => registeredAccount(name)));
  desk.registered.push(registeredPortfolio('first', ['a', 'b']));
  desk.registered.push(registeredPortfolio('last', ['b', 'c']));
}

const withThree = preparedDesk((desk) => {
  writeThree(desk);
  return desk.run();
});

/** Returns the hashes of all published files by path. */
function published({ dataDir }: Desk): Record<string, string> {
  const files = readdirSync(dataDir.snapshots, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(
    paths
      .sort()
      .map((path) => [
        relative(dataDir.snapshots, path),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );
}

const isWhole = async ({ dataDir }: Desk) => {
  const { faults, behind } = await verifySnapshot(dataDir, {});
  assert.equal([faults, behind], [[], null]);
};

atOnce('share a small limit of memory, and are published as if computed one by one', async () => {
  const filesBy = async (threads: number, memoryLimit = '150MB') => {
    let files: Record<string, string> = {};
    await withDesk(async (desk) => {
      writeThree(desk);
      // Too many digits: the account is withheld, and its portfolio with it.
      desk.write('trades-2.csv', [trade('a', 100, { profit: '100000000.12345678' })]);
      const chunks: unknown[] = [];
      const debug = (message: string, { accounts }: { accounts?: number } = {}) => {
        if (message === 'computing') chunks.push(accounts);
      };
      const { heldBack, accountsComputed } = await desk.run({
        threads,
        chunkTrades: 7,
        memoryLimit,
        log: { ...silentLog, debug },
      });
      assert.equal(chunks, begun[threads]);
      assert.equal(fieldsOf(heldBack, 'id', 'check'), [
        [idOf('a'), 'amounts_are_exact'],
        ['portfolio:first', 'member_held_back'],
      ]);
      assert.is(accountsComputed, 3);
      await isWhole(desk);
      files = published(desk);
    });
    return files;
  };
  const alone = await filesBy(1);
  assert.equal(await filesBy(2), alone);
  process.env.UV_THREADPOOL_SIZE = '8';
  try {
    for (const threads of [3, 8]) assert.equal(await filesBy(threads, '1GB'), alone);
  } finally {
    delete process.env.UV_THREADPOOL_SIZE;
  }
});

/** Calls `work` when the chunk with this number begins. */
const onChunk = (wanted: number, work: () => void) => ({
  ...silentLog,
  debug(message: string, fields: object = {}) {
    if (message === 'computing' && 'chunk' in fields && fields.chunk === wanted) work();
  },
});

const runInChild = ({ dataDir, source, registered }: Desk, onDebug: string) =>
  spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { dataDirectory } from '${program('pipeline/base/data-directory.ts')}';
    import { runOnce } from '${program('pipeline/run/run.ts')}';
    const ignore = () => {};
    const now = new Date('${asOf.toISOString()}');
    await runOnce({
      dataDir: dataDirectory('${dataDir.path}'),
      sources: ['${source}'],
      registry: { accounts: async () => ${JSON.stringify(registered)} },
      asOf: now,
      clock: () => now,
      log: { error: ignore, warn: ignore, info: ignore, debug: ${onDebug} },
      ...${JSON.stringify(two)},
    });`,
  ]);

atOnce('publish nothing if one of them fails or the run is killed, and are computed again', () =>
  withThree(async (desk) => {
    const before = published(desk);
    desk.write(
      'trades-3.csv',
      ['a', 'b'].map((name) => trade(name, 200)),
    );
    const log = onChunk(2, () => {
      throw new Error('broke');
    });
    const fault = await desk.run({ ...two, log }).catch((error) => error);
    assert.is(fault.message, 'broke', 'not that the other was interrupted');
    assert.equal(published(desk), before);
    const { signal } = runInChild(
      desk,
      `(message, { chunk } = {}) => {
        if (message === 'computing' && chunk === 3) process.kill(process.pid, 'SIGKILL');
      }`,
    );
    assert.is(signal, 'SIGKILL');
    const { accountsComputed } = await desk.run();
    assert.is(accountsComputed, 4);
    const trades = ['a', 'b', 'c'].map((name) => desk.part(idOf(name), 'advanced').total_trades);
    assert.equal(trades, [3, 3, 2]);
    assert.is(desk.part('portfolio:last', 'advanced').total_trades, 5);
    await isWhole(desk);
  }),
);

atOnce('withhold a portfolio with its member, although they are computed at once', () =>
  withThree(async (desk) => {
    // Neither the account nor its portfolio can be computed with such a result.
    await tamper(
      desk.dataDir.working,
      `update trades set profit = 99999999999999999999 where account_id = '${idOf('c')}';
       update computed set input = null
        where subject_id in ('${idOf('c')}', 'portfolio:last')`,
    );
    const { heldBack } = await desk.run({ ...two, sources: [] });
    assert.equal(fieldsOf(heldBack, 'id', 'check'), [
      [idOf('c'), 'amounts_are_exact'],
      ['portfolio:last', 'member_held_back'],
    ]);
    await isWhole(desk);
  }),
);

atOnce.run();
