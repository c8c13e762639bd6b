import type { Kysely } from 'kysely';
import { noContent } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { addKept, askToCompact, dayOf, limitPassed, noUse, readUses } from '../deliveries/quota.ts';
import { newReceipt, rejectionsOf } from '../deliveries/receipts.ts';
import type { DeliveryTables, StatementRow } from '../deliveries/schema.ts';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import { ownId } from './account-ids.ts';
import type { FoundAccount } from './found.ts';
import { objectOf, readingOf } from './table.ts';

/** Why a statement can't be confirmed: a limit of its owner's plan, or what it contradicts, in a sentence. */
export type Obstacle = { readonly limit: LimitName } | { readonly contradiction: string };

/** The delivery that an account of a statement becomes, and the one that it takes the place of. */
interface Planned {
  readonly accountId: string;
  readonly digest: string;
  readonly found: FoundAccount;
  readonly before: Replaced | undefined;
}

type Replaced = Pick<
  DeliveryTables['deliveries'],
  'digest' | 'account_id' | 'rows' | 'bytes' | 'object_sha256'
>;

/** What stands for a key in deliveries of statements. */
const statementKey = 'statement';

/** Looks whether a statement could be confirmed now; null where nothing is in the way. */
export const obstacleOf = (
  { write, now }: DeliveryDatabase,
  row: StatementRow,
  plan: Plan,
): Promise<Obstacle | null> =>
  write(async (db) => obstacleIn(db, row, await plannedOf(db, row), plan, await now(db)));

/**
 * Makes a statement deliveries, one of each account, all of them or none. The same file read anew takes the
 * place of its earlier deliveries. Answers with what is in the way; null where it is confirmed. One that is read
 * again meanwhile stays as it is.
 */
export async function confirmRow(
  { contents, read, write, now }: DeliveryDatabase,
  { id }: Pick<StatementRow, 'id'>,
  slugs: readonly string[],
  plan: Plan,
): Promise<Obstacle | 'not read' | null> {
  const replaced: string[] = [];
  const outcome = await write(async (db) => {
    const row = await db
      .selectFrom('statements')
      .selectAll()
      .where('id', '=', id)
      .where('confirmation', 'is', null)
      .where('reading', 'is not', null)
      .where('rows', 'is not', null)
      .executeTakeFirst();
    if (row === undefined) return 'not read';
    const planned = await plannedOf(db, row);
    const receivedAt = await now(db);
    const found = await obstacleIn(db, row, planned, plan, receivedAt);
    if (found !== null) return found;
    const receipts: string[] = [];
    for (const [at, one] of planned.entries()) {
      const receipt = newReceipt();
      receipts.push(receipt);
      if (one.before) {
        await replace(db, one.before, receipt);
        if (one.before.object_sha256 !== null) replaced.push(one.before.object_sha256);
      }
      await deliver(db, row, one, { at, receipt, receivedAt });
    }
    await db
      .updateTable('statements')
      .set({ confirmation: JSON.stringify({ slugs, receipts }), file: null })
      .where('id', '=', id)
      .execute();
    return null;
  });
  if (replaced.length > 0) await read((db) => contents.remove(db, [...new Set(replaced)]));
  return outcome;
}

async function plannedOf(
  db: Kysely<DeliveryTables>,
  { owner, sha256, reading }: StatementRow,
): Promise<Planned[]> {
  const found = readingOf(reading);
  const accounts = found !== null && 'found' in found ? found.found.accounts : [];
  const digests = accounts.map(({ id }) => `${sha256} of ${ownId(id, owner)}`);
  const before: Replaced[] =
    digests.length === 0
      ? []
      : await db
          .selectFrom('deliveries')
          .select(['digest', 'account_id', 'rows', 'bytes', 'object_sha256'])
          .where('digest', 'in', digests)
          .where('key_id', '=', statementKey)
          .execute();
  return accounts.map((account, at) => {
    const digest = digests[at] ?? '';
    return {
      accountId: ownId(account.id, owner),
      digest,
      found: account,
      before: before.find((one) => one.digest === digest),
    };
  });
}

async function obstacleIn(
  db: Kysely<DeliveryTables>,
  { owner }: StatementRow,
  planned: readonly Planned[],
  plan: Plan,
  instant: string,
): Promise<Obstacle | null> {
  const contradiction = await contradictionIn(db, planned);
  if (contradiction !== null) return { contradiction };
  const size = { rows: 0, bytes: 0, received: 0 };
  for (const { found, before } of planned) {
    size.rows += found.rows - (before?.rows ?? 0);
    size.bytes += found.bytes - (before?.bytes ?? 0);
  }
  const use = (await readUses(db, [owner], dayOf(instant))).get(owner) ?? noUse;
  const limit = limitPassed(plan, use, size);
  if (limit === null) return null;
  await askToCompact(db, [owner]);
  return { limit };
}

/** Amounts of two currencies would be added up as if they were of one. */
async function contradictionIn(
  db: Kysely<DeliveryTables>,
  planned: readonly Planned[],
): Promise<string | null> {
  const ids = planned.map(({ accountId }) => accountId);
  if (ids.length === 0) return null;
  const known = await db
    .selectFrom('kept')
    .select(['account_id', 'statement_currency'])
    .where('account_id', 'in', ids)
    .where('statement_currency', 'is not', null)
    .execute();
  for (const { account_id, statement_currency: before } of known) {
    const one = planned.find(({ accountId }) => accountId === account_id);
    if (one === undefined || before === one.found.currency) continue;
    return `${one.found.masked} is in ${before} and this statement is in ${one.found.currency}; one account can't add up both. Correct the currency if you gave a wrong one, or give another account number, to add it as an account of its own.`;
  }
  return null;
}

/** Leaves the receipt of an earlier delivery, without its rows. */
async function replace(
  db: Kysely<DeliveryTables>,
  { digest, account_id, rows, bytes }: Replaced,
  receipt: string,
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...noContent, digest: `${digest} before ${receipt}`, has_content: 0, rows: 0, bytes: 0 })
    .where('digest', '=', digest)
    .where('key_id', '=', statementKey)
    .execute();
  await db
    .updateTable('kept')
    .set((eb) => ({ rows: eb('rows', '-', rows), bytes: eb('bytes', '-', bytes) }))
    .where('account_id', '=', account_id)
    .execute();
}

async function deliver(
  db: Kysely<DeliveryTables>,
  { owner, rows: object }: StatementRow,
  { accountId, digest, found }: Planned,
  { at, receipt, receivedAt }: { at: number; receipt: string; receivedAt: string },
): Promise<void> {
  const { sha256, bytes: objectBytes } = objectOf(object ?? '');
  const { rows, bytes, refused, reason } = found;
  const rejections = reason === null ? [] : [{ table: null, row: 0, reason }];
  await db
    .insertInto('deliveries')
    .values({
      receipt,
      key_id: statementKey,
      account_id: accountId,
      kind: 'statement',
      digest,
      idempotency_key: null,
      received_at: receivedAt,
      state: 'received',
      accepted: rows,
      rejected: rejectionsOf(rejections),
      rejected_count: refused,
      has_positions: found.saysPositions ? 1 : 0,
      refusal: null,
      run: null,
      version: null,
      content: null,
      object_sha256: sha256,
      object_bytes: objectBytes,
      object_line: at,
      has_content: 1,
      rows,
      bytes,
    })
    .execute();
  await addKept(db, [{ accountId, owner, rows, bytes }]);
  await db
    .updateTable('kept')
    .set({ statement_currency: found.currency })
    .where('account_id', '=', accountId)
    .execute();
}
