import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import type { Landing, LoadedFile } from './landing.ts';
import { acceptedRows, type TableLoad } from './winners.ts';

/**
 * Removes events that the landed files had at another time in their last load, and stores their
 * present times. Returns the number of events that moved.
 */
export async function removeMoved(
  home: Database,
  landing: Landing,
  { table, files }: TableLoad,
): Promise<number> {
  const filled = files.filter(({ landed }) => landed > 0);
  const names = (list: readonly LoadedFile[]) => list.map(({ file }) => literal(file)).join(', ');
  await home.run(`create or replace temp table loaded_contents as
    with starts as (
      select unnest([${filled.map(({ firstRow }) => firstRow)}]::bigint[]) as first_row,
        unnest([${names(filled)}]::varchar[]) as file
    )
    select distinct starts.file, landed.time, landed.currency, landed.title
    from (from ${acceptedRows(landing, table)}) as landed
    asof join starts on landed.row >= starts.first_row`);
  const [deleted] = await home.rows(`delete from ${identifier(table.name)}
    where (time, currency, title) in (${readSql('calendar/moved_events')})`);
  await home.run(`delete from file_events where file in (${names(files)});
    insert into file_events by name from loaded_contents order by all;
    drop table loaded_contents`);
  return Number(deleted?.Count);
}
