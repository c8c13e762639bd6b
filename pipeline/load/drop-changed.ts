import { sourceNames } from '../../sql/raw/source_names.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import {
  rankedSource,
  rawTableOf,
  type SourceColumn,
  storedColumns,
  type Table,
} from './columns.ts';
import type { Landing } from './landing.ts';
import { columnListSql } from './winners.ts';

/** Counts of a table into which no stored row was replaced. */
export const noMatch = { staying: 0, dropped: 0, overruled: 0 };

/**
 * Removes the stored rows that landed rows replace. A stored row stays if it comes again unchanged,
 * or if it is from a better source. The row of the lesser source then goes to the table of
 * overruled rows.
 */
export async function dropChanged(
  home: Database,
  landing: Landing,
  table: Table,
  winning: string,
): Promise<typeof noMatch> {
  const stored = identifier(rawTableOf(table));
  const isMatch = table.columns.filter(({ name }) => table.key.includes(name)).map(isSame);
  // The number spares a search through the rows of other accounts.
  const numbers = table.byAccount ? 'inner join account_numbers as numbers using (account_id)' : '';
  if (table.byAccount) isMatch.push('numbers.account_no = stored.account_no');
  const isSameRow = table.columns.map(isSame).join(' and ');
  const source = rankedSource(table);
  const isLesser = source === null ? 'false' : isWorse('landed', 'stored', source);
  const judged = table.overruledIn
    ? `${isSameRow} and landed.source = stored.source or ${isLesser} as stays,
      ${isLesser} as is_overruled,
      ${isWorse('stored', 'landed', 'source')} as overrules,
      stored.first_source, stored.first_delivery`
    : `${isSameRow} or ${isLesser} as stays, false as is_overruled, false as overrules`;
  await home.run(`create or replace temp table load_matches as
    select landed.row, stored.rowid as stored_row, ${judged}
    from (from ${landing.rowsOf(table)} as landed where ${winning}) as landed
    ${numbers}
    inner join ${stored} as stored on ${isMatch.join(' and ')}`);
  const [counted] = await home.rows(`select count(*) filter (stays)::integer as staying,
      count(*) filter (not stays)::integer as dropped,
      count(*) filter (is_overruled)::integer as overruled,
      count(*) filter (overrules)::integer as overrules from load_matches`);
  const count = (name: string) => Number(counted?.[name]);
  if (count('overruled') > 0) {
    await overrule(
      home,
      table,
      `from ${landing.rowsOf(table)} as landed
      where landed.row in (select row from load_matches where is_overruled)`,
    );
  }
  if (count('overrules') > 0) {
    await overrule(
      home,
      table,
      `from ${stored} as stored
      where stored.rowid in (select stored_row from load_matches where overrules)`,
    );
  }
  if (count('dropped') > 0) {
    await home.run(`delete from ${stored}
      where rowid in (select stored_row from load_matches where not stays)`);
  }
  return { staying: count('staying'), dropped: count('dropped'), overruled: count('overruled') };
}

const ranks = sourceNames.map(literal).join(', ');

/** Returns the condition that a row's source is worse than another row's. */
const isWorse = (row: string, than: string, source: string): string =>
  `list_position([${ranks}], ${row}.${source}) > list_position([${ranks}], ${than}.${source})`;

/** Keeps rows of a lesser source as the newest that this source says. */
async function overrule(home: Database, table: Table, rows: string): Promise<void> {
  const { overruledIn = '' } = table;
  const [columns, key] = [
    columnListSql(storedColumns(table)),
    columnListSql([...table.key, 'source']),
  ];
  await home.run(`delete from ${overruledIn} where (${key}) in (select (${key}) ${rows});
    insert into ${overruledIn} (${columns}) select ${columns} ${rows}`);
}

function isSame({ name, required }: SourceColumn): string {
  const same = required ? '=' : 'is not distinct from';
  return `landed.${identifier(name)} ${same} stored.${identifier(name)}`;
}
