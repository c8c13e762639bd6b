import { hash } from 'node:crypto';
import type { Database } from '../duckdb/database.ts';
import { ignoredColumns, type Table, tables } from './columns.ts';
import type { LinesOfTable } from './delivered-lines.ts';
import { deliveredPrefix } from './delivered-name.ts';
import { type Landing, type LoadedFile, landRows } from './landing.ts';
import type { Source } from './projection.ts';
import { rejectOrdinals } from './rejects.ts';
import { linesSource } from './text-source.ts';

/** Progress of loading deliveries. */
export interface DeliveryProgress {
  /** Id of the database that gave the numbers; empty where nothing is loaded yet. */
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

/**
 * Lands the lines of deliveries behind the rows of files, whose numbers are below `firstNumber`.
 */
export async function landDelivered(
  landing: Landing,
  { lines, progress }: Pick<DeliveredLoad, 'lines' | 'progress'>,
  before: DeliveryProgress,
  firstNumber: number,
): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  for (const [at, { table: name, relation, rows, bytes }] of lines.entries()) {
    const table = tableNamed(name);
    const file = `${deliveredPrefix}${name}-${before.number + 1}-${progress.number}.ndjson`;
    const firstRow = await landRows(landing, table, stampedSource(relation, table), rows, [file]);
    const entry: LoadedFile = {
      ...{ number: firstNumber + at, file, path: '', writtenAt: 0, table, bytes },
      ...{ firstRow, landed: rows, rowsIn: rows, rejected: 0, replaced: 0 },
      // Lines have no file, so the name of this load stands for its bytes.
      sha256: hash('sha256', `${landing.stamp.delivery} ${progress.source} ${file}`),
    };
    loaded.push({ ...entry, rejected: await rejectOrdinals(landing, entry) });
  }
  return loaded;
}

/** Returns the source of lines whose stamps are columns of the same relation. */
function stampedSource(relation: string, table: Table): Source {
  const { columns, ...source } = linesSource(relation, table);
  const stamp = (name: string) => ({ sql: name, type: 'VARCHAR' });
  const stamps = [
    ...ignoredColumns(table).map((name) => [name, stamp('source')] as const),
    ...(['source', 'first_source'] as const).map((name) => [name, stamp('source')] as const),
    ...(['delivery', 'first_delivery'] as const).map((name) => [name, stamp('delivery')] as const),
  ];
  return {
    ...source,
    columns: new Map([...columns, ...stamps]),
    hasStamps: true,
    rawText: 'line',
  };
}

/** Returns the table of a name. */
export function tableNamed(name: string): Table {
  const table = tables.find((known) => known.name === name);
  if (table === undefined) throw new Error(`no table ${name}`);
  return table;
}
