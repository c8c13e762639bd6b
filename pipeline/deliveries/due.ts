import type { Kysely } from 'kysely';
import type { Addressed } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { inPages } from './portions.ts';
import type { DeliveryRow, DeliveryTables } from './schema.ts';

/** A delivery whose content is to be taken up. */
export interface Due extends Addressed {
  readonly accountId: string;
  readonly receivedAt: string;
  readonly kind: DeliveryRow['kind'];
}

/** Numbers after which deliveries of an account are due: their rows, and their deals. */
export interface Opened {
  readonly rows: number;
  readonly deals: number;
}

/** Numbers after which deliveries are due: of all, of those with deals, and of accounts that waited. */
export interface Beginning {
  readonly all: number;
  readonly deals: number;
  readonly opened: ReadonlyMap<string, Opened>;
}

/** Deliveries that are looked up at a time. */
const atOnce = 500;

/** Looks up the deliveries that are due, in the order in which they came, some at a time. */
export async function* dueDeliveries(
  { read }: DeliveryDatabase,
  from: Beginning,
  to: number,
): AsyncGenerator<Due[]> {
  yield* pages(lowestOf(from), from.all, (after, upTo) =>
    read(async (db) => {
      const ofDeals = await page(db, Math.max(after, from.deals), upTo)
        .where('kind', '=', 'terminal')
        .execute();
      const all = new Map(ofDeals.map((due) => [due.number, due]));
      for (const ids of inPages([...from.opened.keys()])) {
        const ofOpened = await page(db, after, upTo).where('account_id', 'in', ids).execute();
        for (const due of ofOpened) all.set(due.number, due);
      }
      return [...all.values()].sort((one, other) => one.number - other.number).slice(0, atOnce);
    }),
  );
  yield* pages(from.all, to, (after, upTo) => read((db) => page(db, after, upTo).execute()));
}

async function* pages(
  from: number,
  to: number,
  look: (after: number, upTo: number) => Promise<Due[]>,
): AsyncGenerator<Due[]> {
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
    .select(['number', 'kind', 'account_id as accountId', 'received_at as receivedAt', 'bytes'])
    .select(['object_sha256', 'object_bytes', 'object_line'])
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .where('has_content', '=', 1)
    .orderBy('number')
    .limit(atOnce);

export function lowestOf({ all, deals, opened }: Beginning): number {
  let lowest = Math.min(all, deals);
  for (const from of opened.values()) lowest = Math.min(lowest, from.rows, from.deals);
  return lowest;
}
