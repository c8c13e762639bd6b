import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataDirectory } from '../base/data-directory.ts';
import { makeFolder, replaceFile, syncFile } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { identifier, literal } from '../base/sql-text.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../duckdb/database.ts';
import { describeMartViews } from '../duckdb/marts.ts';
import { removeDatabase } from '../duckdb/persistent-database.ts';
import { macroSql, readSql } from '../duckdb/sql-files.ts';
import { views } from '../duckdb/views.ts';
import { emptyId } from '../publish/snapshot/layout.ts';
import { sequenceOf } from '../publish/snapshot/versions.ts';
import type { Publication } from '../publish/store/pointer.ts';
import type { Store } from '../publish/store/store.ts';
import { type NamedDecisions, type ServedVersion, storeShown } from '../shown/store-shown.ts';
import { shardInputs } from './inputs.ts';
import { objects } from './objects.ts';
import { makeShardDatabase } from './shard-run.ts';
import type { ShardRegister } from './state.ts';
import { readStored } from './stored-version.ts';

interface WarehouseOptions {
  readonly store: Store;
  readonly register: ShardRegister;
  /** Publication in service of these shards. */
  readonly publication: Publication;
  readonly registered: NamedDecisions;
  /** Folder for the warehouse. */
  readonly out: string;
  readonly limits: Pick<DatabaseOptions, 'memoryLimit' | 'threads'>;
  readonly log: Log;
}

/** Database with the name that it has in the warehouse. */
interface Part {
  readonly name: string;
  /** Name of its file, which changes with its rows. */
  readonly file: string;
  /** Makes the file. */
  make(path: string): Promise<void>;
}

/**
 * Makes the databases of all shards that are not here yet, and lays views over them that read like
 * the warehouse of one machine. Returns the statements that attach them, which `warehouse.sql` has
 * too.
 */
export async function assembleWarehouse(options: WarehouseOptions): Promise<string> {
  const { out } = options;
  const folder = resolve(out, 'shards');
  makeFolder(folder);
  const building = mkdtempSync(join(out, '.warehouse-'));
  const { manifest, entries } = await readStored(
    options.store,
    building,
    options.publication.manifest,
  );
  const parts = partsOf(options, manifest.as_of);
  const pathOf = ({ file }: Part) => join(folder, `${file}.duckdb`);
  for (const part of parts) {
    const path = pathOf(part);
    if (!existsSync(path)) await part.make(path);
  }
  const attach = parts.map((part) => attachStatement(pathOf(part), part.name));
  const path = resolve(out, 'warehouse.duckdb');
  try {
    const made = join(building, 'warehouse.duckdb');
    await buildWarehouse(made, attach, building, { version: manifest.version, entries }, options);
    syncFile(made);
    removeDatabase(path);
    renameSync(made, path);
  } finally {
    entries.close();
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

function partsOf(options: WarehouseOptions, asOf: string): Part[] {
  const { store, register, publication, registered, limits, log, out } = options;
  const { intake } = register;
  const common = { deleted: [], calendar: null, chain: null, lost: [], before: publication };
  const versionNo = sequenceOf(publication.version) + 1;
  const of = { asOf, versionNo, registered: registered.accounts };
  const inputs = shardInputs(register, { ...common, ...of });
  const shards = inputs.flatMap((input): Part[] => {
    const { shard, state } = input;
    if (state.working === null) return [];
    const dataDir = dataDirectory(resolve(out, `.shard-${shard}`));
    const making = { store, dataDir, log, clock: () => new Date(asOf), ...limits };
    // Rows that wait count from the next batch on.
    const settled = { ...input, slices: [], departed: [] };
    return [
      {
        name: `shard_${shard}`,
        file: state.working,
        async make(path) {
          try {
            await makeShardDatabase(settled, making, path);
          } finally {
            rmSync(dataDir.path, { recursive: true, force: true });
          }
        },
      },
    ];
  });
  if (intake === null) return shards;
  const make = (path: string) => store.fetch(objects.intake(intake), intake, path);
  return [...shards, { name: 'intake', file: intake.sha256, make }];
}

const attachStatement = (path: string, name: string): string =>
  `attach if not exists ${literal(path)} as ${name} (type duckdb, read_only);`;

async function buildWarehouse(
  path: string,
  attach: readonly string[],
  temporary: string,
  served: ServedVersion,
  { registered, limits }: WarehouseOptions,
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
    await storeShown(database, registered, served);
    for (const sql of views.values()) await database.run(sql());
    await copyComments(database);
    await describeMartViews(database);
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

/** Copies the comments on tables and columns that every shard declares from the first one. */
async function copyComments(database: Database): Promise<void> {
  const comments = await database.rows(`
    with of_shards as (
      select database_name, table_name as name, null as column_name, comment from duckdb_tables()
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
