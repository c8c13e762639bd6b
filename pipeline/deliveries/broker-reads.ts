import type { Kysely } from 'kysely';
import { chunks } from '../registry/chunks.ts';
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

/** Returns the delivered rows of an account that the next read compares, by table and key. */
export async function deliveredRows(
  { read }: DeliveryDatabase,
  { connection, brokerId, accountId }: BrokerSource,
): Promise<ReadonlyMap<string, BrokerRow>> {
  const rows = await read((db) =>
    db
      .selectFrom('broker_rows')
      .innerJoin('broker_reads', (join) =>
        join
          .onRef('broker_reads.connection', '=', 'broker_rows.connection')
          .onRef('broker_reads.broker_id', '=', 'broker_rows.broker_id'),
      )
      .select(['table_name', 'row_key', 'digest', 'at'])
      .where('broker_rows.connection', '=', connection)
      .where('broker_rows.broker_id', '=', brokerId)
      .where('broker_reads.account_id', '=', accountId)
      .execute(),
  );
  return new Map(
    rows.map(({ table_name: table, row_key: key, digest, at }) => [
      rowId({ table, key }),
      { table, key, digest, at },
    ]),
  );
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
  { connection, brokerId, accountId }: BrokerSource,
  { delivery, rows, state, pages, completeAt, forgetBefore }: StoredPage,
): Promise<EnterResult | null> {
  const source = { connection, broker_id: brokerId };
  return enterWith(database, delivery, async (db) => {
    await movePages(db, { ...source, account_id: accountId }, state, pages);
    if (completeAt !== null) {
      await db
        .updateTable('broker_reads')
        .set({ complete_at: completeAt, complete_pages: pages + 1 })
        .where('connection', '=', connection)
        .where('broker_id', '=', brokerId)
        .execute();
      await db
        .deleteFrom('broker_rows')
        .where('connection', '=', connection)
        .where('broker_id', '=', brokerId)
        .where('at', '!=', '')
        .where('at', '<', forgetBefore)
        .execute();
    }
    const compared =
      completeAt === null ? rows.filter(({ at }) => at === '' || at >= forgetBefore) : rows;
    for (const lot of chunks(compared)) {
      await db
        .insertInto('broker_rows')
        .values(
          lot.map(({ table, key, digest, at }) => ({
            ...source,
            table_name: table,
            row_key: key,
            digest,
            at,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['connection', 'broker_id', 'table_name', 'row_key'])
            .doUpdateSet((eb) => ({
              digest: eb.ref('excluded.digest'),
              at: eb.ref('excluded.at'),
            })),
        )
        .execute();
    }
  });
}

async function movePages(
  db: Kysely<DeliveryTables>,
  source: Pick<DeliveryTables['broker_reads'], 'connection' | 'broker_id' | 'account_id'>,
  state: string,
  pages: number,
): Promise<void> {
  const moved =
    pages === 0
      ? await db
          .insertInto('broker_reads')
          .values({ ...source, state, pages: 1, complete_at: null, complete_pages: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await db
          .updateTable('broker_reads')
          .set({ account_id: source.account_id, state, pages: pages + 1 })
          .where('connection', '=', source.connection)
          .where('broker_id', '=', source.broker_id)
          .where('pages', '=', pages)
          .executeTakeFirst();
  const count = 'numUpdatedRows' in moved ? moved.numUpdatedRows : moved.numInsertedOrUpdatedRows;
  if (count !== 1n) throw new Error('another reader stored a page of this account');
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
  await write(async (db) => {
    for (const connection of gone) {
      await db.deleteFrom('broker_reads').where('connection', '=', connection).execute();
      await db.deleteFrom('broker_rows').where('connection', '=', connection).execute();
    }
  });
}

/**
 * Copies the progress of all accounts to where machines share it, with the rows that the next read
 * compares. Progress that is there already stays. An interrupted call can be repeated.
 */
export async function moveBrokerReads(
  local: DeliveryDatabase,
  shared: DeliveryDatabase,
): Promise<void> {
  const reads = await local.read((db) => db.selectFrom('broker_reads').selectAll().execute());
  for (const progress of reads) {
    const { connection, broker_id } = progress;
    const rows = await local.read((db) =>
      db
        .selectFrom('broker_rows')
        .selectAll()
        .where('connection', '=', connection)
        .where('broker_id', '=', broker_id)
        .execute(),
    );
    await shared.write(async (db) => {
      const { numInsertedOrUpdatedRows: entered } = await db
        .insertInto('broker_reads')
        .values(progress)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (entered !== 1n) return;
      for (const lot of chunks(rows)) await db.insertInto('broker_rows').values(lot).execute();
    });
  }
}
