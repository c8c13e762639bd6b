import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { modes } from '../../base/modes.ts';
import { checksumOf, parseStored, type StoredText, textOf } from './damage.ts';
import type { OpenPositions } from './rows.ts';
import { type SeenClock, withSeen } from './server-clock.ts';
import type { TerminalAccount, TerminalSending } from './terminal.ts';

export type Handle = Database.Database;

/**
 * Deals of terminals by their positions, which are paired as a whole. All of it comes of deliveries:
 * a machine that has it not makes it anew. `touched` names positions with new deals that were not
 * paired since; deals of no position, by their tickets.
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

/** Deals that were entered in a transaction, which ends with `commit` or `close`. */
export interface DealCache {
  readonly handle: Handle;
  /** The number of the newest delivery that is in it. */
  readonly progress: number;
  commit(progress: number): void;
  /** Takes back what was not committed. */
  close(): void;
}

/** Opens the deals in a file, which is made where there is none, or where it has deliveries beyond `known`. */
export function openDealCache(path: string, known: number): DealCache {
  mkdirSync(dirname(path), { recursive: true, mode: modes.secret.folder });
  const found = open(path);
  if (found.progress <= known) return found;
  // The database of a run is older than it: what was paired since would be missing there.
  found.close();
  removeDealCache(path);
  return open(path);
}

/** Removes the file of deals, which the next that opens it makes anew of all deliveries. */
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

/** What is known of a terminal. */
export interface KnownTerminal {
  readonly account: TerminalAccount;
  readonly seen: readonly SeenClock[];
  readonly open: OpenPositions | null;
  /** Whether something came since its deals were paired last. */
  readonly isNew: boolean;
  /** Of the positions that were written last. */
  readonly pairedOpen: number | null;
  /** The name of the clock that its deals were paired on last. */
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

/** Returns what is known of an account's terminal; throws a DealCacheDamage if that cannot be read. */
export function terminalOf(handle: Handle, accountId: string): KnownTerminal | undefined {
  const [row] = handle
    .prepare(
      `select cast(account as blob) as account, cast(seen as blob) as seen,
        cast(open as blob) as open, is_new, paired_open, cast(clock as blob) as clock
      from terminals where account_id = ?`,
    )
    .all(accountId) as TerminalRow[];
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

/** Enters what a terminal sent: a ticket that is there already stays, unless it says something else now. */
export function enterTerminal(
  handle: Handle,
  accountId: string,
  { account, deals, positions }: TerminalSending,
): void {
  const known = terminalOf(handle, accountId);
  const before = known?.account ?? null;
  // What was on its way for long says nothing new of the account.
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
      ...[accountId, JSON.stringify(isNewer ? account : before)],
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
    const { ticket, position, time, kept } = deal;
    const { changes } = enter.run(accountId, ticket, position, time, kept, checksumOf(deal));
    if (changes > 0) touch.run(accountId, position, position === '' ? ticket : '');
  }
}

/** A list replaces the one before it, also within the same second. */
const later = (open: OpenPositions | null, at: number): number => Math.max(at, (open?.at ?? 0) + 1);
