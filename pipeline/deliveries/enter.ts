import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { type ContentColumns, type DeliveryContent, noContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { accountsWithMovedDeals } from './deals/moved-deals.ts';
import { readTerminals, storeReports } from './deals/store-reports.ts';
import { dealSource } from './deals/stored-deals.ts';
import { isSameTerminal } from './deals/terminal.ts';
import {
  type Delivery,
  type EnteredReceipt,
  type EnterResult,
  hasPositions,
  isAccepted,
  type NewDeliveryRow,
} from './delivery.ts';
import {
  type AccountSize,
  addReceived,
  addSizes,
  askToCompact,
  dayOf,
  limitPassed,
  noUse,
  readUses,
  type Size,
  sizeOf,
  type Use,
} from './quota.ts';
import { newReceipt, rejectionsOf } from './receipts.ts';
import { digestOf, readEarlier, readLastPositions } from './repeated-bodies.ts';
import type { DeliveryTables } from './schema.ts';
import { askToReload } from './withdraw.ts';

/** Most deliveries of one transaction. */
const atOnce = 200;

/**
 * Enters deliveries and returns the receipt of each. A body that came earlier with the same key
 * gets its earlier receipt. A delivery that would pass a limit of its owner's plan is not entered.
 * A delivery whose idempotency key came with another body is not entered either, nor one of another
 * terminal than before. None of them stops the others.
 */
export async function enterDeliveries(
  database: DeliveryDatabase,
  deliveries: readonly Delivery[],
): Promise<EnterResult[]> {
  const entered: EnterResult[] = [];
  for (let from = 0; from < deliveries.length; from += atOnce) {
    entered.push(...(await enterAll(database, deliveries.slice(from, from + atOnce))));
  }
  return entered;
}

/** Delivery with the columns that address its content. */
interface Stored {
  readonly delivery: Delivery;
  readonly columns: ContentColumns;
}

interface Waiting {
  readonly delivery: Delivery;
  /** Set once its content is stored. */
  stored?: Stored;
  resolve(result: EnterResult): void;
  reject(error: unknown): void;
}

/** Milliseconds until those are tried again for whose owners somebody else is writing. */
const busyMilliseconds = 20;

/** Returns true for an error of the disk or the database, which fails every delivery alike. */
const concernsAll = (error: unknown): boolean =>
  error instanceof CommandError || (error instanceof Error && 'code' in error);

/**
 * Enters each delivery with all that wait then: the disk syncs once for all of them. While somebody
 * else writes for its owner, such as a large body, a delivery waits and holds up no other owner's.
 */
export function enterTogether(
  database: DeliveryDatabase,
): (delivery: Delivery) => Promise<EnterResult> {
  let waiting: Waiting[] = [];
  let isWriting = false;
  /** Returns those that still have to wait. */
  const flush = async (batch: readonly Waiting[]): Promise<Waiting[]> => {
    try {
      const fresh = batch.filter(({ stored }) => stored === undefined);
      const added = await storeContents(
        database,
        fresh.map(({ delivery }) => delivery),
      );
      for (const [at, entry] of fresh.entries()) Object.assign(entry, { stored: added[at] });
      const stored = batch.flatMap((entry) => entry.stored ?? []);
      const results = await enterStored(database, stored, false);
      return batch.filter((entry, at) => {
        const result = results[at];
        if (result !== undefined && result !== 'busy') entry.resolve(result);
        return result === 'busy';
      });
    } catch (error) {
      if (batch.length === 1 || concernsAll(error)) {
        for (const { reject } of batch) reject(error);
        return [];
      }
      // A fault in one account's rows must not fail the others.
      const busy: Waiting[] = [];
      for (const entry of batch) busy.push(...(await flush([entry])));
      return busy;
    }
  };
  const flushAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, atOnce);
      const busy = await flush(batch);
      waiting = [...waiting, ...busy];
      if (busy.length === batch.length) await wait(busyMilliseconds);
    }
    isWriting = false;
  };
  return (delivery) =>
    new Promise((resolve, reject) => {
      waiting.push({ delivery, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      setImmediate(() => void flushAll());
    });
}

/**
 * Enters at most one delivery and does `work` in the same transaction. If the delivery can't be
 * entered, `work` is not called, and the answer says why. Pass null to do the work alone.
 */
export async function enterWith(
  database: DeliveryDatabase,
  delivery: Delivery | null,
  work: (db: Kysely<DeliveryTables>) => Promise<void>,
): Promise<EnterResult | null> {
  if (delivery !== null) return (await enterAll(database, [delivery], work))[0] ?? null;
  await database.write(work);
  return null;
}

/** Enters deliveries once nobody else writes for their owners. */
async function enterAll(
  database: DeliveryDatabase,
  deliveries: readonly Delivery[],
  work?: (db: Kysely<DeliveryTables>) => Promise<void>,
): Promise<EnterResult[]> {
  const stored = await storeContents(database, deliveries);
  const results = await enterStored(database, stored, true, work);
  return results.flatMap((result) => (result === 'busy' ? [] : [result]));
}

/** Stores the contents of deliveries, before anything names them. */
async function storeContents(
  { contents }: DeliveryDatabase,
  deliveries: readonly Delivery[],
): Promise<Stored[]> {
  const columns = await contents.put(deliveries.filter(isAccepted).map(withoutDeals));
  return deliveries.map((delivery) => ({
    delivery,
    columns: (isAccepted(delivery) && columns.shift()) || noContent,
  }));
}

/** Enters deliveries. Unless it waits, those of owners who are not free get the answer `'busy'`. */
async function enterStored(
  { writeFor, now }: DeliveryDatabase,
  stored: readonly Stored[],
  waits: boolean,
  work?: (db: Kysely<DeliveryTables>) => Promise<void>,
): Promise<(EnterResult | 'busy')[]> {
  const owners = [...new Set(stored.map(({ delivery }) => delivery.owner))];
  return writeFor(owners, waits, async (db, isFree) => {
    const free = stored.filter(({ delivery }) => isFree(delivery.owner));
    if (free.length === 0) return stored.map(() => 'busy' as const);
    const entering = await beginEntering(
      db,
      free.map(({ delivery }) => delivery),
      await now(db),
    );
    const results = new Map(free.map((entry) => [entry, entering.add(entry)]));
    const deals = await entering.finish();
    const isEntered = [...results.values()].every((result) => isReceipt(result));
    if (isEntered) await work?.(db);
    return stored.map((entry) => {
      const result = results.get(entry) ?? 'busy';
      const { terminal, accountId } = entry.delivery;
      if (terminal === null || result === 'busy' || !isReceipt(result)) return result;
      return { ...result, deals: deals(accountId) };
    });
  });
}

const isReceipt = (answer: EnterResult): answer is EnteredReceipt =>
  typeof answer === 'object' && 'receipt' in answer;

/** Returns what is stored of a delivery together; its deals have a table of their own. */
function withoutDeals({ lines, terminal }: Delivery): DeliveryContent {
  if (terminal === null) return { lines, terminal };
  const { account, positions } = terminal;
  return { lines, terminal: { account, positions } };
}

interface Entering {
  add(entry: Stored): EnterResult;
  /** Writes the added deliveries. Returns the count of deals by account. */
  finish(): Promise<(accountId: string) => number>;
}

/**
 * Reads everything that decides on the deliveries at once, so that many take about as long as one.
 */
async function beginEntering(
  db: Kysely<DeliveryTables>,
  deliveries: readonly Delivery[],
  receivedAt: string,
): Promise<Entering> {
  const lastPositions = await readLastPositions(db, deliveries);
  const earlier = await readEarlier(db, deliveries, lastPositions);
  const day = dayOf(receivedAt);
  const uses = await readUses(db, [...new Set(deliveries.map(({ owner }) => owner))], day);
  const rows: NewDeliveryRow[] = [];
  const sizes = new Map<string, AccountSize>();
  const received = new Map<string, number>();
  const limited = new Set<string>();
  const reports = new Map<string, Delivery>();
  const reporting = deliveries.filter(({ terminal }) => terminal !== null);
  const known = await readTerminals(db, [...new Set(reporting.map(({ accountId }) => accountId))]);
  const terminals = new Map([...known].map(([id, { account }]) => [id, account]));

  const count = (delivery: Delivery, use: Use, size: Size): void => {
    const { owner, accountId } = delivery;
    const { rows: before, bytes, bytesToday } = use;
    uses.set(owner, {
      rows: before + size.rows,
      bytes: bytes + size.bytes,
      bytesToday: bytesToday + delivery.received,
    });
    received.set(owner, (received.get(owner) ?? 0) + delivery.received);
    const ofAccount = sizes.get(accountId) ?? { rows: 0, bytes: 0 };
    sizes.set(accountId, {
      accountId,
      owner,
      rows: ofAccount.rows + size.rows,
      bytes: ofAccount.bytes + size.bytes,
    });
  };

  return {
    add({ delivery, columns }) {
      const { keyId, accountId, source, idempotencyKey, owner, plan, accepted, refused } = delivery;
      const { account } = delivery.terminal ?? {};
      const terminal = terminals.get(accountId);
      if (source === 'terminal' && account && terminal && !isSameTerminal(terminal, account)) {
        return 'other terminal';
      }
      const digest = digestOf(delivery, lastPositions);
      const before = earlier.find(delivery, digest);
      if (before) return before;
      const deals = delivery.terminal?.deals.map(({ json }) => json) ?? [];
      const size = isAccepted(delivery) ? sizeOf(delivery, deals) : { rows: 0, bytes: 0 };
      const use = uses.get(owner) ?? noUse;
      const limit = limitPassed(plan, use, { ...size, received: delivery.received });
      if (limit !== null) {
        limited.add(owner);
        return { limit };
      }
      const row: NewDeliveryRow = {
        receipt: newReceipt(),
        key_id: keyId,
        account_id: accountId,
        digest,
        source,
        idempotency_key: idempotencyKey,
        received_at: receivedAt,
        accepted,
        state: isAccepted(delivery) ? 'received' : 'refused',
        rejected: rejectionsOf(refused),
        rejected_count: refused.length,
        has_positions: hasPositions(delivery) ? 1 : 0,
        refusal: null,
        run: null,
        version: null,
        ...columns,
        ...size,
        has_content: isAccepted(delivery) ? 1 : 0,
        withdrawn_at: null,
      };
      rows.push(row);
      count(delivery, use, size);
      if (account) terminals.set(accountId, account);
      if (account) reports.set(row.receipt, delivery);
      if (hasPositions(delivery)) lastPositions.set(accountId, row);
      return earlier.add(row);
    },
    async finish() {
      await askToCompact(db, [...limited]);
      const dealsBefore = (id: string): number => known.get(id)?.deals ?? 0;
      if (rows.length === 0) return dealsBefore;
      const numbers = await db
        .insertInto('deliveries')
        .values(rows)
        .returning(['number', 'receipt'])
        .execute();
      await addSizes(db, [...sizes.values()]);
      await addReceived(db, day, received);
      const numbered = numbers.flatMap(({ number, receipt }) => {
        const { accountId = '', source = 'terminal', terminal = null } = reports.get(receipt) ?? {};
        if (terminal === null) return [];
        return [{ accountId, source: dealSource(source), number, content: terminal }];
      });
      const deals = await storeReports(db, numbered);
      const withDeals = numbered.filter(({ content }) => content.deals.length > 0);
      const moved = await accountsWithMovedDeals(
        db,
        withDeals.map(({ number }) => number),
      );
      for (const accountId of moved) await askToReload(db, accountId);
      return (accountId) => deals.get(accountId) ?? dealsBefore(accountId);
    },
  };
}
