import { CommandError } from '../base/errors.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { inOrder, insertNumbered, noteRows } from './account-order.ts';
import { accountTables, type Column, type Table } from './columns.ts';
import { orderedQuery } from './projection.ts';
import type { LoadedFile, Stage } from './stage.ts';

const names = (columns: readonly string[]) => columns.map(identifier).join(', ');

const isNone = (rows: string) => `staged.row not in (select row from ${rows})`;

// Without anything to leave out no join is needed, and rows stay in the order they came in.
function isKept(stage: Stage, table: Table): string {
  const inPlace = stage.inPlace.get(table);
  if (!inPlace) return 'staged.reason is null';
  return inPlace.isAnyRefused ? isNone(stage.refusedOf(table)) : 'true';
}

function isWinner(stage: Stage, table: Table, files: readonly LoadedFile[]): string {
  const isRepeated = files.some(({ replaced }) => replaced > 0);
  return isRepeated
    ? `${isKept(stage, table)} and ${isNone(stage.replacedOf(table))}`
    : isKept(stage, table);
}

/** The staged rows that no rule refuses, as `staged`; further conditions may follow. */
function kept(stage: Stage, table: Table): string {
  return `${stage.rowsOf(table)} as staged where ${isKept(stage, table)}`;
}

/** Those that no later row of the run replaces either. */
export function winners(stage: Stage, table: Table, files: readonly LoadedFile[]): string {
  return `${stage.rowsOf(table)} as staged where ${isWinner(stage, table, files)}`;
}

/** Finds the staged rows that a later row of the run replaces, and counts them by file. */
export async function findReplaced(
  stage: Stage,
  table: Table,
  files: readonly LoadedFile[],
): Promise<void> {
  if (stage.inPlace.get(table)?.isAnyRepeated === false) return;
  const replaced = stage.replacedOf(table);
  const key = names(table.key);
  await stage.database.run(`create table ${replaced} as
    with repeated as (
      select hash(${key}) as key_hash from ${kept(stage, table)}
      group by key_hash having count(*) > 1
    ), ranked as (
      select row, row_number() over (partition by ${key} order by row desc) as place
      from ${kept(stage, table)} and hash(${key}) in (select key_hash from repeated)
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
  const isNew = same > 0 ? ` and ${isNone('load_matches where is_same')}` : '';
  const condition = isWinner(stage, table, files) + isNew;
  const changes = await insert(caller, stage, table, condition, isEmpty);
  if (changes > 0 && accountTables.includes(table.name)) {
    await caller.run(`insert into touched_accounts
      select distinct account_id from ${stage.rowsOf(table)} as staged
      where ${condition} and account_id not in (select account_id from touched_accounts)`);
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
  stage: Stage,
  table: Table,
  condition: string,
  isEmpty: boolean,
): Promise<number> {
  const rows = `${stage.rowsOf(table)} as staged where ${condition}`;
  if (table.byAccount) {
    const source = stage.inPlace.get(table)?.source;
    const ordered = source
      ? orderedQuery(table, source, condition)
      : inOrder(table, `(from ${rows})`);
    const inserted = await insertNumbered(caller, table, ordered);
    await noteRows(caller, table, isEmpty ? { ordered: inserted } : { later: inserted });
    return inserted;
  }
  const columns = names(table.columns.map(({ name }) => name));
  const [inserted] = await caller.rows(
    `insert into ${identifier(table.name)} (${columns}) select ${columns} from ${rows}`,
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
    from (from ${winners(stage, table, files)}) as staged
    ${numbers}
    inner join ${identifier(table.name)} as stored on ${isMatch.join(' and ')}`);
  const [counted] = await caller.rows(`select count(*) filter (is_same)::integer as same,
      count(*)::integer as found from load_matches`);
  const same = Number(counted?.same);
  if (same < Number(counted?.found)) {
    await caller.run(`delete from ${identifier(table.name)}
      where rowid in (select stored_row from load_matches where not is_same)`);
  }
  return same;
}

function isSame({ name, required }: Column): string {
  const same = required ? '=' : 'is not distinct from';
  return `staged.${identifier(name)} ${same} stored.${identifier(name)}`;
}

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
