import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { modes } from '../../base/modes.ts';
import { checksumOf, parseStored, type StoredText, textOf } from './damage.ts';
import type { OpenPositions } from './rows.ts';
import { type SeenClock, withSeen } from './server-clock.ts';
import type { DealSource, TerminalAccount, TerminalContent } from './terminal.ts';

export type Handle = Database.Database;

/**
 * Tables of the deal cache: deals of terminals by position. Deals come from deliveries, so any machine
 * can make the cache anew. `touched` has the positions with new deals that are not paired yet. For
 * deals of no position it has their tickets.
 */
const tables = `
  create table if not exists progress (number integer not null);
  create table if not exists terminals (
    account_id text primary key,
    account text not null,
    seen text not null,
    open text,
    is_new integer not null,
    paired_open integer,
    clock text
  );
  create table if not exists deals (
    account_id text not null,
    ticket text not null,
    position text not null,
    time integer not null,
    deal text not null,
    checksum integer not null,
    primary key (account_id, ticket)
  ) without rowid;
  create index if not exists deals_by_position on deals (account_id, position);
  create index if not exists deals_by_time on deals (account_id, time);
  create table if not exists touched (
    account_id text not null,
    position text not null,
    ticket text not null,
    primary key (account_id, position, ticket)
  ) without rowid;
  create table if not exists charges (
    account_id text not null,
    position text not null,
    charged text not null,
    primary key (account_id, position)
  ) without rowid;`;

/** Deal cache in a transaction, which ends with `commit` or `close`. */
export interface DealCache {
  readonly handle: Handle;
  /** Number of the newest delivery in the cache. */
  readonly progress: number;
  commit(progress: number): void;
  /** Rolls back what was not committed. */
  close(): void;
}

/** Opens the deal cache in a file. Makes it anew if it is missing, or has deliveries beyond `known`. */
export function openDealCache(path: string, known: number): DealCache {
  mkdirSync(dirname(path), { recursive: true, mode: modes.secret.folder });
  const found = open(path);
  if (found.progress <= known) return found;
  // The run's database is older than the cache, so it lacks trades that the cache takes for written.
  found.close();
  removeDealCache(path);
  return open(path);
}

/** Removes the deal cache; the next run makes it anew of all deliveries. */
export function removeDealCache(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
}

function open(path: string): DealCache {
  const handle = new Database(path);
  try {
    handle.pragma('journal_mode = wal');
    handle.pragma('synchronous = normal');
    handle.exec(tables);
    const [row] = handle.prepare('select number from progress').all() as { number: number }[];
    handle.exec('begin immediate');
    return {
      handle,
      progress: row?.number ?? 0,
      commit(progress) {
        handle.exec('delete from progress');
        handle.prepare('insert into progress values (?)').run(progress);
        handle.exec('commit');
      },
      close() {
        // libsql doesn't roll back at close: the next to open the file would meet the lock.
        if (handle.open && handle.inTransaction) handle.exec('rollback');
        handle.close();
      },
    };
  } catch (error) {
    handle.close();
    throw error;
  }
}

/**
 * Returns the key of an account's deals from one source. Each source has its own deals and clock. So
 * a deal that a terminal sent never becomes part of a trade from the broker.
 */
export const dealsKey = (accountId: string, source: DealSource): string =>
  source === 'terminal' ? accountId : `${accountId}\n${source}`;

/** Terminal of an account in the cache. */
export interface KnownTerminal {
  readonly account: TerminalAccount;
  readonly seen: readonly SeenClock[];
  readonly open: OpenPositions | null;
  /** True if anything came since its deals were last paired. */
  readonly isNew: boolean;
  /** Instant of the positions that were last written. */
  readonly pairedOpen: number | null;
  /** Name of the clock with which its deals were last paired. */
  readonly clock: string | null;
}

interface TerminalRow {
  readonly account: StoredText;
  readonly seen: StoredText;
  readonly open: StoredText | null;
  readonly is_new: number;
  readonly paired_open: number | null;
  readonly clock: StoredText | null;
}

/** Returns the terminal of a `dealsKey`; throws a DealCacheDamage if its row can't be read. */
export function terminalOf(handle: Handle, key: string): KnownTerminal | undefined {
  const [row] = handle
    .prepare(
      `select cast(account as blob) as account, cast(seen as blob) as seen,
        cast(open as blob) as open, is_new, paired_open, cast(clock as blob) as clock
      from terminals where account_id = ?`,
    )
    .all(key) as TerminalRow[];
  return (
    row && {
      account: parseStored(row.account),
      seen: parseStored(row.seen),
      open: row.open && parseStored(row.open),
      isNew: row.is_new === 1,
      pairedOpen: row.paired_open,
      clock: row.clock && textOf(row.clock),
    }
  );
}

/**
 * Enters the content of a terminal's delivery under a `dealsKey`. A known ticket counts as new only if
 * its deal has changed.
 */
export function enterTerminal(
  handle: Handle,
  key: string,
  { account, deals, positions }: TerminalContent,
): void {
  const known = terminalOf(handle, key);
  const before = known?.account ?? null;
  // A delivery that was on its way for long has an older account.
  const isNewer = before === null || account.gmt >= before.gmt;
  const seen = known?.seen ?? [];
  const open = known?.open ?? null;
  const { gmt, ahead } = account;
  handle
    .prepare(
      `insert or replace into terminals
        (account_id, account, seen, open, is_new, paired_open, clock)
      values (?, ?, ?, ?, 1, ?, ?)`,
    )
    .run(
      ...[key, JSON.stringify(isNewer ? account : before)],
      JSON.stringify(ahead === null ? seen : withSeen(seen, gmt, ahead)),
      JSON.stringify(positions && isNewer ? { at: later(open, gmt * 1000), positions } : open),
      ...[known?.pairedOpen ?? null, known?.clock ?? null],
    );
  const enter = handle.prepare(
    `insert into deals (account_id, ticket, position, time, deal, checksum)
      values (?, ?, ?, ?, ?, ?)
      on conflict (account_id, ticket) do update set position = excluded.position,
        time = excluded.time, deal = excluded.deal, checksum = excluded.checksum
        where deals.deal <> excluded.deal`,
  );
  const touch = handle.prepare('insert or ignore into touched values (?, ?, ?)');
  for (const deal of deals) {
    const { ticket, position, time, json } = deal;
    const { changes } = enter.run(key, ticket, position, time, json, checksumOf(deal));
    if (changes > 0) touch.run(key, position, position === '' ? ticket : '');
  }
}

/** Removes everything of an account's terminal. */
export function forgetTerminal(handle: Handle, accountId: string): void {
  const keys = (['terminal', 'broker_api'] as const).map((source) => dealsKey(accountId, source));
  for (const table of ['terminals', 'deals', 'touched', 'charges']) {
    handle.prepare(`delete from ${table} where account_id in (?, ?)`).run(...keys);
  }
}

/** Returns an instant later than the previous list's, which may be of the same second. */
const later = (open: OpenPositions | null, at: number): number => Math.max(at, (open?.at ?? 0) + 1);
