import type { Kysely } from 'kysely';
import type { SourceName } from '../../sql/raw/source_names.ts';
import { asFileFault, CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { IsOwn } from '../base/partition.ts';
import { recount } from './accounts.ts';
import { inBatches, maxHeldBytes } from './batches.ts';
import { contentBytes, type DeliveryContent, readContents } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { removeReplacedDeals, sizesOfDeals } from './deals/replaced-deals.ts';
import type { DeliveriesOnce } from './open.ts';
import { type Size, sizeOf } from './quota.ts';
import { findReplaced, withoutReplaced } from './replaced-rows.ts';
import type { DeliveryTables } from './schema.ts';

/** Least growth of an account, in bytes, after which it is compacted again. */
const minGrowth = 1024 * 1024;

interface CompactOptions {
  readonly deliveries: DeliveriesOnce;
  readonly log: Pick<Log, 'warn'>;
  /** Tells whether to compact an account; all if unset. */
  readonly isOwn?: IsOwn;
}

/**
 * Removes rows that later deliveries replace. Compacts accounts whose deliveries have doubled in
 * size, or whose owner met a limit. The caller holds the lock of runs.
 */
export async function compactDeliveries(options: CompactOptions): Promise<void> {
  const { deliveries, log, isOwn = () => true } = options;
  const database = await deliveries.find();
  if (database === null) return;
  const due = await database.read((db) =>
    db
      .selectFrom('delivery_accounts')
      .select('account_id')
      .where((eb) =>
        eb.or([
          eb('is_full', '=', 1),
          eb('bytes', '>', eb(eb('compacted_bytes', '*', 2), '+', minGrowth)),
        ]),
      )
      .execute(),
  );
  for (const { account_id: accountId } of due) {
    if (!isOwn(accountId)) continue;
    try {
      await compactAccount(accountId, database);
    } catch (error) {
      // A fault of the disk concerns all accounts.
      if (asFileFault(error) instanceof CommandError) throw error;
      log.warn('replaced rows of an account are not deleted', {
        account: accountId,
        reason: String(error),
      });
    }
  }
}

async function compactAccount(accountId: string, database: DeliveryDatabase): Promise<void> {
  await database.write((db) => removeReplacedDeals(db, accountId));
  const dealSizes = await database.read((db) => sizesOfDeals(db, accountId));
  const deliveries: CompactedDelivery[] = await database.read((db) =>
    db
      .selectFrom('deliveries')
      .select(['number', 'source', 'rows', 'bytes', 'received_at'])
      .where('account_id', '=', accountId)
      .where('has_content', '=', 1)
      .where('state', '<>', 'received')
      .orderBy('number')
      .execute(),
  );
  const contents = async function* () {
    for (const batch of inBatches(deliveries, maxHeldBytes)) {
      const numbers = batch.map(({ number }) => number);
      const read = await database.read((db) => readContents(db, numbers));
      yield batch.map((delivery) => [delivery, read.get(delivery.number)] as const);
    }
  };
  const count = deliveries.reduce((sum, { rows }) => sum + rows, 0);
  const replaced = await findReplaced(contents, count);
  for await (const batch of contents()) {
    const changed: Compacted[] = [];
    for (const [delivery, content] of batch) {
      if (content === undefined) continue;
      const deals = dealSizes.get(delivery.number);
      const remaining = withoutReplaced(content, replaced, delivery, deals !== undefined);
      const size = sizeWith(remaining, deals);
      const isSame = remaining === content && size.bytes === delivery.bytes;
      if (!isSame) changed.push({ delivery, remaining, size, isRewritten: remaining !== content });
    }
    await rewrite(database, changed);
  }
  await database.write((db) => noteSize(db, accountId));
}

type CompactedDelivery = Size & {
  readonly number: number;
  readonly source: SourceName;
  readonly received_at: string;
};

/** Delivery of which rows or deals were removed. */
interface Compacted {
  readonly delivery: CompactedDelivery;
  /** Null if nothing remains. */
  readonly remaining: DeliveryContent | null;
  readonly size: Size;
  /** False if only deals were removed, which the content does not have. */
  readonly isRewritten: boolean;
}

function sizeWith(content: DeliveryContent | null, deals: Size = { rows: 0, bytes: 0 }): Size {
  if (content === null) return { rows: 0, bytes: 0 };
  const { rows, bytes } = sizeOf(content);
  return { rows: rows + deals.rows, bytes: bytes + deals.bytes };
}

/** Stores the remaining contents. */
async function rewrite({ write }: DeliveryDatabase, changed: readonly Compacted[]): Promise<void> {
  if (changed.length === 0) return;
  const contents = await Promise.all(
    changed.map(({ remaining, isRewritten }) =>
      isRewritten && remaining !== null ? contentBytes(remaining) : null,
    ),
  );
  await write(async (db) => {
    for (const [at, { delivery, remaining, size, isRewritten }] of changed.entries()) {
      await db
        .updateTable('deliveries')
        .set({
          ...(isRewritten && { content: contents[at] ?? null }),
          ...size,
          has_content: remaining === null ? 0 : 1,
        })
        .where('number', '=', delivery.number)
        // It may have been withdrawn since it was read, and stays so.
        .where('has_content', '=', 1)
        .execute();
    }
  });
}

/** Corrects the size of an account to what its deliveries have now. */
async function noteSize(db: Kysely<DeliveryTables>, accountId: string): Promise<void> {
  await recount(db, accountId);
  await db
    .updateTable('delivery_accounts')
    .set(({ ref }) => ({ compacted_bytes: ref('bytes'), is_full: 0 }))
    .where('account_id', '=', accountId)
    .execute();
}
