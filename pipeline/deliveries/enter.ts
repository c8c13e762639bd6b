import type { Kysely } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { workTogether } from '../base/work-together.ts';
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
import { insertDeliveries } from './insert-deliveries.ts';
import { beginCounting, dayOf, sizeOf } from './quota.ts';
import { newReceipt, rejectionsOf } from './receipts.ts';
import { digestOf, readEarlier, readLastPositions } from './repeated-bodies.ts';
import type { DeliveryTables } from './schema.ts';
import { askToReload } from './withdraw.ts';

/** Most deliveries of one transaction. */
const atOnce = 200;

/** Delivery with the columns that address its content. */
interface Stored {
  readonly delivery: Delivery;
  readonly columns: ContentColumns;
}

/** Returns true for an error of the disk or the database, which fails every delivery alike. */
const concernsAll = (error: unknown): boolean =>
  error instanceof CommandError || (error instanceof Error && 'code' in error);

/**
 * Enters each delivery with all that wait then: the disk syncs once for all of them. While somebody
 * else writes for its owner, such as a large body, a delivery waits and holds up no other owner's.
 *
 * A body that came earlier with the same key gets its earlier receipt. A delivery that would pass a
 * limit of its owner's plan is not entered. A delivery whose idempotency key came with another body
 * is not entered either, nor one of another terminal than before. None of them stops the others.
 */
export function enterTogether(
  database: DeliveryDatabase,
): (delivery: Delivery) => Promise<EnterResult> {
  const stored = new WeakMap<Delivery, Stored>();
  return workTogether({
    most: atOnce,
    concernsAll,
    async work(deliveries) {
      const fresh = deliveries.filter((delivery) => !stored.has(delivery));
      for (const entry of await storeContents(database, fresh)) stored.set(entry.delivery, entry);
      const entries = deliveries.flatMap((delivery) => stored.get(delivery) ?? []);
      return enterStored(database, entries, false);
    },
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
  if (delivery === null) {
    await database.write(work);
    return null;
  }
  const stored = await storeContents(database, [delivery]);
  const [result] = await enterStored(database, stored, true, work);
  return result === undefined || result === 'busy' ? null : result;
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
  const owners = [...new Set(deliveries.map(({ owner }) => owner))];
  const counting = await beginCounting(db, owners, dayOf(receivedAt));
  const rows: NewDeliveryRow[] = [];
  const reports = new Map<string, Delivery>();
  const reporting = deliveries.filter(({ terminal }) => terminal !== null);
  const known = await readTerminals(db, [...new Set(reporting.map(({ accountId }) => accountId))]);
  const terminals = new Map([...known].map(([id, { account }]) => [id, account]));

  return {
    add({ delivery, columns }) {
      const { keyId, accountId, source, idempotencyKey, accepted, refused } = delivery;
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
      const limit = counting.add(delivery, size);
      if (limit !== null) return { limit };
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
      if (account) terminals.set(accountId, account);
      if (account) reports.set(row.receipt, delivery);
      if (hasPositions(delivery)) lastPositions.set(accountId, row);
      return earlier.add(row);
    },
    async finish() {
      await counting.store();
      const dealsBefore = (id: string): number => known.get(id)?.deals ?? 0;
      if (rows.length === 0) return dealsBefore;
      const numbers = await insertDeliveries(db, rows);
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
