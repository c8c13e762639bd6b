import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { readSql } from '../../../pipeline/duckdb/sql-files.ts';
import { whileOpen } from '../../support/while-open.ts';
import { account, withDesk } from '../desk.ts';

const chunks = suite('chunks');

chunks('end after a fixed number of accounts, however little these trade', () =>
  withDesk(async (desk) => {
    desk.write(
      'accounts.csv',
      Array.from({ length: 5001 }, (_, at) => account(String(at).padStart(4, '0'))),
    );
    const sizes: unknown[] = [];
    // Both begin at once. Nothing of them needs to be computed.
    const debug = (message: string, fields?: object) => {
      if (message !== 'computing') return;
      sizes.push(fields);
      if (sizes.length === 2) throw new Error('both have begun');
    };
    const run = desk.run({ threads: 2, log: { ...silentLog, debug } });
    assert.is(await run.then(() => 'published', String), 'Error: both have begun');
    assert.equal(sizes, [
      { chunk: 1, chunks: 2, accounts: 2500 },
      { chunk: 2, chunks: 2, accounts: 2501 },
    ]);
  }),
);

// A trade takes 4,000 bytes of the limit with two chunks at once, 2,000 more with each other.
// DuckDB reports a limit that is slightly lower. A chunk takes 100 MB at least. A subject takes as
// much as 165 trades.
for (const [memoryLimit, threads, atOnce, least, most, subjects] of [
  ['4GB', 1, 1, 600_000, 600_000, 5000],
  ['4GB', 2, 2, 600_000, 600_000, 5000],
  ['4GB', 8, 8, 248_000, 250_000, 1515],
  ['4GB', 64, 39, 50_900, 51_300, 500],
  ['1GB', 2, 2, 248_000, 250_000, 1515],
  ['250MB', 2, 2, 62_400, 62_500, 500],
  ['250MB', 8, 2, 62_400, 62_500, 500],
  ['64MB', 2, 2, 50_000, 50_000, 500],
] as const) {
  chunks(`follow threads and memory: ${threads} with ${memoryLimit}`, () =>
    whileOpen(openDatabase(':memory:', { memoryLimit }), async (database) => {
      const context = {
        as_of: '2026-01-01',
        version_no: 1,
        run_at: '2026-01-01',
        form: '',
        chunk_subjects: 5000,
        most_at_once: threads,
      };
      const read = async (chunkTrades: number | null) => {
        const parameters = { ...context, chunk_trades: chunkTrades };
        const [row] = await database.rows(readSql('runs/run_context'), parameters);
        return {
          atOnce: Number(row?.chunks_at_once),
          trades: Number(row?.chunk_trades),
          subjects: Number(row?.chunk_subjects),
        };
      };
      const unset = await read(null);
      assert.ok(unset.trades >= least && unset.trades <= most, String(unset.trades));
      assert.is(unset.atOnce, atOnce);
      assert.ok(unset.subjects <= subjects && unset.subjects >= 0.99 * subjects);
      assert.is((await read(7)).trades, 7);
    }),
  );
}

chunks.run();
