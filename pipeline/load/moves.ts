import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import type { Table } from './columns.ts';
import { kept } from './merge.ts';
import type { LoadedFile, Stage } from './stage.ts';

/**
 * Removes from the table what the staged files hold at another time than when they were loaded
 * last, and remembers what they hold now; answers with how many events moved.
 */
export async function removeMoved(
  caller: Database,
  stage: Stage,
  table: Table,
  files: readonly LoadedFile[],
): Promise<number> {
  const filled = files.filter(({ staged }) => staged > 0);
  const names = (list: readonly LoadedFile[]) => list.map(({ file }) => literal(file)).join(', ');
  await caller.run(`create or replace temp table loaded_contents as
    with starts as (
      select unnest([${filled.map(({ firstRow }) => firstRow)}]::bigint[]) as first_row,
        unnest([${names(filled)}]::varchar[]) as file
    )
    select distinct starts.file, staged.time, staged.currency, staged.title
    from (from ${kept(stage, table)}) as staged
    asof join starts on staged.row >= starts.first_row`);
  const [deleted] = await caller.rows(`delete from ${identifier(table.name)}
    where (time, currency, title) in (${readSql('calendar/moved_events')})`);
  await caller.run(`delete from file_events where file in (${names(files)});
    insert into file_events by name from loaded_contents order by all;
    drop table loaded_contents`);
  return Number(deleted?.Count);
}
