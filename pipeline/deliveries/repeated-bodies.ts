import { type Kysely, sql } from 'kysely';
import { listJson, preparedQuery } from '../base/prepared-query.ts';
import type { Delivery, EnterResult, NewDeliveryRow } from './delivery.ts';
import { type Receipt, type ReceiptRecord, receiptColumns, receiptOf } from './receipts.ts';
import type { DeliveryTables } from './schema.ts';

/** Deliveries that were entered earlier with the bodies or idempotency keys of some deliveries. */
interface EarlierDeliveries {
  /**
   * Returns the answer that a repeated body or idempotency key gets; undefined if neither came
   * before.
   */
  find(delivery: Delivery, digest: string): EnterResult | undefined;
  /** Adds a new delivery and returns its receipt. */
  add(row: EarlierRow): Receipt;
}

type EarlierRow = ReceiptRecord & Pick<NewDeliveryRow, 'key_id' | 'digest' | 'idempotency_key'>;

/** Joins two texts so that no other pair gives the same key. */
const pairKey = (keyId: string, text: string): string => JSON.stringify([keyId, text]);

const earlierColumns = [...receiptColumns, 'key_id', 'digest', 'idempotency_key'] as const;

const readBy = (column: 'digest' | 'idempotency_key') =>
  preparedQuery<EarlierRow, 'list'>(
    ['list'],
    ({ list }, { isIn }) => sql`
      select ${sql.join(earlierColumns.map((name) => sql.ref(name)))} from deliveries
      where ${isIn(column, list)}`,
  );

const readByDigest = readBy('digest');
const readByKey = readBy('idempotency_key');

/** Reads the earlier deliveries of some deliveries at once. */
export async function readEarlier(
  db: Kysely<DeliveryTables>,
  deliveries: readonly Delivery[],
  lastPositions: LastPositions,
): Promise<EarlierDeliveries> {
  const digests = deliveries.map((delivery) => digestOf(delivery, lastPositions));
  const keys = deliveries.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const rows = [
    ...(await readByDigest(db, { list: listJson(digests) })),
    ...(keys.length > 0 ? await readByKey(db, { list: listJson(keys) }) : []),
  ];
  const byDigest = new Map<string, Receipt>();
  const byKey = new Map<string, { readonly digest: string; readonly receipt: Receipt }>();
  const add = (row: EarlierRow): Receipt => {
    const { key_id, digest, idempotency_key } = row;
    const receipt = receiptOf(row);
    byDigest.set(pairKey(key_id, digest), receipt);
    if (idempotency_key !== null) byKey.set(pairKey(key_id, idempotency_key), { digest, receipt });
    return receipt;
  };
  rows.forEach(add);
  return {
    find({ keyId, idempotencyKey, digest: body }, digest) {
      const withKey =
        idempotencyKey === null ? undefined : byKey.get(pairKey(keyId, idempotencyKey));
      // A digest may end with the receipt after which its body came.
      if (withKey) return withKey.digest.startsWith(body) ? withKey.receipt : 'key used';
      return byDigest.get(pairKey(keyId, digest));
    },
    add,
  };
}

/** Newest delivery with positions, by account. */
type LastPositions = Map<string, Pick<NewDeliveryRow, 'digest' | 'receipt'>>;

/** Reads the newest delivery with positions of each account that sent a list without an instant. */
export async function readLastPositions(
  db: Kysely<DeliveryTables>,
  deliveries: readonly Delivery[],
): Promise<LastPositions> {
  const last: LastPositions = new Map();
  const accounts = new Set(
    deliveries.filter(({ isOfNow }) => isOfNow).map(({ accountId }) => accountId),
  );
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
 * Returns the digest of a body. The same list of positions without an instant is a new delivery if
 * another list came in between, so its digest names that one.
 */
export function digestOf(
  { accountId, digest, isOfNow }: Delivery,
  lastPositions: LastPositions,
): string {
  const last = isOfNow ? lastPositions.get(accountId) : undefined;
  if (last === undefined) return digest;
  return last.digest.startsWith(digest) ? last.digest : `${digest} after ${last.receipt}`;
}
