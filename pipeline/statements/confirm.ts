import type { Kysely } from 'kysely';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { addToAccounts, recount } from '../deliveries/accounts.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { limitMet, type Size } from '../deliveries/quota.ts';
import { newReceipt, rejectionsOf } from '../deliveries/receipts.ts';
import { askToReload } from '../deliveries/reloads.ts';
import type { DeliveryTables } from '../deliveries/schema.ts';
import type { DoubtedText } from '../platforms/source/booking-notes.ts';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import { hasTooManyAnswers, maxAnswers, rememberAnswers } from './balance-texts.ts';
import type { Correction } from './corrected-rows.ts';
import { privateId } from './delivery-content.ts';
import { type DescribedStatement, describedColumns, readingOf } from './queries.ts';
import type { FoundAccount } from './statement.ts';

/**
 * Reason why a statement can't be confirmed: a limit of its owner's plan, or a contradiction in
 * words.
 */
export type Obstacle = { readonly limit: LimitName } | { readonly contradiction: CodedReason };

/** Rows of an account that its delivery gets, as bytes, and their size. */
export interface DeliveredRows {
  readonly content: Buffer;
  readonly size: Size;
}

/** Delivery of one account of a statement, and the earlier delivery that it replaces. */
interface Planned {
  readonly accountId: string;
  readonly digest: string;
  readonly found: FoundAccount;
  readonly delivered: DeliveredRows;
  readonly before: Replaced | undefined;
}

type Replaced = Pick<DeliveryTables['deliveries'], 'digest' | 'account_id' | 'rows' | 'bytes'>;

/** Key id of the deliveries of statements, which no key sends. */
const statementKey = 'statement';

/** Confirmation of a statement by its owner. */
export interface StatementConfirmation {
  /** Slugs of its accounts. */
  readonly slugs: readonly string[];
  /** Plan of its owner. */
  readonly plan: Plan;
  /** Correction of each account; null enters the rows as they were read. */
  readonly corrections?: readonly (Correction | null)[];
  /** Decides in the registry what the statement says. If it throws, nothing is confirmed. */
  readonly decide?: () => Promise<void>;
}

/**
 * Enters the deliveries of a statement, one an account, all of them or none: `delivered` has their
 * rows. Deliveries of the same file are replaced. Returns null once it is confirmed, or the reason
 * why it can't be. A statement that was read again since it was looked up stays as it is.
 */
export async function confirmRow(
  { write, now }: DeliveryDatabase,
  { id, options, reading }: DescribedStatement,
  { slugs, plan, decide }: StatementConfirmation,
  delivered: readonly DeliveredRows[],
): Promise<Obstacle | 'not read' | null> {
  let refusal: unknown;
  return write(async (db) => {
    const row = await db
      .selectFrom('statements')
      .select(describedColumns)
      .where('id', '=', id)
      .where('slugs', 'is', null)
      .where('options', '=', options)
      .where('reading', '=', reading)
      .executeTakeFirst();
    if (row === undefined) return 'not read';
    const planned = await plannedOf(db, row, delivered);
    const receivedAt = await now(db);
    const found = await obstacleIn(db, row, planned, plan, receivedAt);
    if (found !== null) return found;
    for (const delivery of planned) {
      const receipt = newReceipt();
      const { before } = delivery;
      if (before) {
        await replaceDelivery(db, before, receipt);
        // What was rejected of the earlier one goes with it.
        await askToReload(db, delivery.accountId);
      }
      await deliver(db, row, delivery, { receipt, receivedAt });
    }
    const ids = planned.map(({ accountId }) => accountId);
    await rememberAnswers(db, ids, textsOf(row));
    await db
      .updateTable('statements')
      .set({ slugs: JSON.stringify(slugs), file: null, rows: null })
      .where('id', '=', id)
      .execute();
    // The registry may be another database. It commits first, and then nothing refuses any more. If
    // the process ends between both, the owner confirms again.
    await decide?.().catch((error: unknown) => {
      refusal = error;
      throw error;
    });
    return null;
  }).catch((error: unknown) => {
    throw refusal ?? error;
  });
}

async function plannedOf(
  db: Kysely<DeliveryTables>,
  { owner, sha256, reading }: DescribedStatement,
  delivered: readonly DeliveredRows[],
): Promise<Planned[]> {
  const found = readingOf(reading);
  const accounts = found !== null && 'found' in found ? found.found.accounts : [];
  const digests = accounts.map(({ id }) => `${sha256} of ${privateId(id, owner)}`);
  const before: Replaced[] =
    digests.length === 0
      ? []
      : await db
          .selectFrom('deliveries')
          .select(['digest', 'account_id', 'rows', 'bytes'])
          .where('digest', 'in', digests)
          .where('key_id', '=', statementKey)
          .execute();
  return delivered.flatMap((rows, at) => {
    const [account, digest] = [accounts[at], digests[at]];
    if (account === undefined || digest === undefined) return [];
    return {
      accountId: privateId(account.id, owner),
      digest,
      found: account,
      delivered: rows,
      before: before.find((row) => row.digest === digest),
    };
  });
}

/** Texts in doubt of a statement, with the answers that it was read by. */
function textsOf({ reading }: DescribedStatement): readonly DoubtedText[] {
  const read = readingOf(reading);
  return read !== null && 'found' in read ? read.found.texts : [];
}

async function obstacleIn(
  db: Kysely<DeliveryTables>,
  row: DescribedStatement,
  planned: readonly Planned[],
  plan: Plan,
  instant: string,
): Promise<Obstacle | null> {
  const contradiction = await contradictionIn(db, planned);
  if (contradiction !== null) return { contradiction };
  const { owner } = row;
  const ids = planned.map(({ accountId }) => accountId);
  if (await hasTooManyAnswers(db, ids, textsOf(row))) {
    return { contradiction: makeReason('import_many_texts', { max: maxAnswers }) };
  }
  const size = { rows: 0, bytes: 0, received: 0 };
  for (const { delivered, before } of planned) {
    size.rows += delivered.size.rows - (before?.rows ?? 0);
    size.bytes += delivered.size.bytes - (before?.bytes ?? 0);
  }
  const limit = await limitMet(db, { owner, plan, at: instant }, size);
  return limit === null ? null : { limit };
}

/**
 * Words the contradiction of a statement in another currency: amounts of both would be added up.
 */
async function contradictionIn(
  db: Kysely<DeliveryTables>,
  planned: readonly Planned[],
): Promise<CodedReason | null> {
  const ids = planned.map(({ accountId }) => accountId);
  if (ids.length === 0) return null;
  const known = await db
    .selectFrom('delivery_accounts')
    .select(['account_id', 'statement_currency'])
    .where('account_id', 'in', ids)
    .where('statement_currency', 'is not', null)
    .execute();
  for (const { account_id, statement_currency: before } of known) {
    const found = planned.find(({ accountId }) => accountId === account_id)?.found;
    if (found === undefined || before === found.currency) continue;
    return makeReason('import_other_currency', {
      account: found.masked,
      from: before ?? '',
      to: found.currency,
    });
  }
  return null;
}

/** Removes the rows of an earlier delivery of a statement, and leaves its receipt. */
export async function replaceDelivery(
  db: Kysely<DeliveryTables>,
  { digest, account_id }: Pick<Replaced, 'digest' | 'account_id'>,
  receipt: string,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ content: null, has_content: 0, rows: 0, bytes: 0 })
    .set({ digest: `${digest} before ${receipt}` })
    .where('digest', '=', digest)
    .where('key_id', '=', statementKey)
    .execute();
  await recount(db, account_id);
}

async function deliver(
  db: Kysely<DeliveryTables>,
  { id, owner }: DescribedStatement,
  { accountId, digest, found, delivered }: Planned,
  { receipt, receivedAt }: { readonly receipt: string; readonly receivedAt: string },
): Promise<void> {
  const { content, size } = delivered;
  const { refused, reason } = found;
  const rejections = reason === null ? [] : [{ table: null, row: 0, reason }];
  await db
    .insertInto('deliveries')
    .values({
      receipt,
      key_id: statementKey,
      account_id: accountId,
      source: 'owner_statement',
      digest,
      received_at: receivedAt,
      state: 'received',
      accepted: size.rows,
      rejected: rejectionsOf(rejections),
      rejected_count: refused,
      has_positions: found.listsPositions ? 1 : 0,
      has_content: 1,
      statement: id,
      content,
      ...size,
    })
    .execute();
  await addToAccounts(db, [{ accountId, owner, ...size }]);
  await db
    .updateTable('delivery_accounts')
    .set({ statement_currency: found.currency })
    .where('account_id', '=', accountId)
    .execute();
}
