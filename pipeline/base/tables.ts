import { type Kysely, type Migration, Migrator, type Transaction } from 'kysely';
import { CommandError } from './errors.ts';
import { type CodedReason, makeReason } from './reasons/reason.ts';

/** Tables behind Kysely, in a SQLite file or in PostgreSQL. */
export interface TableStore<Tables> {
  /** For reads alone. */
  readonly db: Kysely<Tables>;
  /** Everything `work` reads is of one instant. */
  read<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** All of `work` or nothing. In SQLite there is one writer at a time across all processes. */
  write<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The migrations that make the tables of a database. */
export interface Schema {
  /** Begins messages about the database and the names of the migrator's own tables: `registry`. */
  readonly name: string;
  /** Runs in the order of the names. Once released, a migration is never changed. */
  readonly migrations: Readonly<Record<string, Migration>>;
}

/** Thrown where a database can't be opened or written; the work itself is not at fault. */
export class DatabaseOutOfReach extends CommandError {
  constructor({ name }: Schema, reason: CodedReason, options?: ErrorOptions) {
    super(makeReason('row_named', { name, detail: reason }), undefined, options);
    this.name = 'DatabaseOutOfReach';
  }
}

const migrationTable = ({ name }: Schema): string => `${name}_migrations`;

// biome-ignore lint/suspicious/noExplicitAny: Kysely's migrator takes a database of any tables.
type AnyTables = any;

/**
 * Tells whether a database has had every migration; throws if it has had one of another version.
 * PostgreSQL lists the tables of all its namespaces, so `namespace` names the one to look in.
 */
export async function isMigrated(
  db: Kysely<AnyTables>,
  schema: Schema,
  namespace?: string,
): Promise<boolean> {
  const tables = await db.introspection.getTables();
  const hasTable = tables.some(
    (table) =>
      table.name === migrationTable(schema) &&
      (namespace === undefined || table.schema === namespace),
  );
  if (!hasTable) return false;
  const rows: { name: string }[] = await db
    .selectFrom(migrationTable(schema))
    .select('name')
    .execute();
  const unknown = rows.find(({ name }) => !(name in schema.migrations));
  if (unknown !== undefined) {
    throw new DatabaseOutOfReach(
      schema,
      makeReason('system_other_database_version', { name: unknown.name }),
    );
  }
  return rows.length === Object.keys(schema.migrations).length;
}

/**
 * Runs the migrations that a database has not had. PostgreSQL's migrators wait for each other;
 * in SQLite Kysely's doesn't lock, so the caller holds the write lock.
 */
export async function migrate(
  db: Kysely<AnyTables>,
  schema: Schema,
  namespace?: string,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => schema.migrations },
    migrationTableName: migrationTable(schema),
    migrationLockTableName: `${migrationTable(schema)}_lock`,
    ...(namespace === undefined ? {} : { migrationTableSchema: namespace }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
