import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { runOnce } from '../../pipeline/run/run.ts';

export const largeSlug = (trades: number): string => `large-${trades}`;

const asOf = new Date('2025-01-01T00:00:00Z');

/** Makes one table of the source, for the accounts in the table `sizes`. */
const tables = {
  accounts: `
    select 'MT5:' || trades || '@Large-Live' as account_id, 'MT5' as platform, 'USD' as currency,
      timestamp '2000-01-03' as created_at, timestamp '2025-01-01' as updated_at,
      100000 as opening_balance,
    from sizes`,
  // Closed evenly over 24 years, with as many instruments and magic numbers as are allowed.
  trades: `
    select 'MT5:' || trades || '@Large-Live' as account_id, n::varchar as ticket,
      'S' || n % (trades // 10) as symbol, if(n % 2 = 0, 'buy', 'sell') as side,
      0.1 as volume, 1.1 as open_price, 1.2 as close_price,
      timestamp '2000-01-03' + to_seconds(n * 757000000 // trades) as opened_at,
      opened_at + interval 1 minute as closed_at,
      ((hash(n) % 2001)::bigint - 990) / 100 as profit, n % (trades // 10) as magic_number,
    from (select trades, unnest(range(trades)) as n from sizes)`,
  cash_flows: `
    select 'MT5:' || trades || '@Large-Live' as account_id, 'F' || n as id,
      timestamp '2000-01-03' + to_seconds(n * 757000000 // (trades // 20)) as "at",
      if(n % 3 = 0, -10, 10) as amount,
    from (select trades, unnest(range(trades // 20)) as n from sizes)`,
} as const;

/** Publishes an account for each number of closed trades, in a data directory below `root`. */
export async function createLargeWorld(root: string, sizes: readonly number[]): Promise<string> {
  const dataDir = dataDirectory(join(root, 'data'));
  const source = join(root, 'source');
  mkdirSync(source, { recursive: true });
  const database = await openDatabase(':memory:');
  await database.run(`create table sizes as select unnest([${sizes.join(', ')}]) as trades`);
  for (const [table, sql] of Object.entries(tables)) {
    await database.run(`copy (${sql}) to '${join(source, `${table}.parquet`)}' (format parquet)`);
  }
  database.close();
  const registry = await openRegistry({ dataDir, clock: () => asOf });
  try {
    await applyRegistry(registry, {
      owners: [{ slug: 'large', name: 'Large', plan: 'pro' }],
      accounts: sizes.map((trades) => ({
        slug: largeSlug(trades),
        type: 'account',
        account_id: `MT5:${trades}@Large-Live`,
        owner: 'large',
        name: `${trades} trades`,
        published: true,
      })),
    });
    await runOnce({
      dataDir,
      sources: [source],
      registry,
      asOf,
      clock: () => asOf,
      log: silentLog,
    });
  } finally {
    await registry.close();
  }
  return dataDir.path;
}
