import type { Kysely } from 'kysely';
import { CommandError } from '../base/errors.ts';
import { workTogether } from '../base/work-together.ts';
import { addToAccounts, readTerminals } from './accounts.ts';
import { contentBytes, type DeliveryContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { accountsWithMovedDeals } from './deals/moved-deals.ts';
import { storeReports } from './deals/store-reports.ts';
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
import { askToReload } from './reloads.ts';
import { digestOf, readEarlier, readLastPositions } from './repeated-bodies.ts';
import type { DeliveryTables } from './schema.ts';

/** Most deliveries of one transaction. */
const atOnce = 200;

/** Delivery with the bytes of its content; null if nothing of it was accepted. */
interface Packed {
  readonly delivery: Delivery;
  readonly content: Buffer | null;
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
  const packed = new WeakMap<Delivery, Packed>();
  return workTogether({
    most: atOnce,
    concernsAll,
    async work(deliveries) {
      const entries: Packed[] = [];
      for (const delivery of deliveries) {
        const entry = packed.get(delivery) ?? (await pack(delivery));
        packed.set(delivery, entry);
        entries.push(entry);
      }
      return enterPacked(database, entries, false);
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
  const [result] = await enterPacked(database, [await pack(delivery)], true, work);
  return result === undefined || result === 'busy' ? null : result;
}

/** Makes the bytes of a content before a transaction begins. */
const pack = async (delivery: Delivery): Promise<Packed> => ({
  delivery,
  content: isAccepted(delivery) ? await contentBytes(withoutDeals(delivery)) : null,
});

/** Enters deliveries. Unless it waits, those of owners who are not free get the answer `'busy'`. */
async function enterPacked(
  { writeFor, now }: DeliveryDatabase,
  packed: readonly Packed[],
  waits: boolean,
  work?: (db: Kysely<DeliveryTables>) => Promise<void>,
): Promise<(EnterResult | 'busy')[]> {
  const owners = [...new Set(packed.map(({ delivery }) => delivery.owner))];
  return writeFor(owners, waits, async (db, isFree) => {
    const free = packed.filter(({ delivery }) => isFree(delivery.owner));
    if (free.length === 0) return packed.map(() => 'busy' as const);
    const entering = await beginEntering(
      db,
      free.map(({ delivery }) => delivery),
      await now(db),
    );
    const results = new Map(free.map((entry) => [entry, entering.add(entry)]));
    const deals = await entering.finish();
    const isEntered = [...results.values()].every((result) => isReceipt(result));
    if (isEntered) await work?.(db);
    return packed.map((entry) => {
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
  add(entry: Packed): EnterResult;
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
    add({ delivery, content }) {
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
        content,
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
      const sizes = await counting.store();
      const dealsBefore = (id: string): number => known.get(id)?.deals ?? 0;
      if (rows.length === 0) return dealsBefore;
      const numbers = await insertDeliveries(db, rows);
      const numbered = numbers.flatMap(({ number, receipt }) => {
        const { accountId = '', source = 'terminal', terminal = null } = reports.get(receipt) ?? {};
        if (terminal === null) return [];
        return [{ accountId, source: dealSource(source), number, content: terminal }];
      });
      const reported = await storeReports(db, numbered);
      const deals = await addToAccounts(
        db,
        sizes.map((size) => ({ ...size, ...reported.get(size.accountId) })),
      );
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
