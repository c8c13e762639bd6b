import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { JsonText } from '../base/json-text.ts';
import { listJson, preparedQuery } from '../base/prepared-query.ts';
import { type LimitName, planLimits } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import type { DeliveryContent } from './contents.ts';
import type { DeliveryTables } from './schema.ts';

/** Rows, and the bytes that they take. */
export interface Size {
  readonly rows: number;
  readonly bytes: number;
}

/** Size of all that an owner delivered, and the unpacked bytes received since midnight UTC. */
export interface Use extends Size {
  readonly bytesToday: number;
}

/** Size of a new delivery, and the unpacked bytes that were received for it. */
export interface Addition extends Size {
  readonly received: number;
}

export const noUse: Use = { rows: 0, bytes: 0, bytesToday: 0 };

/** Returns the first limit of a plan that an addition would pass, or null if it fits. */
export function limitPassed(plan: Plan, use: Use, more: Addition): LimitName | null {
  const limits = planLimits[plan];
  if (more.received > 0 && use.bytesToday + more.received > limits.bytes_a_day) {
    return 'bytes_a_day';
  }
  if (more.rows > 0 && use.rows + more.rows > limits.rows) return 'rows';
  if (more.rows > 0 && use.bytes + more.bytes > limits.bytes) return 'bytes';
  return null;
}

/** Part of a limit, in percent, from which an owner is near it. */
const nearPercent = 90;

/** Limits of a plan on data. */
type DataLimit = Extract<LimitName, 'rows' | 'bytes' | 'bytes_a_day'>;

/** A limit that an owner is near or past, and how much of it they have used, rounded down. */
export interface NearLimit {
  readonly limit: DataLimit;
  readonly percent: number;
}

/** Lists the limits of a plan that an owner is near or past. */
export function nearLimits(plan: Plan, { rows, bytes, bytesToday }: Use): NearLimit[] {
  const limits = planLimits[plan];
  const used: [DataLimit, number][] = [
    ['rows', rows],
    ['bytes', bytes],
    ['bytes_a_day', bytesToday],
  ];
  return used
    .map(([limit, count]) => ({ limit, percent: Math.floor((count / limits[limit]) * 100) }))
    .filter(({ percent }) => percent >= nearPercent);
}

/**
 * Counts rows and bytes of a content: lines of source files, or a terminal's account, deals and
 * positions.
 */
export function sizeOf(
  { lines, terminal }: DeliveryContent,
  deals: readonly JsonText[] = [],
): Size {
  const texts = [...Object.values(lines), deals, terminal?.positions ?? []];
  let rows = 0;
  let bytes = terminal === null ? 0 : Buffer.byteLength(JSON.stringify(terminal.account));
  for (const list of texts) {
    rows += list.length;
    for (const text of list) bytes += Buffer.byteLength(text) + 1;
  }
  return { rows, bytes };
}

export const dayOf = (instant: string): string => instant.slice(0, 10);

/** Reads the use of some owners or of all; owners who never sent anything are missing in it. */
export async function readUses(
  db: Kysely<DeliveryTables>,
  owners: readonly string[] | 'all',
  day: string,
): Promise<Map<string, Use>> {
  const rows =
    owners === 'all'
      ? await readAllUses(db, { day })
      : await readUsesOf(db, { day, owners: listJson(owners) });
  return new Map(rows.map(({ owner, ...use }) => [owner, use]));
}

interface UseRow extends Use {
  readonly owner: string;
}

const readAllUses = preparedQuery<UseRow, 'day'>(['day'], ({ day }) =>
  usesWhere(sql`owner <> ''`, day),
);

const readUsesOf = preparedQuery<UseRow, 'day' | 'owners'>(
  ['day', 'owners'],
  ({ day, owners }, { isIn }) => usesWhere(isIn('owner', owners), day),
);

const usesWhere = (isOfThem: RawBuilder<unknown>, day: RawBuilder<string>) => sql<UseRow>`
  select owner, sum(rows) as rows, sum(bytes) as bytes, sum(today) as "bytesToday"
  from (
    select owner, rows, bytes, 0 as today from delivery_accounts where ${isOfThem}
    union all
    select owner, 0, 0, bytes from received_days where ${isOfThem} and day = ${day}) as uses
  group by owner`;

/**
 * Returns the limit of an owner's plan that an addition would pass, or null if it fits. If it does
 * not fit, the next run compacts what the owner has.
 */
export async function limitMet(
  db: Kysely<DeliveryTables>,
  { owner, plan, at }: { readonly owner: string; readonly plan: Plan; readonly at: string },
  more: Addition,
): Promise<LimitName | null> {
  const use = (await readUses(db, [owner], dayOf(at))).get(owner) ?? noUse;
  const limit = limitPassed(plan, use, more);
  if (limit !== null) await askToCompact(db, [owner]);
  return limit;
}

/** Size of an account's deliveries. */
export interface AccountSize extends Size {
  readonly accountId: string;
  readonly owner: string;
}

/** Adds to the bytes that owners sent on a day. */
export async function addReceived(
  db: Kysely<DeliveryTables>,
  day: string,
  bytes: ReadonlyMap<string, number>,
): Promise<void> {
  if (bytes.size === 0) return;
  await insertReceived(db, { day, list: listJson([...bytes]) });
}

const insertReceived = preparedQuery<never, 'day' | 'list'>(
  ['day', 'list'],
  ({ day, list }, { listed }) => sql`
    insert into received_days (owner, day, bytes)
    select value ->> 0, cast(${day} as text), cast(value ->> 1 as bigint)
    from ${listed(list)} where true
    on conflict (owner, day) do update set bytes = received_days.bytes + excluded.bytes`,
);

/** Delivery as it counts for its owner's plan. */
interface CountedDelivery {
  readonly owner: string;
  readonly plan: Plan;
  readonly accountId: string;
  readonly received: number;
}

/** Begins to count new deliveries of some owners against their plans. */
export async function beginCounting(
  db: Kysely<DeliveryTables>,
  owners: readonly string[],
  day: string,
) {
  const uses = await readUses(db, owners, day);
  const sizes = new Map<string, AccountSize>();
  const receivedBy = new Map<string, number>();
  const limited = new Set<string>();
  return {
    /** Counts a delivery. Returns the limit that it would pass instead, if there is one. */
    add({ owner, plan, accountId, received }: CountedDelivery, size: Size): LimitName | null {
      const use = uses.get(owner) ?? noUse;
      const limit = limitPassed(plan, use, { ...size, received });
      if (limit !== null) {
        limited.add(owner);
        return limit;
      }
      const bytesToday = use.bytesToday + received;
      uses.set(owner, { ...sumOf(use, size), bytesToday });
      receivedBy.set(owner, (receivedBy.get(owner) ?? 0) + received);
      const ofAccount = sizes.get(accountId) ?? { rows: 0, bytes: 0 };
      sizes.set(accountId, { accountId, owner, ...sumOf(ofAccount, size) });
      return null;
    },
    /**
     * Stores what was received. Has the next run compact what owners who met a limit have. Returns
     * the sizes to add to accounts.
     */
    async store(): Promise<readonly AccountSize[]> {
      await askToCompact(db, [...limited]);
      await addReceived(db, day, receivedBy);
      return [...sizes.values()];
    },
  };
}

const sumOf = (first: Size, second: Size): Size => ({
  rows: first.rows + second.rows,
  bytes: first.bytes + second.bytes,
});

/** Has the next run compact the deliveries of some owners. */
async function askToCompact(db: Kysely<DeliveryTables>, owners: readonly string[]): Promise<void> {
  if (owners.length === 0) return;
  await db
    .updateTable('delivery_accounts')
    .set({ is_full: 1 })
    .where('owner', 'in', owners.slice())
    .whereRef('bytes', '>', 'compacted_bytes')
    .execute();
}
