import { isUtf8 } from 'node:buffer';
import { type Kysely, sql } from 'kysely';
import { inPages } from '../batches.ts';
import type { DeliveryDatabase } from '../database.ts';
import type { DeliveryTables } from '../schema.ts';
import type { DealKey, DealSource, TerminalDeal } from './terminal.ts';

type Db = Kysely<DeliveryTables>;

/** Deals that one query reads. */
const readAtOnce = 5_000;

/** Returns the source of the deals in a delivery. */
export const dealSource = (source: DeliveryTables['deliveries']['source']): DealSource =>
  source === 'broker_api' ? source : 'terminal';

/**
 * Position with new deals. For a deal of no position, `position` is empty and `ticket` has its
 * ticket.
 */
export interface ChangedPosition extends DealKey {
  readonly position: string;
  readonly ticket: string;
  /** Newest delivery that changes it. */
  readonly number: number;
}

/** Lists by account the positions of which some deliveries stored deals. */
export async function changedPositions(
  db: Db,
  numbers: readonly number[],
): Promise<Map<string, ChangedPosition[]>> {
  const { rows } = await sql<ChangedPosition>`
    select account_id as "accountId", source, position,
      case when position = '' then ticket else '' end as ticket, max(number) as number
    from deals where number in (${sql.join(numbers)})
    group by 1, 2, 3, 4`.execute(db);
  const changed = new Map<string, ChangedPosition[]>();
  for (const row of rows) {
    const ofAccount = changed.get(row.accountId);
    if (ofAccount) ofAccount.push(row);
    else changed.set(row.accountId, [row]);
  }
  return changed;
}

/**
 * Selects the deals of a key as they were once the delivery `upTo` had come: of each ticket the
 * newest.
 */
const dealsUpTo = (db: Db, { accountId, source }: DealKey, upTo: number) =>
  db
    .selectFrom('deals as deal')
    .where('deal.account_id', '=', accountId)
    .where('deal.source', '=', source)
    .where('deal.number', '<=', upTo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deals as newer')
            .select('newer.number')
            .where('newer.account_id', '=', accountId)
            .where('newer.source', '=', source)
            .whereRef('newer.ticket', '=', 'deal.ticket')
            .whereRef('newer.number', '>', 'deal.number')
            .where('newer.number', '<=', upTo),
        ),
      ),
    );

/** Deals to read: those of positions, those of tickets without a position, or all. */
export type DealSelection =
  | { readonly positions: readonly string[] }
  | { readonly tickets: readonly string[] }
  | 'all';

/** Deal with the time at which its delivery came. */
export interface ReceivedDeal extends TerminalDeal {
  readonly receivedAt: string;
}

/** Yields deals in the order of position and ticket, a page in memory at a time. */
export async function* readDeals(
  { read }: Pick<DeliveryDatabase, 'read'>,
  key: DealKey,
  upTo: number,
  selection: DealSelection,
): AsyncGenerator<ReceivedDeal> {
  for (let after: TerminalDeal | undefined; ; ) {
    const last = after;
    const page = await read((db) => readPage(db, key, upTo, selection, last));
    yield* page;
    if (page.length < readAtOnce) return;
    after = page.at(-1);
  }
}

async function readPage(
  db: Db,
  key: DealKey,
  upTo: number,
  selection: DealSelection,
  after: Pick<TerminalDeal, 'position' | 'ticket'> | undefined,
): Promise<ReceivedDeal[]> {
  let query = dealsUpTo(db, key, upTo);
  if (selection !== 'all') {
    query =
      'positions' in selection
        ? query.where('deal.position', 'in', selection.positions.slice())
        : query
            .where('deal.position', '=', '')
            .where('deal.ticket', 'in', selection.tickets.slice());
  }
  if (after !== undefined) {
    const { position, ticket } = after;
    query = query
      .where('deal.position', '>=', position)
      .where((eb) => eb.or([eb('deal.position', '>', position), eb('deal.ticket', '>', ticket)]));
  }
  const rows = await query
    .innerJoin('deliveries', 'deliveries.number', 'deal.number')
    .select(['deal.ticket', 'deal.position', 'deal.time', 'deal.deal', 'deliveries.received_at'])
    .orderBy('deal.position')
    .orderBy('deal.ticket')
    .limit(readAtOnce)
    .execute();
  // Callers that keep deals then keep one text for each delivery, not one for each deal.
  const times = new Map(rows.map(({ received_at }) => [received_at, received_at]));
  return rows.map((row) => ({
    ...dealIn(row),
    receivedAt: times.get(row.received_at) ?? row.received_at,
  }));
}

/** Reads the rows of all deals of a delivery. */
export const readDealsOf = (db: Db, number: number): Promise<DeliveryTables['deals'][]> =>
  db.selectFrom('deals').selectAll().where('number', '=', number).execute();

/** Stores rows of deals under the number of a delivery. */
export async function storeDeals(
  db: Db,
  number: number,
  deals: readonly DeliveryTables['deals'][],
): Promise<void> {
  for (const some of inPages(deals)) {
    const rows = some.map((row) => ({ ...row, number, deal: Buffer.from(row.deal as Uint8Array) }));
    await db.insertInto('deals').values(rows).execute();
  }
}

/** Counts the deals of a key, and finds the oldest. */
export async function readHistory(
  db: Db,
  key: DealKey,
  upTo: number,
): Promise<{ readonly count: number; readonly oldest: TerminalDeal | undefined }> {
  const { count } = await db
    .selectFrom('deals')
    .select(({ fn }) => fn.count<number>('ticket').distinct().as('count'))
    .where('account_id', '=', key.accountId)
    .where('source', '=', key.source)
    .where('number', '<=', upTo)
    .executeTakeFirstOrThrow();
  const oldest = await dealsUpTo(db, key, upTo)
    .select(['deal.ticket', 'deal.position', 'deal.time', 'deal.deal'])
    .orderBy('deal.time')
    .orderBy(sql`length(deal.ticket)`)
    .orderBy('deal.ticket')
    .limit(1)
    .executeTakeFirst();
  return { count: Number(count), oldest: oldest && dealIn(oldest) };
}

type StoredDeal = Pick<DeliveryTables['deals'], 'ticket' | 'position' | 'time' | 'deal'>;

function dealIn({ ticket, position, time, deal }: StoredDeal): TerminalDeal {
  const json = Buffer.from(deal as Uint8Array);
  if (!isUtf8(json)) throw new Error(`deal ${ticket} is damaged`);
  return { ticket, position, time: Number(time), json: json.toString() };
}
