import { type Kysely, sql } from 'kysely';
import { type LimitName, planLimits } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import type { Delivered } from './contents.ts';
import type { DeliveryTables } from './schema.ts';

/** Rows, and the bytes that they take. */
export interface Size {
  readonly rows: number;
  readonly bytes: number;
}

/** What an owner has sent in, statements too: what is kept of it, and what came since midnight UTC, unpacked. */
export interface Use extends Size {
  readonly bytesToday: number;
}

/** What is about to be kept, and the bytes that were received for it. */
export interface Addition extends Size {
  readonly received: number;
}

export const noUse: Use = { rows: 0, bytes: 0, bytesToday: 0 };

/** The first limit of a plan that an addition would pass; null where it fits. */
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

/** A limit that an owner is near or past, and how much of it they have used, rounded down. */
export interface NearLimit {
  readonly limit: LimitName;
  readonly percent: number;
}

/** The limits of a plan that an owner is near or past. */
export function nearLimits(plan: Plan, { rows, bytes, bytesToday }: Use): NearLimit[] {
  const limits = planLimits[plan];
  const used: [keyof typeof limits, number][] = [
    ['rows', rows],
    ['bytes', bytes],
    ['bytes_a_day', bytesToday],
  ];
  return used
    .map(([limit, count]) => ({ limit, percent: Math.floor((count / limits[limit]) * 100) }))
    .filter(({ percent }) => percent >= nearPercent);
}

/** What rows take: lines of source files; deals and positions of a terminal, and what it says of its account. */
export function sizeOf({ lines, terminal }: Delivered): Size {
  const texts = [...Object.values(lines), (terminal?.deals ?? []).map(({ kept }) => kept)];
  texts.push(terminal?.positions ?? []);
  let rows = 0;
  let bytes = terminal === null ? 0 : Buffer.byteLength(JSON.stringify(terminal.account));
  for (const list of texts) {
    rows += list.length;
    for (const text of list) bytes += Buffer.byteLength(text) + 1;
  }
  return { rows, bytes };
}

export const dayOf = (instant: string): string => instant.slice(0, 10);

/** What these owners have, or all, by owner; those that never sent anything are not in it. */
export async function readUses(
  db: Kysely<DeliveryTables>,
  owners: readonly string[] | 'all',
  day: string,
): Promise<Map<string, Use>> {
  const isOfThem = owners === 'all' ? sql`true` : sql`owner in (${sql.join(owners)})`;
  if (owners.length === 0) return new Map();
  const { rows } = await sql<{ owner: string } & Use>`
    select owner, sum(rows) as rows, sum(bytes) as bytes, sum(today) as "bytesToday"
    from (
      select owner, rows, bytes, 0 as today from kept where ${isOfThem}
      union all
      select owner, 0, 0, bytes from received_days where ${isOfThem} and day = ${day}) as uses
    group by owner`.execute(db);
  return new Map(rows.map(({ owner, ...use }) => [owner, use]));
}

/** What is kept of an account. */
export interface AccountSize extends Size {
  readonly accountId: string;
  readonly owner: string;
}

/** Adds to what is kept of accounts, each named once at most. */
export async function addKept(
  db: Kysely<DeliveryTables>,
  all: readonly AccountSize[],
): Promise<void> {
  if (all.length === 0) return;
  await db
    .insertInto('kept')
    .values(all.map(({ accountId, ...kept }) => ({ account_id: accountId, ...kept })))
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({
        owner: eb.ref('excluded.owner'),
        rows: eb('kept.rows', '+', eb.ref('excluded.rows')),
        bytes: eb('kept.bytes', '+', eb.ref('excluded.bytes')),
      })),
    )
    .execute();
}

/** Adds to what owners sent on a day. */
export async function addReceived(
  db: Kysely<DeliveryTables>,
  day: string,
  bytes: ReadonlyMap<string, number>,
): Promise<void> {
  if (bytes.size === 0) return;
  await db
    .insertInto('received_days')
    .values([...bytes].map(([owner, count]) => ({ owner, day, bytes: count })))
    .onConflict((conflict) =>
      conflict.columns(['owner', 'day']).doUpdateSet((eb) => ({
        bytes: eb('received_days.bytes', '+', eb.ref('excluded.bytes')),
      })),
    )
    .execute();
}

/** Has the next run compact what is there of owners. */
export async function askToCompact(
  db: Kysely<DeliveryTables>,
  owners: readonly string[],
): Promise<void> {
  if (owners.length === 0) return;
  await db
    .updateTable('kept')
    .set({ is_full: 1 })
    .where('owner', 'in', owners.slice())
    .whereRef('bytes', '>', 'compacted_bytes')
    .execute();
}
