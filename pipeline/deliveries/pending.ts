import type { Kysely } from 'kysely';
import { inPages } from './batches.ts';
import type { Addressed } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import type { DeliveryRow, DeliveryTables } from './schema.ts';

/** Delivery whose content is not loaded yet. */
export interface PendingDelivery extends Addressed {
  readonly accountId: string;
  readonly receivedAt: string;
  readonly receipt: string;
  readonly source: DeliveryRow['source'];
  /** 1 if it has the account and deals of a terminal. */
  readonly hasDeals: number;
}

/** Numbers after which an account's rows and deals are pending. */
export interface AccountStart {
  readonly rows: number;
  readonly deals: number;
}

/** Numbers after which deliveries are pending: all, those with deals, and those of accounts that waited. */
export interface PendingStart {
  readonly all: number;
  readonly deals: number;
  readonly opened: ReadonlyMap<string, AccountStart>;
}

/** Deliveries that one query reads. */
const atOnce = 500;

/** Yields the pending deliveries in the order in which they came, a page at a time. */
export async function* pendingDeliveries(
  { read }: DeliveryDatabase,
  from: PendingStart,
  to: number,
): AsyncGenerator<PendingDelivery[]> {
  yield* pages(lowestOf(from), from.all, (after, upTo) =>
    read(async (db) => {
      const ofDeals = await page(db, Math.max(after, from.deals), upTo)
        .where('has_deals', '=', 1)
        .execute();
      const all = new Map(ofDeals.map((due) => [due.number, due]));
      for (const ids of inPages([...from.opened.keys()])) {
        const ofOpened = await page(db, after, upTo).where('account_id', 'in', ids).execute();
        for (const due of ofOpened) all.set(due.number, due);
      }
      return [...all.values()]
        .sort((first, second) => first.number - second.number)
        .slice(0, atOnce);
    }),
  );
  yield* pages(from.all, to, (after, upTo) => read((db) => page(db, after, upTo).execute()));
}

async function* pages(
  from: number,
  to: number,
  look: (after: number, upTo: number) => Promise<PendingDelivery[]>,
): AsyncGenerator<PendingDelivery[]> {
  for (let after = from; after < to; ) {
    const due = await look(after, to);
    yield due;
    if (due.length < atOnce) return;
    after = due.at(-1)?.number ?? to;
  }
}

const page = (db: Kysely<DeliveryTables>, after: number, upTo: number) =>
  db
    .selectFrom('deliveries')
    .select(['number', 'receipt', 'source', 'has_deals as hasDeals'])
    .select(['account_id as accountId', 'received_at as receivedAt', 'bytes'])
    .select(['object_sha256', 'object_bytes', 'object_line'])
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .where('has_content', '=', 1)
    .orderBy('number')
    .limit(atOnce);

/** Returns the lowest number after which anything is pending. */
export function lowestOf({ all, deals, opened }: PendingStart): number {
  let lowest = Math.min(all, deals);
  for (const from of opened.values()) lowest = Math.min(lowest, from.rows, from.deals);
  return lowest;
}
