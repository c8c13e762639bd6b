import type { Kysely } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { addressColumns, type DeliveryContent, noContent } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { addSizes, sizeOf } from '../deliveries/quota.ts';
import { newReceipt } from '../deliveries/receipts.ts';
import type { DeliveryTables, StatementRow } from '../deliveries/schema.ts';
import { askToReload } from '../deliveries/withdraw.ts';
import { rezoned } from '../read/timezone.ts';
import { type CorrectedRows, replaceDelivery } from './confirm.ts';
import { type Correction, clocksOf, correctedContent } from './corrected-rows.ts';
import { objectOf } from './queries.ts';

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

/** Tells what a correction would change, and changes nothing. `folder` is for temporary files. */
export async function effectOfCorrection(
  database: DeliveryDatabase,
  account: CorrectedAccount,
  correction: Correction,
  folder: string,
): Promise<CorrectionEffect> {
  let [statements, moved] = [0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for await (const { content } of statementsOf(database, account, folder)) {
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
  folder: string,
): Promise<number> {
  const { accountId, owner } = account;
  const { contents, write, now, read } = database;
  const corrected: { readonly number: number; readonly content: DeliveryContent }[] = [];
  for await (const { number, content } of statementsOf(database, account, folder)) {
    corrected.push({
      number,
      content: await correctedContent(content, account.timezone, correction),
    });
  }
  if (corrected.length === 0) return 0;
  const columns = await contents.put(corrected.map(({ content }) => content));
  const replaced: string[] = [];
  await write(async (db) => {
    const receivedAt = await now(db);
    for (const [at, { number, content }] of corrected.entries()) {
      const { number: _, ...before } = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      // It was withdrawn, replaced or deleted meanwhile.
      if (before.has_content === 0) continue;
      if (before.object_sha256 !== null) replaced.push(before.object_sha256);
      const receipt = newReceipt();
      await replaceDelivery(db, before, receipt);
      const size = sizeOf(content);
      await db
        .insertInto('deliveries')
        .values({
          ...before,
          ...columns[at],
          ...size,
          receipt,
          received_at: receivedAt,
          state: 'received',
          refusal: null,
          run: null,
          version: null,
        })
        .execute();
      await addSizes(db, [{ accountId, owner, ...size }]);
      await renameReceipt(db, owner, before.receipt, receipt);
    }
    if (correction.currency !== undefined) {
      await db
        .updateTable('account_sizes')
        .set({ statement_currency: correction.currency })
        .where('account_id', '=', accountId)
        .execute();
    }
    await askToReload(db, accountId);
  });
  if (replaced.length > 0) await read((db) => contents.remove(db, [...new Set(replaced)]));
  return corrected.length;
}

/**
 * Corrects the rows of a statement before it is confirmed, and stores them. `corrections` has one
 * for each of its accounts; null changes nothing. Returns the corrected rows by the place of their
 * account. Returns null if the rows are gone: the statement is being read again.
 */
export async function correctRead(
  { read, contents }: DeliveryDatabase,
  row: StatementRow,
  corrections: readonly (Correction | null)[],
  folder: string,
): Promise<ReadonlyMap<number, CorrectedRows> | null> {
  const places = corrections.flatMap((correction, at) => (correction === null ? [] : [at]));
  if (places.length === 0 || row.rows === null) return new Map();
  const { sha256, bytes } = objectOf(row.rows);
  const address = { bytes: 0, object_sha256: sha256, object_bytes: bytes };
  const addressed = places.map((at) => ({ ...address, number: at, object_line: at }));
  const before = await read((db) => contents.read(db, addressed, folder));
  const corrected: DeliveryContent[] = [];
  for (const at of places) {
    const content = before.get(at);
    if (content === undefined) return null;
    corrected.push(await correctedContent(content, null, corrections[at] ?? {}));
  }
  const columns = await contents.put(corrected);
  return new Map(
    corrected.map((content, index) => [
      places[index] ?? 0,
      { columns: columns[index] ?? noContent, size: sizeOf(content) },
    ]),
  );
}

/**
 * Yields the statements of an account that have rows, one at a time, in the order they came. Throws
 * a CommandError if one can't be read, since a part of them must not be corrected alone.
 */
async function* statementsOf(
  { read, contents }: DeliveryDatabase,
  { accountId }: CorrectedAccount,
  folder: string,
): AsyncGenerator<{ readonly number: number; readonly content: DeliveryContent }> {
  const rows = await read((db) =>
    db
      .selectFrom('deliveries')
      .select(addressColumns)
      .where('account_id', '=', accountId)
      .where('source', '=', 'owner_statement')
      .where('has_content', '=', 1)
      .orderBy('number')
      .execute(),
  );
  for (const row of rows) {
    const content = (await read((db) => contents.read(db, [row], folder))).get(row.number);
    if (content !== undefined) yield { number: row.number, content };
    else if (await read((db) => isThere(db, row.number))) throw new CommandError(damaged);
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

/** Has the statement name its new delivery, so that lists still know the file. */
async function renameReceipt(
  db: Kysely<DeliveryTables>,
  owner: string,
  before: string,
  after: string,
): Promise<void> {
  const statements = await db
    .selectFrom('statements')
    .select(['id', 'confirmation'])
    .where('owner', '=', owner)
    .where('confirmation', 'like', `%${before}%`)
    .execute();
  for (const { id, confirmation } of statements) {
    await db
      .updateTable('statements')
      .set({ confirmation: (confirmation ?? '').replaceAll(before, after) })
      .where('id', '=', id)
      .execute();
  }
}
