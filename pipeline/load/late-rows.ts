import { ownersSources, sourceNames } from '../../sql/raw/source_names.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { rawTableOf, type Table } from './columns.ts';
import type { Landing } from './landing.ts';
import { acceptedRows, columnListSql } from './winners.ts';

const settled = 'settled_late';

/** Rows of deliveries can come late; rows of the operator's files can't. */
const isConcerned = (landing: Landing, table: Table): boolean =>
  table.late !== undefined && landing.stamped.has(table);

/**
 * Settles which rows came late. The first delivery that brought a row decides, and those that
 * changed its result, or moved it by more than 72 hours. Rows of a worse source change nothing. A
 * row in the operator's files is late only if an owner's source changed it. Call it before the
 * landed rows are merged, since a rebuild lands all of them at once.
 */
export async function settleLate(home: Database, landing: Landing, table: Table): Promise<void> {
  const { late } = table;
  if (late === undefined || !isConcerned(landing, table)) return;
  const key = columnListSql(table.key);
  const result = `row(${late.amounts.join(' + ')}, ${late.kind?.name ?? 'null'})`;
  const columns = `${key}, source, ${result} as result, ${identifier(late.after)} as booked_at,
      came_late`;
  const account = table.byAccount ? 'account_no' : 'account_id';
  const numbers = table.byAccount ? 'account_numbers' : 'landed_rows';
  await home.run(`create or replace temp table ${settled} as
    with landed_rows as (
      select landed.row, ${columns} from ${acceptedRows(landing, table)}
    ), stored_rows as (
      select -1 as row, ${columns} from ${identifier(rawTableOf(table))} as stored
      where ${account} in (
          select ${account} from ${numbers}
          where account_id in (select account_id from landed_rows))
        and (${key}) in (select (${key}) from landed_rows)
    ), received as (
      select *, list_position([${sources(sourceNames)}], source) as rank
      from (from stored_rows union all by name from landed_rows)
    ), counting as (
      select * from received
      qualify rank <= coalesce(
        min(rank) over (partition by ${key} order by row
          rows between unbounded preceding and 1 preceding), rank)
    ), compared as (
      select *, row_number() over in_order = 1 as is_first,
        came_late and result is distinct from lag(result) over in_order as is_changed,
        source in (${sources(ownersSources)}) and not (
          booked_at between lag(booked_at) over in_order - interval 72 hours
            and lag(booked_at) over in_order + interval 72 hours) as is_moved
      from counting window in_order as (partition by ${key} order by row)
    )
    select ${key},
      bool_or(came_late and is_first) and not bool_or(source = 'operator_file')
        or bool_or(not is_first and (is_changed or is_moved)) as came_late
    from compared group by ${key}`);
}

const sources = (names: readonly string[]): string => names.map(literal).join(', ');

/** Returns the landed rows of a query with what was settled about them. */
export const withLate = (landing: Landing, table: Table, rows: string): string =>
  isConcerned(landing, table)
    ? `select landed.* replace (settled.came_late as came_late)
        from (${rows}) as landed
        inner join ${settled} as settled using (${columnListSql(table.key)})`
    : rows;
