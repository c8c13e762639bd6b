import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, replaceFile, syncFile } from '../base/files.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../duckdb/database.ts';
import { removeDatabase } from '../duckdb/persistent-database.ts';
import { macroSql, readSql } from '../duckdb/sql-files.ts';
import { views } from '../duckdb/views.ts';
import { emptyId } from '../publish/snapshot/layout.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import type { Publication } from '../publish/store/pointer.ts';
import type { Content, Store } from '../publish/store/store.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { storeShown } from '../shown/store-shown.ts';
import { isAsKnown } from './intake.ts';
import { objects } from './objects.ts';
import type { ShardRegister } from './state.ts';
import { readStored } from './stored-version.ts';

interface WarehouseOptions {
  readonly store: Store;
  readonly register: ShardRegister;
  /** Publication in service of these shards. */
  readonly publication: Publication;
  readonly registered: readonly RegistryAccount[];
  /** Folder for the warehouse. */
  readonly out: string;
  readonly limits: Pick<DatabaseOptions, 'memoryLimit' | 'threads'>;
}

/** Database in the store, with the name that it has in the warehouse. */
interface Part {
  readonly name: string;
  readonly object: string;
  readonly content: Content;
}

/**
 * Fetches the databases of all shards that are not here yet, and lays views over them that read
 * like the warehouse of one machine. Returns the statements that attach them, which `warehouse.sql`
 * has too.
 */
export async function assembleWarehouse(options: WarehouseOptions): Promise<string> {
  const { store, out } = options;
  const folder = resolve(out, 'shards');
  makeFolder(folder);
  const parts = partsOf(options.register);
  const pathOf = ({ content }: Part) => join(folder, `${content.sha256}.duckdb`);
  await eachFewAtOnce(parts, async (part) => {
    const path = pathOf(part);
    if (!isAsKnown(path, part.content)) await store.fetch(part.object, part.content, path);
  });
  const attach = parts.map((part) => attachStatement(pathOf(part), part.name));
  const path = resolve(out, 'warehouse.duckdb');
  const building = mkdtempSync(join(out, '.warehouse-'));
  try {
    const made = join(building, 'warehouse.duckdb');
    await buildWarehouse(made, attach, building, options);
    syncFile(made);
    removeDatabase(path);
    renameSync(made, path);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  const head = `-- version ${options.publication.version}`;
  const script = [head, ...attach, attachStatement(path, 'warehouse'), 'use warehouse;\n'].join(
    '\n',
  );
  replaceFile(resolve(out, 'warehouse.sql'), script);
  const needed = new Set(parts.map(pathOf));
  for (const name of readdirSync(folder)) {
    // A process that has an old database open can still read it.
    if (!needed.has(join(folder, name))) rmSync(join(folder, name));
  }
  return script;
}

const partsOf = ({ states, intake }: ShardRegister): Part[] => [
  ...states.flatMap(({ shard, working }) =>
    working === null
      ? []
      : [{ name: `shard_${shard}`, object: objects.working(working), content: working }],
  ),
  ...(intake === null ? [] : [{ name: 'intake', object: objects.intake(intake), content: intake }]),
];

const attachStatement = (path: string, name: string): string =>
  `attach if not exists ${literal(path)} as ${name} (type duckdb, read_only);`;

async function buildWarehouse(
  path: string,
  attach: readonly string[],
  temporary: string,
  { store, publication, registered, limits }: WarehouseOptions,
): Promise<void> {
  const database = await openDatabase(path, {
    ...limits,
    temporaryDirectory: join(temporary, 'spill'),
  });
  try {
    await database.run(
      [...attach, macroSql(), ...warehouseTables.map((name) => readSql(`state/${name}`))].join(
        '\n',
      ),
    );
    for (const [name, homes] of await tablesOfParts(database)) {
      await database.run(`create view ${identifier(name)} as ${unionOf(name, homes)}`);
    }
    const { entries } = await readStored(store, temporary, publication.manifest);
    try {
      const identities = [...entries.all()].map(({ parts: _, ...identity }) => identity);
      await storeShown(database, registered, identities);
    } finally {
      entries.close();
    }
    for (const sql of views.values()) await database.run(sql());
    await copyComments(database);
    await database.run('checkpoint');
  } finally {
    database.close();
  }
}

/** Tables of the warehouse itself, which no shard has. */
const warehouseTables = ['decisions', 'shown_members', 'shown_subjects'];
/** Tables that only the machine that split the sources has. */
const tablesOfIntake = ['loaded_files', 'operator_accounts', 'rejects', 'terminals'];
/** Tables about the progress of a database, without figures. */
const internalTables = [
  ...['declarations', 'known_files', 'pending_changes', 'published_records', 'published_state'],
  ...['row_order', 'archive_link', 'state_shape', 'definitions'],
];

/** Part that has a table. `subject` is the column with the account of a row, or null. */
interface Home {
  readonly part: string;
  readonly subject: string | null;
}

async function tablesOfParts(database: Database): Promise<Map<string, Home[]>> {
  const rows = await database.rows(`
    select table_name as name, database_name as part,
      max(column_name) filter (column_name in ('subject_id', 'account_id')) as subject
    from duckdb_columns()
    semi join duckdb_tables() using (database_name, schema_name, table_name)
    where schema_name = 'main' and (starts_with(database_name, 'shard_') or database_name = 'intake')
    group by table_name, database_name`);
  const places = rows.toSorted((first, second) => numberOf(first.part) - numberOf(second.part));
  const homes = new Map<string, Home[]>();
  for (const row of places) {
    const [name, part] = [String(row.name), String(row.part)];
    const isOfIntake = tablesOfIntake.includes(name);
    if (
      [...warehouseTables, ...internalTables].includes(name) ||
      isOfIntake !== (part === 'intake')
    )
      continue;
    const subject = row.subject === null ? null : String(row.subject);
    homes.set(name, [...(homes.get(name) ?? []), { part, subject }]);
  }
  return homes;
}

/** Returns the number of a shard by the name of its part. Rows of no shard come first. */
const numberOf = (part: unknown): number =>
  part === 'intake' ? -1 : Number(String(part).slice('shard_'.length));

/**
 * Returns the view over all shards. Rows of no account are the same in every shard, so only the
 * first one gives them.
 */
function unionOf(name: string, homes: readonly Home[]): string {
  const rows = homes.map(({ part, subject }, at) => {
    const condition = at === 0 ? '' : ` where ${subject} is distinct from ${literal(emptyId)}`;
    return `from ${part}.main.${identifier(name)}${condition}`;
  });
  const isShared = homes[0]?.part === 'intake' || homes[0]?.subject === null;
  return rows.slice(0, isShared ? 1 : undefined).join('\nunion all by name ');
}

/** Copies the comments on tables and columns from the first shard. */
async function copyComments(database: Database): Promise<void> {
  const comments = await database.rows(`
    with of_shards as (
      select database_name, table_name as name, null as column_name, comment from duckdb_tables()
      union all select database_name, view_name, null, comment from duckdb_views()
      union all select database_name, table_name, column_name, comment from duckdb_columns()
    )
    select name, column_name, any_value(comment order by database_name) as comment
    from of_shards
    semi join (select view_name as name from duckdb_views() where database_name = current_database())
      using (name)
    where starts_with(database_name, 'shard_') and comment is not null
    group by all`);
  const statements = comments.map(({ name, column_name: column, comment }) => {
    const view = identifier(String(name));
    const target =
      column === null ? `view ${view}` : `column ${view}.${identifier(String(column))}`;
    return `comment on ${target} is ${literal(String(comment))};`;
  });
  await database.run(statements.join('\n'));
}
