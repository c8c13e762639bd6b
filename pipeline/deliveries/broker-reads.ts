import type { Kysely } from 'kysely';
import type { DeliveryDatabase } from './database.ts';
import type { Delivery, EnterResult } from './delivery.ts';
import { enterWith } from './enter.ts';
import type { DeliveryTables } from './schema.ts';

/** Account of a broker that a connector reads, and the account that its rows are delivered to. */
export interface BrokerSource {
  readonly connection: string;
  readonly brokerId: string;
  readonly accountId: string;
}

/** Progress of reading an account. */
export interface BrokerProgress {
  /** JSON of the state to go on from; null before the first page. */
  readonly state: string | null;
  readonly pages: number;
  readonly completeAt: string | null;
  /** True if the newest read did not reach the end of the history. */
  readonly isCutOff: boolean;
}

/** Row that a connector read, by its key, with a digest of its values. */
export interface BrokerRow {
  readonly table: string;
  readonly key: string;
  readonly digest: string;
  /** Instant of the row; empty for a row that is kept without limit. */
  readonly at: string;
}

/**
 * Returns the progress of reading an account. What was delivered to another account doesn't count:
 * then the history is read from its beginning.
 */
export async function brokerProgress(
  { read }: DeliveryDatabase,
  { connection, brokerId, accountId }: BrokerSource,
): Promise<BrokerProgress> {
  const row = await read((db) =>
    db
      .selectFrom('broker_reads')
      .select(['account_id', 'state', 'pages', 'complete_at', 'complete_pages'])
      .where('connection', '=', connection)
      .where('broker_id', '=', brokerId)
      .executeTakeFirst(),
  );
  if (row === undefined) return { state: null, pages: 0, completeAt: null, isCutOff: false };
  const pages = Number(row.pages);
  if (row.account_id !== accountId) return { state: null, pages, completeAt: null, isCutOff: true };
  const isCutOff = pages !== Number(row.complete_pages);
  return { state: row.state, pages, completeAt: row.complete_at, isCutOff };
}

/** Returns the delivered rows of an account that the next read compares, by `rowId`. */
export const deliveredRows = (
  { read }: DeliveryDatabase,
  source: BrokerSource,
): Promise<ReadonlyMap<string, BrokerRow>> => read((db) => comparedRows(db, source));

async function comparedRows(
  db: Kysely<DeliveryTables>,
  { connection, brokerId, accountId }: BrokerSource,
): Promise<Map<string, BrokerRow>> {
  const known = await db
    .selectFrom('broker_reads')
    .select('compared')
    .where('connection', '=', connection)
    .where('broker_id', '=', brokerId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const rows: readonly BrokerRow[] = JSON.parse(known?.compared ?? '[]');
  return new Map(rows.map((row) => [rowId(row), row]));
}

/** Id of a row among all rows of its account. */
export const rowId = ({ table, key }: Pick<BrokerRow, 'table' | 'key'>): string =>
  `${table} ${key}`;

interface StoredPage {
  /** Null if nothing of the page is new. */
  readonly delivery: Delivery | null;
  readonly rows: readonly BrokerRow[];
  readonly state: string;
  /** Pages that were stored before this one. */
  readonly pages: number;
  /** Set by the page that ends the history. */
  readonly completeAt: string | null;
  /** Rows before this instant are compared only if the last page has them again. */
  readonly forgetBefore: string;
}

/**
 * Enters the delivery of a page and moves the progress on, both or neither. Returns the receipt,
 * null if nothing was new, or the limit that the delivery would pass. Throws if another reader
 * moved on.
 */
export function storePage(
  database: DeliveryDatabase,
  source: BrokerSource,
  { delivery, rows, state, pages, completeAt, forgetBefore }: StoredPage,
): Promise<EnterResult | null> {
  return enterWith(database, delivery, async (db) => {
    const isRecent = ({ at }: BrokerRow): boolean => at === '' || at >= forgetBefore;
    const known = [...(await comparedRows(db, source)).values()];
    const ofPage = completeAt === null ? rows.filter(isRecent) : rows;
    const compared = new Map(
      [...(completeAt === null ? known : known.filter(isRecent)), ...ofPage].map((row) => [
        rowId(row),
        row,
      ]),
    );
    await movePages(db, source, pages, {
      state,
      compared: JSON.stringify([...compared.values()]),
      ...(completeAt !== null && { complete_at: completeAt, complete_pages: pages + 1 }),
    });
  });
}

async function movePages(
  db: Kysely<DeliveryTables>,
  { connection, brokerId, accountId }: BrokerSource,
  pages: number,
  progress: Pick<DeliveryTables['broker_reads'], 'state' | 'compared'> &
    Partial<Pick<DeliveryTables['broker_reads'], 'complete_at' | 'complete_pages'>>,
): Promise<void> {
  const moved = { account_id: accountId, pages: pages + 1, ...progress };
  const stored =
    pages === 0
      ? await db
          .insertInto('broker_reads')
          .values({ connection, broker_id: brokerId, complete_pages: 0, ...moved })
          .onConflict((conflict) => conflict.doNothing())
          .returning('pages')
          .executeTakeFirst()
      : await db
          .updateTable('broker_reads')
          .set(moved)
          .where('connection', '=', connection)
          .where('broker_id', '=', brokerId)
          .where('pages', '=', pages)
          .returning('pages')
          .executeTakeFirst();
  if (stored === undefined) throw new Error('another reader stored a page of this account');
}

/** Removes the progress of connections that exist no more. */
export async function forgetBrokerReads(
  { read, write }: DeliveryDatabase,
  existingNow: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const known = await read((db) =>
    db.selectFrom('broker_reads').select('connection').distinct().execute(),
  );
  // Asked after the progress was read, so that a connection added in between is not forgotten.
  const existing = await existingNow();
  const gone = known.map(({ connection }) => connection).filter((id) => !existing.has(id));
  if (gone.length === 0) return;
  await write((db) => db.deleteFrom('broker_reads').where('connection', 'in', gone).execute());
}
