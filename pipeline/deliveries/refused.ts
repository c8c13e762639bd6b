import type { Deliveries } from './deliveries.ts';
import type { DeliveriesOnce } from './open.ts';
import { inPages } from './portions.ts';
import type { RefusedDelivery } from './receipts.ts';

/** A row that a run refused. */
export interface RefusedByRun {
  /** The run. */
  readonly run: string;
  /** The file; for owners from its table on, as where its source lies is the operator's business. */
  readonly file: string;
  readonly line: number;
  readonly table: string;
  readonly reason: string;
}

/** What runs refused of an account: how much, and the newest of it. */
export interface RefusedByRuns {
  readonly count: number;
  readonly rows: readonly RefusedByRun[];
}

/** The same with the account that it names; null where that cannot be told. */
export type RefusedOfSome = RefusedByRun & { readonly accountId: string | null };

/** Where what runs refuse is kept, for whoever is to be told. */
export interface KeptRefusals {
  /** Of these accounts; those of which nothing was refused are not in it. */
  of(accountIds: readonly string[]): Promise<ReadonlyMap<string, RefusedByRuns>>;
  /** The newest of anybody's. */
  newest(): Promise<readonly RefusedOfSome[]>;
  /** Keeps what was refused of accounts; those that are not named keep theirs. */
  keep(accounts: ReadonlyMap<string, RefusedByRuns>): Promise<void>;
  keepNewest(rows: readonly RefusedOfSome[]): Promise<void>;
  /** Forgets all of it, before a rebuild finds it again. */
  forget(): Promise<void>;
}

/** Not an account's. */
const newestOfAll = '';

/** Keeps it with the deliveries. */
export function refusalsIn({ find, open }: Pick<DeliveriesOnce, 'find' | 'open'>): KeptRefusals {
  const look = async <Content>(ids: readonly string[]): Promise<Map<string, Content>> => {
    const all = new Map<string, Content>();
    const database = ids.length === 0 ? null : await find();
    if (database === null) return all;
    for (const some of inPages(ids)) {
      const rows = await database.read((db) =>
        db.selectFrom('refused_by_runs').selectAll().where('account_id', 'in', some).execute(),
      );
      for (const { account_id, refused } of rows) all.set(account_id, JSON.parse(refused));
    }
    return all;
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
    of: (accountIds) => look<RefusedByRuns>(accountIds),
    newest: async () => (await look<RefusedOfSome[]>([newestOfAll])).get(newestOfAll) ?? [],
    keep: (accounts) => put([...accounts]),
    keepNewest: (rows) => put([[newestOfAll, rows]]),
    async forget() {
      const database = await find();
      await database?.write((db) => db.deleteFrom('refused_by_runs').execute());
    },
  };
}

/** A row that was refused, by a run or as it came in. */
export interface RefusedRow {
  readonly at: string;
  /** Its file, or the receipt of the delivery that it came in. */
  readonly from: string;
  readonly line: number;
  readonly table: string | null;
  readonly reason: string;
}

/** What was refused of an account: how much, and the newest of it. */
export interface Refused {
  readonly count: number;
  readonly rows: readonly RefusedRow[];
}

/** The same of any account. */
export interface RefusedOfAny extends RefusedRow {
  /** The account that it names; null where that cannot be told. */
  readonly accountId: string | null;
}

/** Tells owners what was refused of their accounts, and operators what of all. */
export interface Refusals {
  /** By account; those of which nothing was are not in it. */
  of(
    accountIds: readonly string[],
    keyIds: readonly string[],
  ): Promise<ReadonlyMap<string, Refused>>;
  /** Of all accounts, known or not, newest first. */
  newest(): Promise<readonly RefusedOfAny[]>;
}

const maxRows = 100;
const maxNewest = 200;

/** Of what runs keep and of deliveries, where somebody has a key for it. */
export function createRefusals(
  kept: KeptRefusals,
  deliveries: Pick<Deliveries, 'refused'>,
): Refusals {
  return {
    async of(accountIds, keyIds) {
      const all = new Map<string, { count: number; rows: RefusedRow[] }>();
      const add = (accountId: string, count: number, rows: readonly RefusedRow[]): void => {
        const known = all.get(accountId) ?? { count: 0, rows: [] };
        all.set(accountId, { count: known.count + count, rows: [...known.rows, ...rows] });
      };
      for (const [accountId, { count, rows }] of await kept.of(accountIds)) {
        add(accountId, count, rows.map(rowOfRun));
      }
      const sent = keyIds.length === 0 ? [] : await deliveries.refused(keyIds);
      for (const { accountId, receipt, at, count, rows } of sent) {
        if (!accountIds.includes(accountId)) continue;
        add(accountId, count, rows.map(rowOfDelivery(receipt, at)));
      }
      for (const refused of all.values()) {
        refused.rows.sort(newestFirst);
        refused.rows.splice(maxRows);
      }
      return all;
    },
    async newest() {
      const byRuns = await kept.newest();
      const sent = await deliveries.refused('all');
      const rows: RefusedOfAny[] = byRuns.map(rowOfRun);
      for (const { accountId, receipt, at, rows: some } of sent) {
        rows.push(...some.map((row) => ({ ...rowOfDelivery(receipt, at)(row), accountId })));
      }
      return rows.sort(newestFirst).slice(0, maxNewest);
    },
  };
}

const rowOfRun = <Row extends RefusedByRun>({ run, file, ...row }: Row) => ({
  ...row,
  at: run,
  from: file,
});

const rowOfDelivery =
  (receipt: string, at: string) =>
  ({ row, table, reason }: RefusedDelivery['rows'][number]): RefusedRow => ({
    at,
    from: receipt,
    line: row,
    table,
    reason,
  });

const newestFirst = (one: RefusedRow, other: RefusedRow): number =>
  one.at === other.at ? 0 : one.at < other.at ? 1 : -1;
