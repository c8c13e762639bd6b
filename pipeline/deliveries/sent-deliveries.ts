import type { Kysely } from 'kysely';
import { sumDecimals } from '../read/decimals.ts';
import { chunks } from '../registry/chunks.ts';
import { readContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import type { DeliveriesOnce } from './open.ts';
import type { DeliveryTables } from './schema.ts';
import { ticketsOf, tradesIn } from './tickets.ts';
import { findDelivery, type ListedDelivery, listDeliveries, withdrawDelivery } from './withdraw.ts';

/** Delivery as its owner sees it. */
export interface SentDelivery extends ListedDelivery {
  /** Name of the statement's file; null if a program sent it. */
  readonly file: string | null;
}

/** Number of rows of a delivery, by table. Deals of a terminal count as `deals`. */
export type RowCounts = Readonly<Record<string, number>>;

/** Effect of withdrawing a delivery. */
export interface Withdrawal {
  readonly counts: RowCounts;
  /**
   * Set if a terminal sent deals of the account. Trades are made of several deals, and a deal may
   * replace a trade of another delivery. So the rows don't tell which trades would be removed.
   */
  readonly hasDeals: boolean;
  /** Trades that no other delivery of the account has in its rows. */
  readonly removedTrades: number;
  /** Net profit of these trades, as decimal text. */
  readonly removedProfit: string;
}

/** Delivery with the effect of its withdrawal. */
export interface FoundDelivery extends Withdrawal {
  readonly delivery: SentDelivery;
  /** Changes with every delivery of the account that comes or is withdrawn. */
  readonly state: string;
}

/** Deliveries of an account, for its owner. */
export interface SentDeliveries {
  /** Lists deliveries of an account, the newest first. */
  list(owner: string, accountId: string): Promise<SentDelivery[]>;
  /**
   * Finds a delivery with the effect of its withdrawal. Null if the account has no such delivery.
   */
  find(owner: string, accountId: string, receipt: string): Promise<FoundDelivery | null>;
  /** Returns the accounts that have data which no run has loaded yet. */
  waiting(accountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Withdraws a delivery. Returns false if it was withdrawn before. */
  withdraw(receipt: string): Promise<boolean>;
}

/** Opens the deliveries of accounts. */
export function createSentDeliveries(deliveries: DeliveriesOnce): SentDeliveries {
  return {
    async list(owner, accountId) {
      const database = await deliveries.find();
      if (database === null) return [];
      return withFiles(database, owner, await listDeliveries(database, [accountId]));
    },
    async find(owner, accountId, receipt) {
      const database = await deliveries.find();
      const found = database && (await findDelivery(database, receipt));
      if (!database || found?.account_id !== accountId) return null;
      const [delivery] = await withFiles(database, owner, [found]);
      if (delivery === undefined) return null;
      const effect = await effectOf(database, accountId, receipt);
      return { delivery, state: await stateOf(database, accountId), ...effect };
    },
    async waiting(accountIds) {
      const database = await deliveries.find();
      const found = new Set<string>();
      const oldest = database && (await database.read(oldestReceived));
      if (!oldest) return found;
      for (const lot of chunks(accountIds)) {
        // The index by account finds its newest deliveries. A condition on the state would have
        // SQLite read those of all accounts.
        const rows = await database.read((db) =>
          db
            .selectFrom('deliveries')
            .select(['account_id', 'state'])
            .distinct()
            .where('account_id', 'in', lot)
            .where('number', '>=', oldest.number)
            .execute(),
        );
        for (const { account_id, state } of rows) if (state === 'received') found.add(account_id);
      }
      return found;
    },
    withdraw: async (receipt) => withdrawDelivery(await deliveries.open(), receipt),
  };
}

const oldestReceived = (db: Kysely<DeliveryTables>) =>
  db
    .selectFrom('deliveries')
    .select('number')
    .where('state', '=', 'received')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

/** Adds the names of the files that deliveries of statements come from. */
async function withFiles(
  { read }: DeliveryDatabase,
  owner: string,
  deliveries: readonly ListedDelivery[],
): Promise<SentDelivery[]> {
  const rows = await read((db) =>
    db
      .selectFrom('statements')
      .innerJoin('deliveries', 'deliveries.statement', 'statements.id')
      .select(['receipt', 'name'])
      .where('owner', '=', owner)
      .execute(),
  );
  const names = new Map(rows.map(({ receipt, name }) => [receipt, name]));
  return deliveries.map((delivery) => ({ ...delivery, file: names.get(delivery.receipt) ?? null }));
}

async function stateOf({ read }: DeliveryDatabase, accountId: string): Promise<string> {
  const rows = await read((db) =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.max('number').as('newest'))
      .select(({ fn }) => fn.count('withdrawn_at').as('withdrawn'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  );
  return `${rows.newest} ${rows.withdrawn}`;
}

async function effectOf(
  database: DeliveryDatabase,
  accountId: string,
  receipt: string,
): Promise<Withdrawal> {
  const { counts, trades, hasDeals } = await database.read(async (db) => {
    const deal = await db
      .selectFrom('deals')
      .select('ticket')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst();
    const hasDeals = deal !== undefined;
    const delivery = await db
      .selectFrom('deliveries')
      .select('number')
      .where('receipt', '=', receipt)
      .where('has_content', '=', 1)
      .executeTakeFirst();
    if (delivery === undefined) return { counts: {}, trades: [], hasDeals };
    const { number } = delivery;
    const content = await readContent(db, number);
    const counts = Object.entries(content?.lines ?? {}).map(([table, { length }]) => [
      table,
      length,
    ]);
    const { deals } = await db
      .selectFrom('deals')
      .select(({ fn }) => fn.countAll<number>().as('deals'))
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return {
      counts: Object.fromEntries(deals === 0 ? counts : [...counts, ['deals', deals]]),
      trades: [...tradesIn(content)],
      hasDeals,
    };
  });
  const remaining =
    trades.length === 0 ? new Set<string>() : await ticketsOf(database, accountId, receipt);
  const removed = trades.filter(([ticket]) => !remaining.has(ticket));
  return {
    counts,
    hasDeals,
    removedTrades: removed.length,
    removedProfit: sumDecimals(removed.map(([, profit]) => profit)),
  };
}
