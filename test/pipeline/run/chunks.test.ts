import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { readSql } from '../../../pipeline/duckdb/sql-files.ts';
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

// 600,000 trades; 62,500 with 250 MB; at least 50,000. A trade takes 4,000 bytes of the limit that
// DuckDB reports, which is slightly lower.
for (const [memoryLimit, least, most] of [
  ['4GB', 600_000, 600_000],
  ['250MB', 62_400, 62_500],
  ['64MB', 50_000, 50_000],
] as const) {
  chunks(`end after fewer trades where less memory may be taken: ${memoryLimit}`, async () => {
    const database = await openDatabase(':memory:', { memoryLimit });
    try {
      const context = {
        as_of: '2026-01-01',
        version_no: 1,
        is_full: true,
        chunk_subjects: 5000,
        chunks_at_once: 2,
      };
      const trades = async (chunkTrades: number | null) => {
        const parameters = { ...context, chunk_trades: chunkTrades };
        const [row] = await database.rows(readSql('runs/run_context'), parameters);
        return Number(row?.chunk_trades);
      };
      const unset = await trades(null);
      assert.ok(unset >= least && unset <= most, String(unset));
      assert.is(await trades(7), 7);
    } finally {
      database.close();
    }
  });
}

chunks.run();
