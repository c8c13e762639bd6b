import { numberSql, type Partition } from '../base/partition.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import type { Landing, LoadedFile } from './landing.ts';

/** Accounts that a run publishes, out of all that its sources may have. */
export interface PartitionAccounts {
  readonly partition: Partition;
  /** Partitions of accounts and portfolios of the registry. Others follow from their ids. */
  readonly homes: ReadonlyMap<string, number>;
  /** Returns the index of the partition of an account, or of a portfolio by its id. */
  homeIn(id: string): number;
  /** Tells whether it publishes an account, or a portfolio by its id. */
  isOwn(id: string): boolean;
}

/**
 * Leaves rows of accounts of other partitions out of what was landed. Rows that name no account are
 * refused by the first partition only. Returns what remains of the files.
 */
export async function leaveOthersRows(
  home: Database,
  landing: Landing,
  files: readonly LoadedFile[],
  { partition: { index, count }, homes }: PartitionAccounts,
): Promise<LoadedFile[]> {
  const { database, catalog } = landing;
  await database.run(
    `create table ${catalog}.homes as
      select unnest(from_json($rows::json, '[{"account_id": "VARCHAR", "home": "BIGINT"}]'),
        recursive := true)`,
    { rows: JSON.stringify(Array.from(homes, ([account_id, home]) => ({ account_id, home }))) },
  );
  const homeOf = (rows: string) =>
    `coalesce((select home from ${catalog}.homes where homes.account_id = ${rows}.account_id),
      ${numberSql(`${rows}.account_id`)} % ${count})`;
  const leftTo = `${catalog}.left_to_others`;
  await database.run(`create table ${leftTo} (account_id varchar)`);
  const left = new Map<LoadedFile, { accepted: number; rejected: number }>();
  for (const table of new Set(files.map((file) => file.table))) {
    if (!table.columns.some(({ name }) => name === 'account_id')) continue;
    const landed = files.filter((file) => file.table === table && file.landed > 0);
    if (landed.length === 0) continue;
    const rows = landing.rowsOf(table);
    await database.run(`create or replace table ${catalog}.named as
      select distinct account_id from ${rows} where reason is null;
      create or replace table ${catalog}.strangers as
      select account_id from ${catalog}.named where ${homeOf('named')} <> ${index};
      insert into ${leftTo} from ${catalog}.strangers`);
    const counted = await database.rows(`select file.place, count(*) as count
      from (select row from ${rows} where reason is null
        and account_id in (from ${catalog}.strangers)) as stranger
      asof join (
        select unnest([${landed.map(({ firstRow }) => firstRow)}]::bigint[]) as first_row,
          unnest([${landed.map((_, place) => place)}]::bigint[]) as place
      ) as file on stranger.row >= file.first_row
      group by file.place`);
    for (const { place, count: accepted } of counted) {
      const file = landed[Number(place)];
      if (file) left.set(file, { accepted: Number(accepted), rejected: 0 });
    }
    await database.run(`update ${landing.copiesOf(table)} set reason = ${literal('others')}
      where reason is null and account_id in (from ${catalog}.strangers)`);
  }
  await database.run(`insert into ${leftTo} select distinct account_id from ${catalog}.rejected
    where account_id is not null and ${homeOf('rejected')} <> ${index}`);
  const refused = `coalesce(${homeOf('rejected')}, 0) <> ${index}`;
  const byFile = await database.rows(`select file_number, count(*) as count
    from ${catalog}.rejected where ${refused} group by file_number`);
  await database.run(`delete from ${catalog}.rejected where ${refused}`);
  for (const { file_number, count: rejected } of byFile) {
    const file = files.find(({ number }) => number === Number(file_number));
    if (file)
      left.set(file, { accepted: left.get(file)?.accepted ?? 0, rejected: Number(rejected) });
  }
  const ids = await database.rows(`select distinct account_id from ${leftTo}`);
  await noteOthers(
    home,
    ids.map(({ account_id }) => String(account_id)),
  );
  return files.map((file) => {
    const { accepted = 0, rejected = 0 } = left.get(file) ?? {};
    const rowsIn = file.rowsIn - accepted - rejected;
    return { ...file, rowsIn, rejected: file.rejected - rejected };
  });
}

/** Notes accounts that rows were left out of. Should they join, the sources are read again. */
export async function noteOthers(home: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await home.run(
    `insert into others_accounts
      select id from (select unnest(from_json($ids::json, '["VARCHAR"]')) as id)
      where id not in (select account_id from ${identifier('others_accounts')})`,
    { ids: JSON.stringify(accountIds) },
  );
}
