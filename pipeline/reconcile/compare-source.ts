import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identifier } from '../base/sql-text.ts';
import { type Database, openDatabase } from '../duckdb/database.ts';
import { computeRelations, relationsFor } from '../duckdb/relations.ts';
import { macroSql, readSql, relationsIn } from '../duckdb/sql-files.ts';
import { rawTableOf, storedColumns, type Table, tables } from '../load/columns.ts';
import { describeAccounts } from '../load/merge.ts';
import { landingQuery, type Stamp } from '../load/projection.ts';
import { csvSource } from '../load/text-source.ts';
import { exportFilesIn, fileSafe } from '../platforms/source/source-files.ts';
import { type SourceTable, sourceTables } from '../platforms/source/source-tables.ts';
import { type ComparedFigure, readCompared } from './compared-figures.ts';

/** Tables that a comparison reads. */
const comparedTables: readonly SourceTable[] = [
  'accounts',
  'trades',
  'positions',
  'cash_flows',
  'printed_figures',
];

/** Limits of DuckDB before it spills. A second thread would take more memory and save no time. */
const limits = { threads: 1, memoryLimit: '256MB' };

/**
 * Compares what statements print with what the rows of their accounts give. Runs the relations of
 * `sql/reconciliation` over all exports of the accounts in `directory`, as the next run will.
 * Spills there.
 */
export async function compareSource(
  directory: string,
  accounts: readonly string[],
): Promise<ComparedFigure[]> {
  const names = new Set(accounts.map(fileSafe));
  const files = exportFilesIn(directory).filter(({ account }) => names.has(account));
  if (!files.some(({ table }) => table === 'printed_figures')) return [];
  const temporary = mkdtempSync(join(directory, '.reconcile-'));
  const database = await openDatabase(':memory:', {
    ...limits,
    temporaryDirectory: temporary,
  });
  try {
    await database.run(schema());
    for (const table of tables.filter(({ name }) =>
      comparedTables.some((compared) => compared === name),
    )) {
      const paths = files.filter((file) => file.table === table.name).map(({ path }) => path);
      if (paths.length > 0) await loadFiles(database, table, paths);
    }
    await database.run(
      'create temp table touched_accounts as select distinct account_id from account_reports',
    );
    await describeAccounts(database);
    await database.run(selectionSql);
    await computeRelations(database, relationsFor('figure_comparisons'));
    await database.run(`insert into compared_figures by name from figure_comparisons;
      create view reconciliation as from compared_figures`);
    return await readCompared(database, null);
  } finally {
    database.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

const schema = (): string =>
  [
    macroSql(),
    ...relationsIn('raw').map((name) => readSql(`raw/${name}`)),
    ...['compared_figures', 'history_cuts', 'subject_members'].map((name) =>
      readSql(`state/${name}`),
    ),
    // An account whose history is not cut has none archived.
    `create schema archive;
    create table archive.trades as from trades limit 0;
    create table archive.cash_flows as from cash_flows limit 0;`,
  ].join('\n');

/** Every account is a subject of its own. */
const selectionSql = `
  create table selection as
    select row_number() over (order by account_id)::integer as subject_no,
      account_id as subject_id, 'account' as type, currency, null::timestamp as created_at
    from accounts;
  insert into subject_members select account_id, account_id from accounts;
  insert into account_numbers select subject_id, subject_no from selection;
  update trades set account_no = account_numbers.account_no
    from account_numbers where trades.account_id = account_numbers.account_id`;

const stamp: Stamp = { source: 'operator_file', delivery: 'import' };

/** Loads the rows that no rule refuses; of those with one key the last counts, as in a run. */
async function loadFiles(database: Database, table: Table, paths: string[]): Promise<void> {
  const { name, key } = table;
  const source = csvSource(paths, sourceTables[name as SourceTable]);
  const names = storedColumns(table).map(identifier).join(', ');
  const number = name === 'trades' ? ', account_no' : '';
  const stored = rawTableOf(table);
  await database.run(`insert into ${stored} (${names}${number})
    select ${names}${number && ', 0'} from (${landingQuery(table, source, stamp)}) where reason is null`);
  const keys = key.map(identifier).join(', ');
  await database.run(`delete from ${stored} where rowid not in (
    select max(rowid) from ${stored} group by ${keys})`);
}
