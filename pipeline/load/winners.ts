import { identifier } from '../base/sql-text.ts';
import { rankedSource, type Table } from './columns.ts';
import type { Landing, LoadedFile } from './landing.ts';

/** The files of a table, in order, whose rows are landed. */
export interface TableLoad {
  readonly table: Table;
  readonly files: readonly LoadedFile[];
}

/** Returns columns as a list in SQL. */
export const columnListSql = (columns: readonly string[]) => columns.map(identifier).join(', ');

const isNotIn = (rows: string) => `landed.row not in (select row from ${rows})`;

// Without anything to leave out no join is needed, and rows stay in the order they came in.
function isKept(landing: Landing, table: Table): string {
  const inPlace = landing.inPlace.get(table);
  if (!inPlace) return 'landed.reason is null';
  return inPlace.isAnyRefused ? isNotIn(landing.refusedOf(table)) : 'true';
}

/** Returns the condition that a row is accepted, and that no later one replaces it. */
export function isWinner(landing: Landing, { table, files }: TableLoad): string {
  const isRepeated = files.some(({ replaced }) => replaced > 0);
  return isRepeated
    ? `${isKept(landing, table)} and ${isNotIn(landing.replacedOf(table))}`
    : isKept(landing, table);
}

/** The landed rows that no rule refuses, as `landed`; further conditions may follow. */
export function acceptedRows(landing: Landing, table: Table): string {
  return `${landing.rowsOf(table)} as landed where ${isKept(landing, table)}`;
}

/** Those that no later row of the run replaces either. */
export function winners(landing: Landing, load: TableLoad): string {
  return `${landing.rowsOf(load.table)} as landed where ${isWinner(landing, load)}`;
}

/** Finds the landed rows that a later row of the run replaces, and counts them by file. */
export async function findReplaced(landing: Landing, { table, files }: TableLoad): Promise<void> {
  if (landing.inPlace.get(table)?.isAnyRepeated === false) return;
  const replaced = landing.replacedOf(table);
  // Of rows from several sources the merge chooses.
  const source = landing.stamped.has(table) ? rankedSource(table) : null;
  const key = columnListSql(source === null ? table.key : [...table.key, source]);
  await landing.database.run(`create table ${replaced} as
    with repeated as (
      select hash(${key}) as key_hash from ${acceptedRows(landing, table)}
      group by key_hash having count(*) > 1
    ), ranked as (
      select row, row_number() over (partition by ${key} order by row desc) as place
      from ${acceptedRows(landing, table)} and hash(${key}) in (select key_hash from repeated)
    )
    select row from ranked where place > 1`);
  const starts = files.filter(({ landed }) => landed > 0);
  const counted = await landing.database.rows(`with file as (
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
