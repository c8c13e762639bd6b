import type { ExpressionBuilder } from 'kysely';
import { type IsOwn, type Partition, partitionText, wholePartition } from '../base/partition.ts';
import type { CodedReason } from '../base/reasons/reason.ts';
import { inPages } from './batches.ts';
import type { Deliveries } from './deliveries.ts';
import type { DeliveriesOnce } from './open.ts';
import type { DeliveryTables } from './schema.ts';

/** Row that was refused, by a run or on receipt. */
export interface RefusedRow {
  /** The run, or the instant of the receipt. */
  readonly at: string;
  /**
   * Its file, or the receipt of its delivery. For owners, files begin at their table's folder:
   * where a source lies is the operator's business.
   */
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
  /** Replaces the rows of the named accounts; an account without rows is forgotten. */
  keep(accounts: ReadonlyMap<string, RefusedSummary>): Promise<void>;
  keepNewest(rows: readonly RefusedRowOfAccount[]): Promise<void>;
  /** Deletes all rows of accounts that are loaded, before a rebuild finds them again. */
  forget(isOwn: IsOwn): Promise<void>;
}

/**
 * Key of the newest rows of all accounts of a partition. No id of an account begins with a blank or
 * is empty.
 */
const keyOfNewest = (partition: Partition): string =>
  partition.count === 1 ? '' : ` ${partitionText(partition)}`;

const isKeyOfNewest = (id: string): boolean => id === '' || id.startsWith(' ');

/** Matches the keys of the newest rows of all accounts. */
export const newestRows = (eb: ExpressionBuilder<DeliveryTables, 'refused_by_runs'>) =>
  eb.or([eb('account_id', '=', ''), eb('account_id', 'like', ' %')]);

/**
 * Stores refused rows with the deliveries. Reads the newest ones of some partitions, and replaces
 * those of the first.
 */
export function refusalsIn(
  { find, open }: Pick<DeliveriesOnce, 'find' | 'open'>,
  partitions: () => readonly Partition[] = () => [wholePartition],
): RefusalStore {
  const keys = () => partitions().map(keyOfNewest);
  const look = async <Content>(ids: readonly string[]): Promise<Map<string, Content>> => {
    const contents = new Map<string, Content>();
    const database = ids.length === 0 ? null : await find();
    if (database === null) return contents;
    for (const page of inPages(ids)) {
      const rows = await database.read((db) =>
        db.selectFrom('refused_by_runs').selectAll().where('account_id', 'in', page).execute(),
      );
      for (const { account_id, refused } of rows) contents.set(account_id, JSON.parse(refused));
    }
    return contents;
  };
  const put = async (entries: readonly (readonly [id: string, content: unknown])[]) => {
    if (entries.length === 0) return;
    const { write } = await open();
    await write(async (db) => {
      for (const [id, content] of entries) {
        const row = { account_id: id, refused: JSON.stringify(content) };
        await db
          .insertInto('refused_by_runs')
          .values(row)
          .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
          .execute();
      }
    });
  };
  return {
    of: (accountIds) => look<RefusedSummary>(accountIds),
    async newest() {
      const byKey = await look<RefusedRowOfAccount[]>(keys());
      return [...byKey.values()].flat().sort(newestFirst).slice(0, maxNewest);
    },
    async keep(accounts) {
      await put([...accounts].filter(([, { count }]) => count > 0));
      const none = [...accounts].filter(([, { count }]) => count === 0).map(([id]) => id);
      const database = none.length === 0 ? null : await find();
      for (const page of inPages(none)) {
        await database?.write((db) =>
          db.deleteFrom('refused_by_runs').where('account_id', 'in', page).execute(),
        );
      }
    },
    keepNewest: (rows) =>
      put(
        keys()
          .slice(0, 1)
          .map((key) => [key, rows]),
      ),
    async forget(isOwn) {
      const database = await find();
      if (database === null) return;
      const known = await database.read((db) =>
        db.selectFrom('refused_by_runs').select('account_id').execute(),
      );
      const [newest = ''] = keys();
      const ids = known.map(({ account_id }) => account_id);
      const isOwnAccount = (id: string) => newest === '' || (!isKeyOfNewest(id) && isOwn(id));
      for (const page of inPages([newest, ...ids.filter(isOwnAccount)])) {
        await database.write((db) =>
          db.deleteFrom('refused_by_runs').where('account_id', 'in', page).execute(),
        );
      }
    },
  };
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
