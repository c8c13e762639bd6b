import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import type { IsOwn } from '../base/partition.ts';
import type { CodedReason } from '../base/reasons/reason.ts';
import { forgetEmpty } from './accounts.ts';
import { inPages } from './batches.ts';
import type { Deliveries } from './deliveries.ts';
import type { DeliveriesOnce } from './open.ts';
import type { DeliveryTables } from './schema.ts';

/** Row that was refused, by a run or on receipt. */
export interface RefusedRow {
  /** The run, or the instant of the receipt. */
  readonly at: string;
  /** Its file, or the receipt of its delivery. For owners, files begin at their table's folder. */
  readonly from: string;
  readonly line: number;
  readonly table: string | null;
  readonly reason: CodedReason;
}

/** Refused rows of an account: their count, and the newest of them. */
export interface RefusedSummary {
  readonly count: number;
  readonly rows: readonly RefusedRow[];
}

/** Refused row with its account. */
export interface RefusedRowOfAccount extends RefusedRow {
  /** The account that the row names; null if it can't be read. */
  readonly accountId: string | null;
}

/** Storage of the rows that runs refused. */
export interface RefusalStore {
  /** Reads the refused rows of accounts; accounts without any are missing in it. */
  of(accountIds: readonly string[]): Promise<ReadonlyMap<string, RefusedSummary>>;
  /** Reads the newest rows of all accounts. */
  newest(): Promise<readonly RefusedRowOfAccount[]>;
  /**
   * Replaces the rows of the named accounts; an account without rows is forgotten. The account `''`
   * has rows that name none.
   */
  keep(accounts: ReadonlyMap<string, RefusedSummary>): Promise<void>;
  /** Deletes all rows of accounts that are loaded, before a rebuild finds them again. */
  forget(isOwn: IsOwn): Promise<void>;
}

/** Stores refused rows with the deliveries. */
export function refusalsIn({ find, open }: Pick<DeliveriesOnce, 'find' | 'open'>): RefusalStore {
  const remove = async (ids: readonly string[]): Promise<void> => {
    const database = ids.length === 0 ? null : await find();
    for (const page of inPages(ids)) {
      await database?.write(async (db) => {
        await db
          .updateTable('delivery_accounts')
          .set({ refused_at: null, refused: null })
          .where('account_id', 'in', page)
          .where('refused', 'is not', null)
          .execute();
        await forgetEmpty(db);
      });
    }
  };
  return {
    async of(accountIds) {
      const found = new Map<string, RefusedSummary>();
      const database = accountIds.length === 0 ? null : await find();
      for (const page of database === null ? [] : inPages(accountIds)) {
        const rows = await database?.read((db) =>
          refusedIn(db).where('account_id', 'in', page).execute(),
        );
        for (const { account_id, refused } of rows ?? []) {
          const { count, rows: all }: RefusedSummary = JSON.parse(refused);
          found.set(account_id, { count, rows: all.map(withinSource) });
        }
      }
      return found;
    },
    async newest() {
      const database = await find();
      const accounts = await database?.read((db) =>
        refusedIn(db).orderBy('refused_at', 'desc').limit(maxNewest).execute(),
      );
      return (accounts ?? [])
        .flatMap(({ account_id, refused }) => {
          const { rows }: RefusedSummary = JSON.parse(refused);
          return rows.map((row) => ({ ...row, accountId: account_id || null }));
        })
        .sort(newestFirst)
        .slice(0, maxNewest);
    },
    async keep(accounts) {
      const entries = [...accounts].map(([account_id, summary]) => ({
        account_id,
        refused_at: summary.rows[0]?.at ?? '',
        refused: JSON.stringify(summary),
      }));
      const none = entries.filter(({ refused_at }) => refused_at === '');
      await remove(none.map(({ account_id }) => account_id));
      const some = entries.filter(({ refused_at }) => refused_at !== '');
      if (some.length === 0) return;
      const { write } = await open();
      await write(async (db) => {
        for (const row of some) {
          await db
            .insertInto('delivery_accounts')
            .values(row)
            .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
            .execute();
        }
      });
    },
    async forget(isOwn) {
      const database = await find();
      const known = await database?.read((db) => refusedIn(db).execute());
      await remove((known ?? []).map(({ account_id }) => account_id).filter(isOwn));
    },
  };
}

/** Selects the accounts with refused rows. */
const refusedIn = (db: Kysely<DeliveryTables>) =>
  db
    .selectFrom('delivery_accounts')
    .select(['account_id', ({ ref }) => ref('refused').$notNull().as('refused')])
    .where('refused_at', 'is not', null);

/** Returns a row for its owner: where a source lies is the operator's business. */
function withinSource(row: RefusedRow): RefusedRow {
  const folder = row.from.lastIndexOf(`/${row.table}/`);
  return { ...row, from: folder < 0 ? basename(row.from) : row.from.slice(folder + 1) };
}

/** Lists refused rows, for the owners of accounts and for operators. */
export interface Refusals {
  /** Lists refused rows by account; accounts without any are missing in it. */
  of(
    accountIds: readonly string[],
    keyIds: readonly string[],
  ): Promise<ReadonlyMap<string, RefusedSummary>>;
  /** Lists the newest rows of all accounts, known or not, newest first. */
  newest(): Promise<readonly RefusedRowOfAccount[]>;
}

const maxRows = 100;
const maxNewest = 200;

/** Lists the rows that runs refused, and those refused on receipt. */
export function createRefusals(
  byRuns: RefusalStore,
  deliveries: Pick<Deliveries, 'refused'>,
): Refusals {
  const onReceipt = async (keyIds: readonly string[] | 'all') =>
    (await deliveries.refused(keyIds)).map(({ accountId, receipt, at, count, rows }) => ({
      accountId,
      count,
      rows: rows.map(({ row, table, reason }) => ({ at, from: receipt, line: row, table, reason })),
    }));
  return {
    async of(accountIds, keyIds) {
      const sent = keyIds.length === 0 ? [] : await onReceipt(keyIds);
      const all = new Map(await byRuns.of(accountIds));
      for (const { accountId, count, rows } of sent) {
        if (!accountIds.includes(accountId)) continue;
        const known = all.get(accountId) ?? { count: 0, rows: [] };
        all.set(accountId, { count: known.count + count, rows: [...known.rows, ...rows] });
      }
      for (const [accountId, { count, rows }] of all) {
        all.set(accountId, { count, rows: rows.toSorted(newestFirst).slice(0, maxRows) });
      }
      return all;
    },
    async newest() {
      const sent = await onReceipt('all');
      const rows = sent.flatMap((delivery) =>
        delivery.rows.map((row) => ({ ...row, accountId: delivery.accountId })),
      );
      return [...(await byRuns.newest()), ...rows].sort(newestFirst).slice(0, maxNewest);
    },
  };
}

const newestFirst = (first: RefusedRow, second: RefusedRow): number =>
  first.at === second.at ? 0 : first.at < second.at ? 1 : -1;
