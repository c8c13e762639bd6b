import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import {
  account,
  type Desk,
  idOf,
  query,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../desk.ts';

const archive = suite('archived history');

const canary = 'CANARY-of-old-times';
const noise = (at: number) => `neighbour ${Math.sin(at)}`;

/** One account with history before and after 4 June, and one with a lot of history. */
function writeHistory(desk: Desk): void {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [
    trade('a', 1, { closed_at: '2024-06-03T09:00:00Z', profit: 100, comment: canary }),
    trade('a', 2, { closed_at: '2024-06-05T09:00:00Z', profit: 50 }),
    ...Array.from({ length: 40 }, (_, at) => trade('b', at, { comment: noise(at) })),
  ]);
  desk.registered.push(
    registeredAccount('a'),
    registeredAccount('b'),
    registeredPortfolio('all', ['a', 'b']),
  );
}

const cut = (desk: Desk, day: string | null): void => {
  desk.registered[0] = registeredAccount('a', { history_cut_at: day });
};

/** Lists files of the data directory that contain the text. */
function filesWith(desk: Desk, text: string): string[] {
  return readdirSync(desk.dataDir.path, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(desk.dataDir.path.length + 1).replace(/[0-9a-f]{64}/, 'HASH'))
    .sort();
}

const versionsOf = (desk: Desk): number => readdirSync(desk.dataDir.versions).length;

/** Returns the account's number of trades, net profit and starting capital. */
const figures = (desk: Desk) => [
  desk.part(idOf('a'), 'advanced').total_trades,
  desk.part(idOf('a'), 'summary').balance,
  desk.part(idOf('a'), 'summary').performance.twr_percent,
];

archive(
  'leaves no byte in what is published, counts once as capital, and comes back when the cut moves',
  () =>
    withDesk(async (desk) => {
      writeHistory(desk);
      await desk.run();
      const numbers = () =>
        desk.warehouse(`select account_id, ticket::integer as ticket, account_no from trades
        where ticket < '3' order by all`);
      const numbersBefore = await numbers();
      const before = filesWith(desk, canary);
      assert.ok(before.includes('warehouse.duckdb') && before.length > 2, before.join(', '));
      assert.equal(figures(desk), [2, 1150, 15]);
      // The run fails while older versions can't be removed.
      const obstacle = join(desk.dataDir.snapshots, 'objects/00/folder');
      mkdirSync(obstacle, { recursive: true });
      cut(desk, '2024-06-04');
      desk.write('trades-2.csv', [trade('b', 99)]);
      for (const _ of ['first', 'again']) {
        const failed = await desk.run({ keepVersions: 5 }).catch((error: unknown) => error);
        assert.instance(failed, CommandError);
        assert.match(String(failed), /version \S+ is published, removing those before failed: /);
      }
      rmdirSync(obstacle);
      await desk.run({ keepVersions: 5 });
      assert.equal(filesWith(desk, canary), ['archive.duckdb']);
      assert.ok(filesWith(desk, noise(7)).length > 2, 'neighbours are all there');
      assert.is(versionsOf(desk), 1);
      assert.is((await desk.warehouse('select 1 from trades')).length, 1 + 40 + 1);
      assert.equal(figures(desk), [1, 1150, 4.5455], '50 on 1100');
      const again = await desk.run({ sources: [] });
      assert.equal([again.isNew, again.accountsComputed], [false, 0]);

      // The data comes again, with a late trade.
      desk.write('trades-again.csv', [
        trade('a', 1, { closed_at: '2024-06-03T09:00:00Z', profit: 100, comment: canary }),
        trade('a', 2, { closed_at: '2024-06-05T09:00:00Z', profit: 50 }),
        trade('a', 3, { closed_at: '2024-06-03T08:00:00Z', profit: 10 }),
      ]);
      await desk.run();
      assert.equal(figures(desk), [1, 1160, 4.5045], '50 on 1110: a late trade of 10 counts');
      assert.equal(filesWith(desk, canary), ['archive.duckdb']);
      desk.write('trades-later.csv', [
        trade('a', 3, { closed_at: '2024-06-06T08:00:00Z', profit: 11 }),
      ]);
      await desk.run();
      assert.equal(figures(desk), [2, 1161, 5.5455], '61 on 1100: it was after the cut');

      // All history of an account is removed, and comes back with its number.
      cut(desk, '2024-06-10');
      await desk.run({ sources: [] });
      assert.equal(figures(desk), [0, 1161, 0]);
      assert.is((await numbers()).length, numbersBefore.length - 2);
      cut(desk, '2024-06-06');
      await desk.run({ sources: [] });
      assert.equal(figures(desk), [1, 1161, 0.9565], '11 on 1150');
      cut(desk, null);
      await desk.run({ sources: [] });
      assert.equal(figures(desk), [3, 1161, 16.1]);
      assert.equal(await numbers(), numbersBefore);
      const [loose] = await desk.warehouse(`select count(*)::integer as rows from trades
      anti join account_numbers using (account_id, account_no)`);
      assert.is(loose?.rows, 0);

      // A lost archive is reported.
      cut(desk, '2024-06-04');
      const path = desk.dataDir.archive;
      rmSync(path);
      const refused = await desk.run().catch((error: unknown) => error);
      assert.instance(refused, CommandError);
      assert.match(String(refused), /archive\.duckdb does not belong to the database next to it/);
      // So is a damaged one.
      writeFileSync(path, 'x'.repeat(4096));
      const damaged = await desk.run().catch((error: unknown) => error);
      assert.instance(damaged, CommandError);
      assert.match(String(damaged), /^[^:]*: cannot open \S*archive\.duckdb: it is no database/);
      rmSync(desk.dataDir.working);
      writeFileSync(path, '');
      await desk.run();
      assert.equal(figures(desk), [2, 1161, 5.5455], 'both made anew from the sources');
      assert.is((await query(path, 'from trades')).length, 1);
    }),
);

archive.run();
