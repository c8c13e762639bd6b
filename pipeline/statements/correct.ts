import type { Kysely } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { addToAccounts } from '../deliveries/accounts.ts';
import { compressedBytes, type DeliveryContent, readContent } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { sizeOf } from '../deliveries/quota.ts';
import { newReceipt } from '../deliveries/receipts.ts';
import { askToReload } from '../deliveries/reloads.ts';
import type { DeliveryTables } from '../deliveries/schema.ts';
import { rezoned } from '../read/timezone.ts';
import { type DeliveredRows, replaceDelivery } from './confirm.ts';
import { type Correction, clocksOf, correctedContent } from './corrected-rows.ts';
import { readRows } from './delivery-content.ts';

/** Account whose statements are to be corrected. */
export interface CorrectedAccount {
  readonly owner: string;
  readonly accountId: string;
  /** Time zone that was confirmed for it; null if its files say theirs. */
  readonly timezone: string | null;
}

/** Effect of a correction. */
export interface CorrectionEffect {
  /** Number of statements that have rows. */
  readonly statements: number;
  /** Number of trades that move, and the least and the most hours that they move by. */
  readonly moved: number;
  readonly leastHours: number;
  readonly mostHours: number;
}

/** Tells what a correction would change, and changes nothing. */
export async function effectOfCorrection(
  database: DeliveryDatabase,
  account: CorrectedAccount,
  correction: Correction,
): Promise<CorrectionEffect> {
  let [statements, moved] = [0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for await (const { content } of statementsOf(database, account)) {
    statements += 1;
    const clocks = clocksOf(content, account.timezone, correction);
    if (clocks === null) continue;
    for (const text of content.lines.trades ?? []) {
      const { closed_at } = JSON.parse(text);
      const at = Date.parse(closed_at);
      const hours = Math.abs(rezoned(at, clocks.from, clocks.to) - at) / 3_600_000;
      if (hours === 0) continue;
      moved += 1;
      [least, most] = [Math.min(least, hours), Math.max(most, hours)];
    }
  }
  return { statements, moved, leastHours: moved === 0 ? 0 : least, mostHours: most };
}

/**
 * Corrects the statements of an account: each gets a new delivery in place of the old one, all of
 * them or none. The next run loads the account anew. The same file, uploaded again, replaces the
 * corrected statement. Returns the number of statements.
 */
export async function correctStatements(
  database: DeliveryDatabase,
  account: CorrectedAccount,
  correction: Correction,
): Promise<number> {
  const { accountId, owner } = account;
  const { write, now } = database;
  const corrected: (DeliveredRows & { readonly number: number })[] = [];
  for await (const { number, content } of statementsOf(database, account)) {
    const rows = await correctedContent(content, account.timezone, correction);
    corrected.push({ number, ...(await deliveredOf(rows)) });
  }
  if (corrected.length === 0) return 0;
  await write(async (db) => {
    const receivedAt = await now(db);
    for (const { number, content, size } of corrected) {
      const { number: _, ...before } = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      // It was withdrawn, replaced or deleted meanwhile.
      if (before.has_content === 0) continue;
      const receipt = newReceipt();
      await replaceDelivery(db, before, receipt);
      await db
        .insertInto('deliveries')
        .values({
          ...before,
          content,
          ...size,
          receipt,
          received_at: receivedAt,
          state: 'received',
          refusal: null,
          run: null,
          version: null,
        })
        .execute();
      await addToAccounts(db, [{ accountId, owner, ...size }]);
    }
    if (correction.currency !== undefined) {
      await db
        .updateTable('delivery_accounts')
        .set({ statement_currency: correction.currency })
        .where('account_id', '=', accountId)
        .execute();
    }
    await askToReload(db, accountId);
  });
  return corrected.length;
}

/**
 * Returns what is delivered of the rows of a statement, for each of its accounts. `corrections` are
 * in the same order; a missing one, or null, changes nothing.
 */
export async function rowsToDeliver(
  rows: Buffer,
  corrections: readonly (Correction | null)[],
): Promise<DeliveredRows[]> {
  const delivered: DeliveredRows[] = [];
  for (const [at, content] of readRows(rows).entries()) {
    const correction = corrections[at] ?? null;
    const corrected = correction && (await correctedContent(content, null, correction));
    delivered.push(await deliveredOf(corrected ?? content));
  }
  return delivered;
}

const deliveredOf = async (content: DeliveryContent): Promise<DeliveredRows> => ({
  content: await compressedBytes(content),
  size: sizeOf(content),
});

/**
 * Yields the statements of an account that have rows, one at a time, in the order they came. Throws
 * a CommandError if one can't be read, since a part of them must not be corrected alone.
 */
async function* statementsOf(
  { read }: DeliveryDatabase,
  { accountId }: CorrectedAccount,
): AsyncGenerator<{ readonly number: number; readonly content: DeliveryContent }> {
  const rows = await read((db) =>
    db
      .selectFrom('deliveries')
      .select('number')
      .where('account_id', '=', accountId)
      .where('source', '=', 'owner_statement')
      .where('has_content', '=', 1)
      .orderBy('number')
      .execute(),
  );
  for (const { number } of rows) {
    const content = await read((db) => readContent(db, number));
    if (content !== undefined) yield { number, content };
    else if (await read((db) => isThere(db, number))) throw new CommandError(damaged);
  }
}

const damaged =
  'a statement of this account is damaged, so none of them was corrected; withdraw that one, or restore the data directory from a backup';

/** Returns true if a delivery still has content; it may be withdrawn at any time. */
const isThere = async (db: Kysely<DeliveryTables>, number: number): Promise<boolean> => {
  const row = await db
    .selectFrom('deliveries')
    .select('has_content')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.has_content === 1;
};
