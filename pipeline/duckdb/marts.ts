import type { TSchema } from 'typebox';
import { descriptionOf } from '../../sql/figures.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { marts } from '../../sql/marts/index.ts';
import { namesAndBadges } from '../../sql/marts/names_and_badges.ts';
import { observedTimes } from '../../sql/marts/observed.ts';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from './database.ts';
import { declareOnce } from './declarations.ts';
import { flatLists, flatWords } from './flat.ts';
import { computedSql, readSql, relationsIn } from './sql-files.ts';
import { views } from './views.ts';

/** Tables about accounts, and about subjects. */
const tablesOfAccounts = ['compared_figures', 'unreconciled_accounts'];
const tablesOfSubjects = ['conversions', 'restatements'];

/**
 * Replaces the mart rows of the selected subjects by the computed ones, in the database `home`. A
 * run that ends before it notes their inputs leaves nothing valid: the next run computes them
 * again.
 */
export async function storeMarts(database: Database, home: string): Promise<void> {
  const marts = relationsIn('marts');
  const tables = [...tablesOfAccounts, ...tablesOfSubjects];
  const statements = [
    ...tables.map((table) => replaceRows(table, readSql(`runs/${table}`))),
    ...marts.map(
      (mart) => `
        create table if not exists "${home}".${mart} as from computed_${mart} limit 0;
        ${replaceRows(mart, `from computed_${mart}`)}`,
    ),
  ];
  await database.run('begin');
  try {
    await database.run(`update computed set input = null, as_of = null
      where subject_id in (select selection.subject_id from selection);
      ${statements.join('\n')}`);
    await database.run('commit');
  } catch (error) {
    await database.run('rollback').catch(() => {});
    throw error;
  }
}

const replaceRows = (table: string, rows: string): string => `
  delete from ${table} where ${idOf(table)} in (select selection.subject_id from selection);
  insert into ${table} by name ${rows};`;

const idOf = (table: string): string =>
  tablesOfAccounts.includes(table) ? 'account_id' : 'subject_id';

/**
 * Removes marts whose columns differ from those computed now. All their rows are computed again. It
 * looks only if other SQL computed them last: listing all columns takes a fiftieth of a small run.
 * The marts are in the database `home`.
 */
export const dropOldMarts = (database: Database, home: string): Promise<void> =>
  declareOnce(database, 'marts', computedSql(), () => dropOtherShapes(database), identifier(home));

async function dropOtherShapes(database: Database): Promise<void> {
  const shapes = await database.rows(`select table_name,
      list((column_name, data_type) order by column_index)::varchar as shape
    from duckdb_columns() group by all`);
  const shapeOf = new Map(shapes.map(({ table_name, shape }) => [table_name, shape]));
  const isOld = (mart: string) =>
    shapeOf.has(mart) && shapeOf.get(mart) !== shapeOf.get(`computed_${mart}`);
  if (!relationsIn('marts').some(isOld)) return;
  for (const view of views.keys()) await database.run(`drop view if exists ${view}`);
  for (const mart of relationsIn('marts').filter(isOld)) await database.run(`drop table ${mart}`);
  await database.run("delete from declarations where part = 'views'");
}

/** Removes what is stored of the figures of subjects whose id makes a condition true. */
export async function dropFigures(
  database: Database,
  condition: (id: string) => string,
): Promise<void> {
  const tables = [...(await martsIn(database)), ...tablesOfAccounts, ...tablesOfSubjects];
  const removals = tables.map((table) => `delete from ${table} where ${condition(idOf(table))}`);
  await database.run(removals.join(';\n'));
}

/** Returns the marts that the database has. */
async function martsIn(database: Database): Promise<string[]> {
  const [there] = await database.rows(`select list(table_name) as names from duckdb_tables()
    where database_name = current_database()`);
  const names = Array.isArray(there?.names) ? there.names : [];
  return relationsIn('marts').filter((name) => names.includes(name));
}

/** Removes subjects that are gone, documents every mart and lays the views over them. */
export async function finishMarts(database: Database): Promise<void> {
  await removeGone(database);
  const statements = [
    ...relationsIn('marts').flatMap((mart) => commentsOf(mart)),
    ...[...views.values()].map((sql) => sql()),
  ];
  const words = [readSql('runs/view_columns'), readSql('state/shown_subjects'), ...wordsOfLists];
  await declareOnce(database, 'views', [...statements, ...words].join(';\n'), async () => {
    await database.run(['begin', ...statements].join(';\n'));
    await describeViews(database);
    await database.run('commit');
  });
}

/** Removes rows of subjects that are gone. Looking for them first takes a tenth of planning it. */
async function removeGone(database: Database): Promise<void> {
  const [gone] = await database.rows(readSql('runs/subjects_gone'));
  if (gone?.is_any !== true) return;
  await database.run('begin');
  await dropFigures(database, (id) => `${id} not in (select subjects.subject_id from subjects)`);
  await database.run('commit');
}

/** Gives every column of a view that has none the words of what it shows. */
async function describeViews(database: Database): Promise<void> {
  const described = await database.rows(readSql('runs/view_columns'));
  const comments = described.flatMap(({ view, column_name, comment }) => {
    const words = wordsOfLists.get(`${view}.${column_name}`) ?? comment;
    if (typeof words !== 'string') return [];
    return [`comment on column ${view}.${identifier(String(column_name))} is ${literal(words)}`];
  });
  if (comments.length > 0) await database.run(comments.join(';\n'));
}

function commentsOf(mart: string): string[] {
  const schema = schemasByMart.get(mart);
  if (!schema) throw new Error(`mart ${mart} has no schema next to it`);
  const [head = ''] = /^(-- .*\n)+/.exec(readSql(`marts/${mart}`)) ?? [];
  const grain = head
    .replaceAll(/^-- |\n$/gm, '')
    .replaceAll('\n', ' ')
    .trim();
  const columns = Object.entries(columnsOf(mart, schema)).map(
    ([column, { description }]) => `comment on column ${mart}.${column} is ${literal(description)}`,
  );
  return [
    `comment on table ${mart} is ${literal(`${grain[0]?.toUpperCase()}${grain.slice(1)}`)}`,
    `comment on column ${mart}.subject_id is 'The account_id, or portfolio: and the slug.'`,
    ...columns,
  ];
}

/** Comments of a list's columns. Those of its table differ: they do not mention hidden values. */
const wordsOfLists = new Map([
  ...Object.entries({ shared_trades: trade, shared_positions: position }).flatMap(([view, list]) =>
    Object.entries(columnsOf(view, list)).map(
      ([column, { description }]) => [`${view}.${column}`, description] as const,
    ),
  ),
  ...Object.entries({ shared_summary: namesAndBadges, shared_observed: observedTimes }).flatMap(
    ([view, columns]) =>
      Object.entries(columns).map(
        ([column, schema]) => [`${view}.${column}`, descriptionOf(schema)] as const,
      ),
  ),
  ...flatLists.flatMap((list) =>
    [list.name, `shared_${list.name}`].flatMap((view) =>
      flatWords(list).map(([column, comment]) => [`${view}.${column}`, comment] as const),
    ),
  ),
]);

const schemasByMart = new Map<string, TSchema>(Object.entries(marts));

interface Described {
  description: string;
}

function columnsOf(mart: string, schema: TSchema): Record<string, Described> {
  const described = (part: object): Described => ({
    description: 'description' in part ? String(part.description) : mart,
  });
  if (!('properties' in schema)) return { [mart]: described(schema) };
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, described(part)]),
  );
}
