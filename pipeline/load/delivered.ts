import type { Database } from '../duckdb/database.ts';

/** Lines of one table that a load reads. */
export interface LinesOfTable {
  readonly table: string;
  /** Name of the relation with the columns `line`, `source` and `delivery`. */
  readonly relation: string;
  readonly rows: number;
  readonly bytes: number;
}

/** Progress of loading deliveries. */
export interface DeliveryProgress {
  /** Mark of the cut up to which they are loaded; empty where nothing is loaded yet. */
  readonly source: string;
  /** All with this number or a lower one are, but for those of the accounts below. */
  readonly number: number;
  /** Accounts of which those beyond a number of their own are not loaded yet. */
  readonly accounts: ReadonlyMap<string, number>;
}

/** Rows of deliveries for one load, as lines of source files. */
export interface DeliveredLoad {
  readonly lines: readonly LinesOfTable[];
  readonly progress: DeliveryProgress;
  /** Stores what later loads need to know of these deliveries, in the transaction of the load. */
  store(): Promise<void>;
  /** Frees the lines. */
  close(): Promise<void>;
}

/** Source of deliveries for a load. */
export interface DeliverySource {
  /** Accounts to load anew: the load removes their rows, then reads all their deliveries. */
  readonly anew?: readonly string[];
  /**
   * Reads deliveries that are not loaded yet, except of accounts in `closedAmong`. `home` is the
   * database that loads them.
   */
  takeUp(
    home: Database,
    progress: DeliveryProgress,
    closedAmong: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<DeliveredLoad>;
  /** Those of the accounts of which anything was delivered. */
  delivered(accountIds: readonly string[]): Promise<string[]>;
}

/** The progress that was stored with the rows. */
export async function readProgress(database: Database): Promise<DeliveryProgress> {
  const rows = await database.rows('select source, account_id, number from delivery_progress');
  const all = new Map(rows.map((row) => [String(row.account_id), Number(row.number)]));
  const number = all.get(everybody) ?? 0;
  all.delete(everybody);
  return { source: String(rows[0]?.source ?? ''), number, accounts: all };
}

/** No account's id. */
const everybody = '';

/** Stores the progress together with the rows, in the caller's transaction. */
export async function storeProgress(
  database: Database,
  { source, number, accounts }: DeliveryProgress,
): Promise<void> {
  const rows = [[everybody, number], ...accounts].map(([id, at]) => ({
    account_id: id,
    number: at,
  }));
  await database.run('delete from delivery_progress');
  await database.run(
    `insert into delivery_progress
      select $source, unnest(
        from_json($rows::json, '[{"account_id": "VARCHAR", "number": "BIGINT"}]'), recursive := true)`,
    { source, rows: JSON.stringify(rows) },
  );
}
