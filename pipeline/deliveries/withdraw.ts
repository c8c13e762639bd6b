import type { Kysely } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { recount } from './accounts.ts';
import type { DeliveryDatabase } from './database.ts';
import { closedRefusal, rejectionsOf } from './receipts.ts';
import { askToReload, readAgain } from './reloads.ts';
import type { DeliveryTables } from './schema.ts';

/** Delivery of an account, as a list shows it. */
export interface ListedDelivery {
  readonly receipt: string;
  readonly account_id: string;
  readonly source: DeliveryTables['deliveries']['source'];
  readonly received_at: string;
  readonly state: DeliveryTables['deliveries']['state'];
  /** Rows that were accepted. */
  readonly accepted: number;
  readonly rejected_count: number;
  /** Rows and bytes that it still has. Later deliveries may have replaced some. */
  readonly rows: number;
  readonly bytes: number;
  readonly version: string | null;
  readonly withdrawn_at: string | null;
}

const listedColumns = [
  ...(['receipt', 'account_id', 'source', 'received_at', 'state', 'accepted'] as const),
  ...(['rejected_count', 'refusal', 'rows', 'bytes', 'version', 'withdrawn_at'] as const),
] as const;

/** Counts the rows of a delivery as its receipt does. */
function listed<Row extends ListedDelivery & { refusal: string | null }>({
  refusal,
  ...row
}: Row): ListedDelivery {
  if (refusal !== closedRefusal) return row;
  return { ...row, accepted: 0, rejected_count: row.rejected_count + row.accepted };
}

/** Most deliveries of one list. */
export const maxListed = 1_000;

/** Lists the newest deliveries, the newest first: of some accounts, or of all. */
export const listDeliveries = (
  { read }: Pick<DeliveryDatabase, 'read'>,
  accountIds: readonly string[] | 'all',
): Promise<ListedDelivery[]> =>
  read(async (db) => {
    const all = db
      .selectFrom('deliveries')
      .select(listedColumns)
      .orderBy('number', 'desc')
      .limit(maxListed);
    const some = accountIds === 'all' ? all : all.where('account_id', 'in', accountIds.slice());
    return (await some.execute()).map(listed);
  });

/** Finds a delivery by its receipt; null if no delivery has it. */
export const findDelivery = async (
  { read }: Pick<DeliveryDatabase, 'read'>,
  receipt: string,
): Promise<ListedDelivery | null> => {
  const row = await read((db) =>
    db
      .selectFrom('deliveries')
      .select(listedColumns)
      .where('receipt', '=', receipt)
      .executeTakeFirst(),
  );
  return row === undefined ? null : listed(row);
};

/**
 * Returns true if an owner may withdraw a delivery. Only the operator may withdraw what a connector
 * read. Otherwise owners could remove losses from a record that was read from the broker.
 */
export const isOwnersToWithdraw = ({
  source,
  withdrawn_at,
}: Pick<ListedDelivery, 'source' | 'withdrawn_at'>): boolean =>
  source !== 'broker_api' && withdrawn_at === null;

/** Reason that the receipt of a withdrawn delivery gives. */
const withdrawn = makeReason('row_withdrawn');

/**
 * Removes the rows of a delivery and leaves its receipt. The next run loads all other deliveries of
 * the account anew, so rows that this one had replaced count again if they are still stored. The
 * same body is not taken in a second time; the same statement is. A connector reads the account's
 * whole history again. Returns false if the delivery was withdrawn before. Throws a CommandError if
 * there is no such delivery.
 */
export async function withdrawDelivery(
  { write, now }: DeliveryDatabase,
  receipt: string,
): Promise<boolean> {
  return write(async (db) => {
    const delivery = await db
      .selectFrom('deliveries')
      .select(['number', 'account_id', 'source', 'rejected', 'withdrawn_at'])
      .where('receipt', '=', receipt)
      .executeTakeFirst();
    if (delivery === undefined) {
      throw new CommandError(
        `there is no delivery ${JSON.stringify(receipt)}; trackrecord deliveries lists them`,
      );
    }
    const { number, account_id, source, withdrawn_at } = delivery;
    if (withdrawn_at !== null) return false;
    await db
      .updateTable('deliveries')
      .set({
        content: null,
        state: 'refused',
        refusal: null,
        has_content: 0,
        has_positions: 0,
        rows: 0,
        bytes: 0,
        withdrawn_at: await now(db),
        rejected: rejectionsOf([
          { table: null, row: 0, reason: withdrawn },
          ...JSON.parse(delivery.rejected),
        ]),
      })
      .where('number', '=', number)
      .execute();
    await db.deleteFrom('deals').where('number', '=', number).execute();
    await recount(db, account_id);
    await forgetCurrency(db, account_id);
    await askToReload(db, account_id);
    if (source === 'broker_api') await readAgain(db, account_id);
    return true;
  });
}

/**
 * Forgets the currency of an account's statements, and what its owner said about their texts, once
 * none is left. So both can be corrected.
 */
async function forgetCurrency(db: Kysely<DeliveryTables>, accountId: string): Promise<void> {
  const statement = await db
    .selectFrom('deliveries')
    .select('number')
    .where('account_id', '=', accountId)
    .where('source', '=', 'owner_statement')
    .where('has_content', '=', 1)
    .executeTakeFirst();
  if (statement !== undefined) return;
  await db
    .updateTable('delivery_accounts')
    .set({ statement_currency: null, balance_texts: null })
    .where('account_id', '=', accountId)
    .execute();
}
