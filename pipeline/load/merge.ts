import type { Database } from '../duckdb/database.ts';
import { CommandError } from '../errors.ts';
import { insertInOrder, noteRows } from './account-order.ts';
import { accountTables, type Column, type Table } from './columns.ts';
import { identifier } from './sql-text.ts';
import type { LoadedFile, Stage } from './stage.ts';

const names = (columns: readonly string[]) => columns.map(identifier).join(', ');

/** Finds the staged rows that a later row of the run replaces, and counts them by file. */
export async function findReplaced(
  stage: Stage,
  table: Table,
  files: readonly LoadedFile[],
): Promise<void> {
  const rows = stage.rowsOf(table);
  const replaced = stage.replacedOf(table);
  const key = names(table.key);
  await stage.database.run(`create table ${replaced} as
    with repeated as (
      select hash(${key}) as key_hash from ${rows} where reason is null
      group by key_hash having count(*) > 1
    ), ranked as (
      select rowid as row, row_number() over (partition by ${key} order by rowid desc) as place
      from ${rows}
      where reason is null and hash(${key}) in (select key_hash from repeated)
    )
    select row from ranked where place > 1`);
  const starts = files.filter(({ staged }) => staged > 0);
  const counted = await stage.database.rows(`with file as (
      select unnest([${starts.map(({ firstRow }) => firstRow)}]::bigint[]) as first_row,
        unnest([${starts.map((_, index) => index)}]::bigint[]) as place
    )
    select file.place, count(*) as count
    from ${replaced} as replaced asof join file on replaced.row >= file.first_row
    group by file.place`);
  for (const { place, count } of counted) {
    const file = starts[Number(place)];
    if (file) file.replaced = Number(count);
  }
}

/** The staged rows that neither a rule nor a later row of the run leaves out, as `staged`. */
export function winners(stage: Stage, table: Table, files: readonly LoadedFile[]): string {
  // Without anything to leave out no join is needed, and rows stay in the order they came in.
  const isRepeated = files.some(({ replaced }) => replaced > 0)
    ? ` and staged.rowid not in (select row from ${stage.replacedOf(table)})`
    : '';
  return `${stage.rowsOf(table)} as staged where staged.reason is null${isRepeated}`;
}

/** Brings the staged rows into the table; true when that changed it. */
export async function mergeTable(
  caller: Database,
  stage: Stage,
  table: Table,
  files: readonly LoadedFile[],
): Promise<boolean> {
  const expected = files.reduce(
    (sum, file) => sum + file.rowsIn - file.rejected - file.replaced,
    0,
  );
  const [stored] = await caller.rows(`select count(*) as count from ${identifier(table.name)}`);
  const isEmpty = stored?.count === '0';
  const same = isEmpty ? 0 : await dropChanged(caller, stage, table, files);
  const fresh = `from ${winners(stage, table, files)}
    ${same > 0 ? 'and staged.rowid not in (select row from load_matches where is_same)' : ''}`;
  const changes = await insert(caller, table, fresh, isEmpty);
  if (changes > 0 && accountTables.includes(table.name)) {
    await caller.run(`insert into touched_accounts
      select distinct account_id ${fresh}
      and account_id not in (select account_id from touched_accounts)`);
  }
  await caller.run('drop table if exists load_matches');
  if (changes + same !== expected) {
    throw new CommandError(
      `${table.name}: ${expected} rows should be kept and ${changes + same} were; report this fault`,
    );
  }
  return changes > 0;
}

async function insert(
  caller: Database,
  table: Table,
  fresh: string,
  isEmpty: boolean,
): Promise<number> {
  if (table.byAccount) {
    const rows = await insertInOrder(caller, table, `(${fresh})`);
    await noteRows(caller, table, isEmpty ? { ordered: rows } : { later: rows });
    return rows;
  }
  const columns = names(table.columns.map(({ name }) => name));
  const [inserted] = await caller.rows(
    `insert into ${identifier(table.name)} (${columns}) select ${columns} ${fresh}`,
  );
  return Number(inserted?.Count);
}

/** Removes the stored rows that come again changed; returns how many come again as they are. */
async function dropChanged(
  caller: Database,
  stage: Stage,
  table: Table,
  files: readonly LoadedFile[],
): Promise<number> {
  const isMatch = table.columns.filter(({ name }) => table.key.includes(name)).map(isSame);
  // The number spares a search through the rows of other accounts.
  const numbers = table.byAccount ? 'inner join account_numbers as numbers using (account_id)' : '';
  if (table.byAccount) isMatch.push('numbers.account_no = stored.account_no');
  await caller.run(`create or replace temp table load_matches as
    select staged.row, stored.rowid as stored_row,
      ${table.columns.map(isSame).join(' and ')} as is_same
    from (select rowid as row, staged.* from ${winners(stage, table, files)}) as staged
    ${numbers}
    inner join ${identifier(table.name)} as stored on ${isMatch.join(' and ')}`);
  await caller.run(`delete from ${identifier(table.name)}
    where rowid in (select stored_row from load_matches where not is_same)`);
  const [counted] = await caller.rows(
    'select count(*) filter (where is_same) as count from load_matches',
  );
  return Number(counted?.count);
}

function isSame({ name, required }: Column): string {
  const same = required ? '=' : 'is not distinct from';
  return `staged.${identifier(name)} ${same} stored.${identifier(name)}`;
}
