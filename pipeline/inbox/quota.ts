import type Database from 'libsql';
import { type LimitName, planLimits } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import type { TerminalSending } from './terminals.ts';

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

type Handle = Database.Database;

/**
 * `kept` counts rows as they come, a row that replaces another as one more. A run that compacts an
 * account puts the true figures there and notes the bytes; `is_full` asks the next run to. Where
 * machines share a store, they are told what `is_told` says they do not know.
 */
export const quotaTables = `
  create table if not exists kept (
    account_id text not null,
    source text not null,
    owner text not null,
    rows integer not null,
    bytes integer not null,
    compacted_bytes integer not null default 0,
    is_full integer not null default 0,
    is_told integer not null default 1,
    primary key (account_id, source)
  ) without rowid;
  create index if not exists kept_by_owner on kept (owner);
  create table if not exists received_days (
    owner text not null,
    day text not null,
    bytes integer not null,
    primary key (owner, day)
  ) without rowid;`;

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

/** What rows take: lines of source files, deals and positions of a terminal. */
export function sizeOf(sending: {
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly terminal: TerminalSending | null;
}): Size {
  const { lines, terminal } = sending;
  const texts = [...Object.values(lines), (terminal?.deals ?? []).map(({ kept }) => kept)];
  texts.push(terminal?.positions ?? []);
  let rows = 0;
  let bytes = 0;
  for (const list of texts) {
    rows += list.length;
    for (const text of list) bytes += Buffer.byteLength(text) + 1;
  }
  return { rows, bytes };
}

export const dayOf = (instant: string): string => instant.slice(0, 10);

/** What these owners have, or all, by owner; those that never sent anything are not in it. */
export function readUse(
  database: Handle,
  owners: readonly string[] | 'all',
  day: string,
): Map<string, Use> {
  const isAll = owners === 'all';
  const isOfThem = isAll ? 'true' : 'owner in (select value from json_each(@slugs))';
  const rows = database
    .prepare(
      `select owner, sum(rows) as rows, sum(bytes) as bytes, sum(today) as bytesToday from (
         select owner, rows, bytes, 0 as today from kept where ${isOfThem}
         union all
         select owner, 0, 0, bytes from received_days where ${isOfThem} and day = @day)
       group by owner`,
    )
    .all({ day, ...(!isAll && { slugs: JSON.stringify(owners) }) }) as ({ owner: string } & Use)[];
  return new Map(rows.map(({ owner, ...use }) => [owner, use]));
}

/** Adds to what is kept of an account. */
export function addKept(
  database: Handle,
  accountId: string,
  source: 'sent' | 'statements',
  owner: string,
  { rows, bytes }: Size,
): void {
  database
    .prepare(
      `insert into kept (account_id, source, owner, rows, bytes) values (?, ?, ?, ?, ?)
       on conflict do update set owner = excluded.owner,
         rows = rows + excluded.rows, bytes = bytes + excluded.bytes`,
    )
    .run(accountId, source, owner, rows, bytes);
}

/** Adds to what an owner sent on a day; days before are forgotten. */
export function addReceived(database: Handle, owner: string, day: string, bytes: number): void {
  database
    .prepare(
      `insert into received_days values (?, ?, ?)
       on conflict do update set bytes = bytes + excluded.bytes`,
    )
    .run(owner, day, bytes);
  database.prepare('delete from received_days where owner = ? and day < ?').run(owner, day);
}

/** Has the next run compact what is there of an owner. */
export function askToCompact(database: Handle, owner: string): void {
  database
    .prepare('update kept set is_full = 1 where owner = ? and bytes > compacted_bytes')
    .run(owner);
}
