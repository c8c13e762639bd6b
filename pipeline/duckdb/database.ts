import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBValue,
  type Json,
} from '@duckdb/node-api';

export type Row = Record<string, Json>;
export type Parameters = DuckDBValue[] | Record<string, DuckDBValue>;

export interface DatabaseOptions {
  /** DuckDB's memory limit, such as `4GB`; its own default without one. */
  memoryLimit?: string | undefined;
  threads?: number | undefined;
  /** Where DuckDB spills what does not fit into memory. */
  temporaryDirectory?: string | undefined;
}

/** One connection to one DuckDB database; time is UTC and row order is kept. */
export interface Database {
  readonly connection: DuckDBConnection;
  /** Runs one or several statements. */
  run(sql: string, parameters?: Parameters): Promise<void>;
  /** Reads every row; decimals, timestamps and 64-bit integers come as text. Small results only. */
  rows(sql: string, parameters?: Parameters): Promise<Row[]>;
  /** Another connection to the same database, with transactions of its own. */
  connect(): Promise<Database>;
  close(): void;
}

/** Opens or creates the database at `path` (`:memory:` for none on disk). */
export async function openDatabase(path: string, options: DatabaseOptions = {}): Promise<Database> {
  const settings: Record<string, string> = {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(options.memoryLimit && { memory_limit: options.memoryLimit }),
    ...(options.threads && { threads: String(options.threads) }),
    ...(options.temporaryDirectory && { temp_directory: options.temporaryDirectory }),
  };
  const instance = await DuckDBInstance.create(path, settings);
  return connectTo(instance, () => instance.closeSync());
}

async function connectTo(instance: DuckDBInstance, onClose: () => void): Promise<Database> {
  const connection = await instance.connect();
  await connection.run("set timezone = 'UTC'; set checkpoint_threshold = '1GB'");
  return {
    connection,
    async run(sql, parameters) {
      await connection.run(sql, parameters);
    },
    async rows(sql, parameters) {
      const reader = await connection.runAndReadAll(sql, parameters);
      return reader.getRowObjectsJson();
    },
    connect: () => connectTo(instance, () => {}),
    close() {
      connection.closeSync();
      onClose();
    },
  };
}
