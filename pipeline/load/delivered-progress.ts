import { isDeepStrictEqual } from 'node:util';
import { literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import type { LinesOfTable } from './delivered-lines.ts';
import { deliveredPrefix } from './ledger.ts';
import type { OwnersIntake } from './owners-accounts.ts';

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
async function storeProgress(
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

/** Progress of deliveries before this load, and after it. */
export interface ProgressMade {
  readonly before: DeliveryProgress;
  readonly taken: DeliveredLoad;
  /** Accounts whose stored rows were removed. */
  readonly cleared: readonly string[];
}

/** Reads what was delivered, and removes the rows of accounts that are loaded anew. */
export async function takeUp(
  database: Database,
  deliveries: DeliverySource | undefined,
  owners: OwnersIntake | null,
): Promise<ProgressMade | null> {
  if (deliveries === undefined) return null;
  const before = await readProgress(database);
  const closedAmong = async (ids: readonly string[]) =>
    new Set(owners ? await owners.closedAmong(ids) : []);
  const taken = await deliveries.takeUp(database, before, closedAmong);
  // An account whose deliveries can't be read keeps its rows.
  const readable = deliveries.anew?.filter((id) => !taken.progress.accounts.has(id)) ?? [];
  const cleared = owners ? await owners.clear(readable) : [];
  await touchAccounts(database, cleared);
  await forgetRejects(database, cleared);
  await taken.store();
  return { before, taken, cleared };
}

/** Removes the rejected rows of deliveries that are loaded anew, which may reject them again. */
async function forgetRejects(database: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await database.run(
    `delete from rejects where starts_with(file, ${literal(deliveredPrefix)})
      and account_id in (select unnest(from_json($ids::json, '["VARCHAR"]')))`,
    { ids: JSON.stringify(accountIds) },
  );
}

/** Has accounts computed whose rows were removed, even if no row of them comes again. */
async function touchAccounts(database: Database, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await database.run(
    `insert into touched_accounts select unnest(from_json($ids::json, '["VARCHAR"]'))`,
    { ids: JSON.stringify(accountIds) },
  );
}

/**
 * Stores the progress if it has changed. Accounts that the operator loads go back to 0, so that all
 * their deliveries load once he allows it.
 */
export async function noteProgress(
  database: Database,
  { before, taken: { progress: after }, cleared }: ProgressMade,
  byOperator: readonly string[],
): Promise<boolean> {
  const anew = byOperator.map((id) => [id, 0] as const);
  const progress = { ...after, accounts: new Map([...after.accounts, ...anew]) };
  if (isDeepStrictEqual(progress, before)) return cleared.length > 0;
  await storeProgress(database, progress);
  return true;
}
