import type { Kysely } from 'kysely';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import { type ContentColumns, type Delivered, noContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { noteTerminal } from './known-deals.ts';
import {
  type AccountSize,
  addKept,
  addReceived,
  askToCompact,
  dayOf,
  limitPassed,
  noUse,
  readUses,
  type Size,
  sizeOf,
  type Use,
} from './quota.ts';
import {
  newReceipt,
  type Receipt,
  type ReceiptRecord,
  type Rejection,
  receiptColumns,
  receiptOf,
  rejectionsOf,
} from './receipts.ts';
import type { DeliveryTables } from './schema.ts';

/** A body that was judged, to be entered as a delivery. */
export interface Delivery extends Delivered {
  readonly keyId: string;
  readonly accountId: string;
  readonly owner: string;
  /** The owner's plan in force. */
  readonly plan: Plan;
  /** Bytes that it opened to, and those of what is told of its refused rows. */
  readonly received: number;
  /** SHA-256 of the body, unpacked. */
  readonly digest: string;
  readonly idempotencyKey: string | null;
  readonly accepted: number;
  readonly refused: readonly Rejection[];
  /** Its positions are of the instant it came in. */
  readonly isOfNow: boolean;
}

/** A receipt, or the limit of the owner's plan for which nothing was kept. */
export type Entered =
  | Receipt
  | { readonly limit: LimitName }
  /** Its idempotency key came before with another body. */
  | 'key used';

/** A delivery as it is entered; the database gives its number. */
type Row = Omit<DeliveryTables['deliveries'], 'number'>;

/** Whether a delivery has rows of open positions, or says that there are none. */
const hasPositions = ({ lines }: Delivered): boolean =>
  'positions' in lines || 'position_reports' in lines;

/** Whether anything of a delivery was taken. */
const isTaken = ({ lines, terminal }: Delivered): boolean =>
  Object.keys(lines).length > 0 || terminal !== null;

/** Deliveries that are entered in one transaction at most. */
const atOnce = 200;

/**
 * Enters deliveries, all of them or none, and answers with the receipt of each: that of an earlier
 * one where the same body came before with that key. One that would pass a limit of its owner's
 * plan is not entered, nor one whose idempotency key came with another body; neither stops others.
 */
export async function enter(
  database: DeliveryDatabase,
  deliveries: readonly Delivery[],
): Promise<Entered[]> {
  const entered: Entered[] = [];
  for (let from = 0; from < deliveries.length; from += atOnce) {
    entered.push(...(await enterSome(database, deliveries.slice(from, from + atOnce))));
  }
  return entered;
}

async function enterSome(
  { contents, write, now }: DeliveryDatabase,
  deliveries: readonly Delivery[],
): Promise<Entered[]> {
  const taken = deliveries.filter(isTaken);
  const kept = await contents.put(taken.map(({ lines, terminal }) => ({ lines, terminal })));
  const columns = new Map(taken.map((delivery, at) => [delivery, kept[at] ?? noContent]));
  return write(async (db) => {
    const entering = await beginEntering(db, deliveries, await now(db));
    const answers = deliveries.map((delivery) =>
      entering.add(delivery, columns.get(delivery) ?? noContent),
    );
    await entering.finish();
    return answers;
  });
}

/** What was entered with a digest, or an idempotency key, before. */
type Known = Pick<Row, 'key_id' | 'digest' | 'idempotency_key'> & { readonly receipt: Receipt };

interface Entering {
  add(delivery: Delivery, content: ContentColumns): Entered;
  /** Writes what was added. */
  finish(): Promise<void>;
}

/** Looks up all that decides on deliveries at once, so that many take about as long as one. */
async function beginEntering(
  db: Kysely<DeliveryTables>,
  deliveries: readonly Delivery[],
  receivedAt: string,
): Promise<Entering> {
  const lastPositions = await readLastPositions(db, deliveries);
  const digests = deliveries.map((delivery) => digestOf(delivery, lastPositions));
  const { byDigest, byKey } = indexed(await readKnown(db, deliveries, digests));
  const day = dayOf(receivedAt);
  const uses = await readUses(db, [...new Set(deliveries.map(({ owner }) => owner))], day);
  const rows: Row[] = [];
  const kept = new Map<string, AccountSize>();
  const received = new Map<string, number>();
  const limited = new Set<string>();
  const terminals: Delivery[] = [];

  const count = (delivery: Delivery, use: Use, size: Size): void => {
    const { owner, accountId } = delivery;
    const { rows: before, bytes, bytesToday } = use;
    uses.set(owner, {
      rows: before + size.rows,
      bytes: bytes + size.bytes,
      bytesToday: bytesToday + delivery.received,
    });
    received.set(owner, (received.get(owner) ?? 0) + delivery.received);
    const ofAccount = kept.get(accountId) ?? { rows: 0, bytes: 0 };
    kept.set(accountId, {
      accountId,
      owner,
      rows: ofAccount.rows + size.rows,
      bytes: ofAccount.bytes + size.bytes,
    });
  };

  return {
    add(delivery, content) {
      const { keyId, accountId, idempotencyKey, owner, plan, accepted, refused } = delivery;
      if (idempotencyKey !== null) {
        const before = byKey.get(together(keyId, idempotencyKey));
        if (before) return isSameBody(before, delivery) ? before.receipt : 'key used';
      }
      const digest = digestOf(delivery, lastPositions);
      const before = byDigest.get(together(keyId, digest));
      if (before) return before.receipt;
      const size = isTaken(delivery) ? sizeOf(delivery) : { rows: 0, bytes: 0 };
      const use = uses.get(owner) ?? noUse;
      const limit = limitPassed(plan, use, { ...size, received: delivery.received });
      if (limit !== null) {
        limited.add(owner);
        return { limit };
      }
      const row: Row = {
        receipt: newReceipt(),
        key_id: keyId,
        account_id: accountId,
        digest,
        kind: delivery.terminal === null ? 'api' : 'terminal',
        idempotency_key: idempotencyKey,
        received_at: receivedAt,
        accepted,
        state: isTaken(delivery) ? 'received' : 'refused',
        rejected: rejectionsOf(refused),
        rejected_count: refused.length,
        has_positions: hasPositions(delivery) ? 1 : 0,
        refusal: null,
        run: null,
        version: null,
        ...content,
        ...size,
        has_content: isTaken(delivery) ? 1 : 0,
      };
      rows.push(row);
      count(delivery, use, size);
      if (delivery.terminal) terminals.push(delivery);
      if (hasPositions(delivery)) lastPositions.set(accountId, row);
      const { receipt } = addKnown({ byDigest, byKey }, row);
      return receipt;
    },
    async finish() {
      await askToCompact(db, [...limited]);
      if (rows.length === 0) return;
      await db.insertInto('deliveries').values(rows).execute();
      await addKept(db, [...kept.values()]);
      await addReceived(db, day, received);
      for (const { accountId, terminal } of terminals) {
        if (terminal) await noteTerminal(db, accountId, terminal);
      }
    },
  };
}

/** Whether a body is that of an earlier delivery, whose digest may say besides after which it came. */
const isSameBody = (earlier: { readonly digest: string }, { digest }: Delivery): boolean =>
  earlier.digest.startsWith(digest);

/** Whatever two texts are, no other two are together the same. */
const together = (keyId: string, text: string): string => JSON.stringify([keyId, text]);

interface KnownIndex {
  readonly byDigest: Map<string, Known>;
  readonly byKey: Map<string, Known>;
}

function addKnown(
  { byDigest, byKey }: KnownIndex,
  row: ReceiptRecord & Pick<Row, 'key_id' | 'digest' | 'idempotency_key'>,
): Known {
  const { key_id, digest, idempotency_key } = row;
  const known = { key_id, digest, idempotency_key, receipt: receiptOf(row) };
  byDigest.set(together(key_id, digest), known);
  if (idempotency_key !== null) byKey.set(together(key_id, idempotency_key), known);
  return known;
}

function indexed(rows: readonly Parameters<typeof addKnown>[1][]): KnownIndex {
  const index: KnownIndex = { byDigest: new Map(), byKey: new Map() };
  for (const row of rows) addKnown(index, row);
  return index;
}

/** Earlier deliveries with one of the digests or idempotency keys. */
async function readKnown(
  db: Kysely<DeliveryTables>,
  deliveries: readonly Delivery[],
  digests: readonly string[],
) {
  const keys = deliveries.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  return db
    .selectFrom('deliveries')
    .select([...receiptColumns, 'key_id', 'digest', 'idempotency_key'])
    .where((eb) =>
      eb.or([
        eb('digest', 'in', digests.slice()),
        ...(keys.length > 0 ? [eb('idempotency_key', 'in', keys)] : []),
      ]),
    )
    .execute();
}

type LastPositions = Map<string, Pick<Row, 'digest' | 'receipt'>>;

/** The newest delivery with positions of each account whose list is of the instant it came in. */
async function readLastPositions(
  db: Kysely<DeliveryTables>,
  deliveries: readonly Delivery[],
): Promise<LastPositions> {
  const last: LastPositions = new Map();
  const accounts = new Set(deliveries.filter(({ isOfNow }) => isOfNow).map((one) => one.accountId));
  for (const accountId of accounts) {
    const row = await db
      .selectFrom('deliveries')
      .select(['digest', 'receipt'])
      .where('account_id', '=', accountId)
      .where('has_positions', '=', 1)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) last.set(accountId, row);
  }
  return last;
}

/**
 * The body's digest; that of a list of positions without an instant comes again and means another
 * one, once others were sent between.
 */
function digestOf({ accountId, digest, isOfNow }: Delivery, lastPositions: LastPositions): string {
  const last = isOfNow ? lastPositions.get(accountId) : undefined;
  if (last === undefined) return digest;
  return last.digest.startsWith(digest) ? last.digest : `${digest} after ${last.receipt}`;
}
