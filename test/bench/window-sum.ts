import { openDatabase } from '../../pipeline/duckdb/database.ts';

export interface WindowSum {
  readonly seconds: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
}

/** What a bare DuckDB window sum over the trades takes, sorted as it needs them; median of 3. */
export async function windowSum(warehouse: string, memoryLimit: string): Promise<WindowSum> {
  const database = await openDatabase(':memory:', { memoryLimit });
  await database.run(`attach '${warehouse}' as warehouse (read_only)`);
  await database.run(`create table sorted as
    select account_id, closed_at, ticket, (profit + commission + swap)::double as net
    from warehouse.trades order by account_id, closed_at, ticket`);
  const rounds: WindowSum[] = [];
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
  rounds.sort((one, other) => one.seconds - other.seconds);
  return rounds[1] ?? { seconds: 0, cpuSeconds: 0 };
}
