import { type Kysely, sql } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { recount } from './accounts.ts';
import { readContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { readDealsOf, storeDeals } from './deals/stored-deals.ts';
import type { DeliveryTables } from './schema.ts';

/**
 * Copies what an account sent to another database, with its receipts and deals, and what is known
 * of it. Bodies that are there already, and what is known there, stay as they are. May be repeated
 * after an interruption. Throws a CommandError if a content is damaged.
 */
export async function copyAccount(
  from: DeliveryDatabase,
  to: DeliveryDatabase,
  accountId: string,
): Promise<void> {
  for (let after = 0; ; ) {
    const row = await from.read((db) => nextDelivery(db, accountId, after));
    if (row === undefined) break;
    after = row.number;
    await copyDelivery(row, from, to);
  }
  const known = await from.read((db) =>
    db
      .selectFrom('delivery_accounts')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  );
  if (known === undefined) return;
  await to.write(async (db) => {
    await db
      .insertInto('delivery_accounts')
      .values(known)
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({
          owner: sql<string>`coalesce(nullif(delivery_accounts.owner, ''), excluded.owner)`,
          ...Object.fromEntries(copied.map((name) => [name, knownOrCopied(name)])),
        }),
      )
      .execute();
    await recount(db, accountId);
  });
}

/** Columns that the other database gets where it has nothing. */
const copied = [
  ...(['statement_currency', 'balance_texts', 'terminal', 'gmt'] as const),
  ...(['reload', 'refused_at', 'refused'] as const),
] as const satisfies readonly (keyof DeliveryTables['delivery_accounts'])[];

const knownOrCopied = (name: string) =>
  sql`coalesce(${sql.ref(`delivery_accounts.${name}`)}, ${sql.ref(`excluded.${name}`)})`;

const nextDelivery = (db: Kysely<DeliveryTables>, accountId: string, after: number) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();

type NumberedDelivery = NonNullable<Awaited<ReturnType<typeof nextDelivery>>>;

const damaged = ({ account_id, receipt }: NumberedDelivery) =>
  `deliveries: ${receipt} of ${account_id} is damaged and can't be copied to the shared database; restore inbox.db from a backup`;

/** Copies a delivery with its deals. Its number here says nothing there, so it gets a new one. */
async function copyDelivery(
  row: NumberedDelivery,
  from: DeliveryDatabase,
  to: DeliveryDatabase,
): Promise<void> {
  const { number, content, ...delivery } = row;
  const isReadable = (await from.read((db) => readContent(db, number))) !== undefined;
  if (!isReadable && row.has_content === 1) throw new CommandError(damaged(row));
  const deals = await from.read((db) => readDealsOf(db, number));
  await to.write(async (db) => {
    const entered = await db
      .insertInto('deliveries')
      .values({ ...delivery, content: content && Buffer.from(content as Uint8Array) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (entered) await storeDeals(db, entered.number, deals);
  });
}
