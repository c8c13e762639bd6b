import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { median } from './figures.ts';

export interface WindowSum {
  readonly seconds: number;
  /** Processor seconds of all threads. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the process, with the sort before it, in MB. */
  readonly peakMegabytes: number;
}

/**
 * Measures a bare DuckDB window sum over the trades, which are sorted for it first. Returns the
 * median of 3.
 */
export async function windowSum(options: {
  warehouse: string;
  memoryLimit: string;
}): Promise<WindowSum> {
  const { warehouse, memoryLimit } = options;
  const database = await openDatabase(':memory:', { memoryLimit });
  await database.run(`attach '${warehouse}' as warehouse (read_only)`);
  await database.run(`create table sorted as
    select account_id, closed_at, ticket, (profit + commission + swap)::double as net
    from warehouse.trades order by account_id, closed_at, ticket`);
  const rounds: Omit<WindowSum, 'peakMegabytes'>[] = [];
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    const before = process.cpuUsage();
    await database.rows(`select max(balance) from (
      select sum(net) over (
        partition by account_id order by closed_at, ticket rows unbounded preceding
      ) as balance from sorted)`);
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - start) / 1000;
    rounds.push({ seconds, cpuSeconds: (user + system) / 1e6 });
  }
  database.close();
  return {
    seconds: median(rounds.map(({ seconds }) => seconds)),
    cpuSeconds: median(rounds.map(({ cpuSeconds }) => cpuSeconds)),
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
}
