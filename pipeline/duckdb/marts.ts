import type { TSchema } from 'typebox';
import * as schemas from '../../sql/marts/index.ts';
import type { Database } from './database.ts';
import { readSql, relationsIn } from './sql-files.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Replaces the rows of the subjects in scope by what was computed for them. */
export async function keepMarts(database: Database): Promise<void> {
  for (const mart of relationsIn('marts')) {
    await database.run(`
      create table if not exists ${mart} as from computed_${mart} limit 0;
      delete from ${mart} where subject_id in (select scope.subject_id from scope);
      insert into ${mart} by name from computed_${mart};`);
  }
}

/** Removes every mart, for a run that computes all of them anew. */
export async function dropMarts(database: Database): Promise<void> {
  for (const view of relationsIn('views')) await database.run(`drop view if exists ${view}`);
  for (const mart of relationsIn('marts')) await database.run(`drop table if exists ${mart}`);
}

/** Removes subjects that are gone, documents every mart and lays the views over them. */
export async function finishMarts(database: Database): Promise<void> {
  const statements = relationsIn('marts').flatMap((mart) => [
    `delete from ${mart}
      where subject_id not in (select subjects.subject_id from subjects)`,
    ...commentsOf(mart),
  ]);
  const views = relationsIn('views').map((view) => readSql(`views/${view}`));
  await database.run(['begin', ...statements, ...views].join(';\n'));
  await describeViews(database);
  await database.run('commit');
}

/** Gives every column of a shared view the words of the column it shows. */
async function describeViews(database: Database): Promise<void> {
  const described = await database.rows(`
    select shown.table_name as view, shown.column_name,
      arg_min(source.comment, source.table_name = 'subjects') as comment,
    from duckdb_columns() as shown
    inner join duckdb_columns() as source
      on source.column_name = shown.column_name
      and source.table_name in (replace(shown.table_name, 'shared_', ''), 'subjects')
    where shown.table_name like 'shared!_%' escape '!' and source.comment is not null
    group by all`);
  const comments = described.map(
    ({ view, column_name, comment }) =>
      `comment on column ${view}.${column_name} is ${quoted(String(comment))}`,
  );
  if (comments.length > 0) await database.run(comments.join(';\n'));
}

function commentsOf(mart: string): string[] {
  const schema = schemasByMart.get(mart);
  if (!schema) throw new Error(`mart ${mart} has no schema beside it`);
  const grain = /^-- (.*)$/m.exec(readSql(`marts/${mart}`))?.[1] ?? '';
  const columns = Object.entries(columnsOf(mart, schema)).map(
    ([column, { description }]) => `comment on column ${mart}.${column} is ${quoted(description)}`,
  );
  return [
    `comment on table ${mart} is ${quoted(`${grain[0]?.toUpperCase()}${grain.slice(1)}`)}`,
    `comment on column ${mart}.subject_id is 'The account_id, or portfolio: and the slug.'`,
    ...columns,
  ];
}

const schemasByMart = new Map<string, TSchema>(
  Object.entries(schemas).filter(([name]) => name !== 'breakdownEntry'),
);

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
