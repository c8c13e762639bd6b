import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../../pipeline/base/log.ts';
import {
  chainId,
  chainLines,
  parseLink,
  textOfChain,
} from '../../../../pipeline/publish/snapshot/chain.ts';
import { currentVersion } from '../../../../pipeline/publish/snapshot/publish.ts';
import { readManifest } from '../../../../pipeline/publish/snapshot/reader.ts';
import { rollBack } from '../../../../pipeline/publish/snapshot/rollback.ts';
import { fetchChain } from '../../../../pipeline/publish/snapshot/shared-chain.ts';
import { verifyChain } from '../../../../pipeline/publish/snapshot/verify-chain.ts';
import { chainOf } from '../../../../pipeline/publish/store/chain-lines.ts';
import { oneMachine, severalMachines } from '../../../../pipeline/run/machines.ts';
import { type SharedDesk, withSharedDesk } from '../../commands/shared-desk.ts';
import { account, idOf, trade } from '../../desk.ts';
import { type TestDatabase, withPostgres } from '../../registry/postgres-server.ts';

const test = suite('the chain of several machines');

await withPostgres(test, declare);

function declare({ url }: TestDatabase): void {
  /** Publishes the result of some trades on a machine. `profit` changes the first of them. */
  const publish = async (
    { desk, shared }: SharedDesk,
    dataDir: DataDirectory,
    profit: number,
    options = {},
  ): Promise<string> => {
    desk.write('accounts.csv', [account('a')]);
    desk.write('trades.csv', [trade('a', 1, { profit }), trade('a', 2)]);
    const { version } = await desk.run({ dataDir, machines: severalMachines(shared), ...options });
    return version;
  };
  const versions = (dataDir: DataDirectory) =>
    chainLines(dataDir).map((line) => parseLink(line)?.version);
  const restated = (dataDir: DataDirectory) =>
    chainLines(dataDir).map((line) => Object.keys(parseLink(line)?.restated ?? {}));

  test('continues after a killed machine, on one with a chain of its own, on the first again, and after a rollback', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, machine } = world;
      const [one, two] = [desk.dataDir, machine('two')];
      await publish(world, two, 5, { machines: oneMachine });
      const ownChain = readFileSync(two.chain, 'utf8');
      const first = await publish(world, one, 10);
      const contents = [one.chain, one.current, one.serial].map(
        (path) => [path, readFileSync(path)] as const,
      );
      const second = await publish(world, one, 20);
      assert.equal(restated(one), [[], [chainId(idOf('a'))]]);
      const chain = readFileSync(one.chain, 'utf8');

      // The machine was killed right after the row had moved.
      for (const [path, bytes] of contents) writeFileSync(path, bytes);
      await desk.run({ machines: severalMachines(shared) });
      assert.equal([currentVersion(one), readFileSync(one.chain, 'utf8')], [second, chain]);

      // It is killed again, and another machine continues.
      for (const [path, bytes] of contents) writeFileSync(path, bytes);
      const warnings: unknown[] = [];
      const log = { ...silentLog, warn: (...said: unknown[]) => void warnings.push(said) };
      const third = await publish(world, two, 30, { rebuild: true, log });
      assert.is(readFileSync(`${two.chain}.own`, 'utf8'), ownChain);
      assert.ok(
        JSON.stringify(warnings).includes(
          '"the chain that all machines share replaces the one of this machine"',
        ),
      );
      assert.equal(versions(two), [first, second, third]);
      assert.ok(readFileSync(two.chain, 'utf8').startsWith(chain));
      assert.equal(restated(two), [[], [chainId(idOf('a'))], [chainId(idOf('a'))]]);
      assert.is(readManifest(two, third).sequence, 3);
      const { publications, faults } = verifyChain(two);
      assert.equal([publications, faults], [3, []]);
      assert.is(await shared.pointer.chain.count(), 3);

      const fourth = await publish(world, one, 40, { rebuild: true });
      assert.equal(versions(one), [first, second, third, fourth]);
      assert.equal(verifyChain(one).faults, []);
      assert.not(existsSync(`${one.chain}.own`), 'it had the beginning of the shared one');
      assert.is(desk.part(idOf('a'), 'restatements').restatements.length, 3);

      // After a rollback it continues with a number that no version had.
      await rollBack(one, null, severalMachines(shared));
      const fifth = await publish(world, two, 50);
      assert.is(readManifest(two, fifth).sequence, 5);
      assert.equal(versions(two), [first, second, third, fourth, third, fifth]);
      assert.equal(verifyChain(two).faults, [], 'the fourth was never there');
    }));

  test('of which a machine has the beginning, only what it lacks is fetched', () =>
    withSharedDesk(url, async ({ shared: { pointer }, machine }) => {
      const lines = ['one', 'two', 'three'];
      const asked: number[] = [];
      const shared = {
        ...pointer.chain,
        count: async () => 3,
        async linesAfter(count: number) {
          asked.push(count);
          return lines.slice(count);
        },
      };
      const { chain } = machine('two');
      const bring = async (local: string) => {
        writeFileSync(chain, local);
        await fetchChain(shared, machine('two'), silentLog);
        return readFileSync(chain, 'utf8');
      };
      mkdirSync(machine('two').snapshots, { recursive: true });
      assert.is(await bring('one\ntw'), textOfChain(lines));
      assert.is(await bring(textOfChain(lines)), textOfChain(lines));
      assert.is(await bring('one\ntwo\nthree\nfour\n'), 'one\ntwo\nthree\nfour\n');
      assert.equal(asked, [0, 2, 2], 'from the last line that both have');
      assert.not(existsSync(`${chain}.own`));
      assert.is(await bring('other\n'), textOfChain(lines));
      assert.is(readFileSync(`${chain}.own`, 'utf8'), 'other\n');
    }));

  test('costs a run as much with many publications as with few', () =>
    withSharedDesk(url, async ({ machine }) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const count = 20_000;
      const two = machine('two');
      mkdirSync(two.snapshots, { recursive: true });
      writeFileSync(
        two.chain,
        textOfChain(Array.from({ length: count }, (_, at) => `l ${at + 1}`)),
      );
      let rows = 0;
      const counting = chainOf(
        {
          async ask(text, values = []) {
            const plan = await client.query(`explain (analyze, format json) ${text}`, [...values]);
            rows += rowsRead(plan.rows[0]['QUERY PLAN'][0].Plan);
            return (await client.query(text, [...values])).rows[0];
          },
        },
        'accounts',
      );
      try {
        await client.query(
          `insert into published_chain
           select name, number, 'l ' || number
           from unnest(array['accounts', 'calendar']) as name, generate_series(1, $1) as number`,
          [count + 1],
        );
        await fetchChain(counting, two, silentLog);
        assert.is(chainLines(two).at(-1), `l ${count + 1}`, 'the line that it lacked');
        assert.is(await counting.count(), count + 1);
        await counting.end();
        assert.ok(rows > 0 && rows < 10, `${rows} rows of ${count} were read`);
      } finally {
        await client.end();
      }
    }));
}

/** Counts the rows of tables that PostgreSQL read, also those that a filter left out. */
const rowsRead = (plan: ReturnType<typeof JSON.parse>): number =>
  (plan.Plans ?? []).reduce(
    (sum: number, below: typeof plan) => sum + rowsRead(below),
    plan['Relation Name'] === undefined
      ? 0
      : plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)),
  );

test.run();
