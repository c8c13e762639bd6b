import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { modes } from '../../base/modes.ts';
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
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  return open(path);
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
      close: () => handle.close(),
    };
  } catch (error) {
    handle.close();
    throw error;
  }
}

/** What is known of a terminal; texts are JSON. */
export interface TerminalRow {
  readonly account_id: string;
  readonly account: string;
  readonly seen: string;
  readonly open: string | null;
  /** 1 where something came since its deals were paired last. */
  readonly is_new: number;
  readonly paired_open: number | null;
  readonly clock: string | null;
}

export function terminalOf(handle: Handle, accountId: string): TerminalRow | undefined {
  const rows = handle.prepare('select * from terminals where account_id = ?').all(accountId);
  return (rows as TerminalRow[])[0];
}

/** Enters what a terminal sent: a ticket that is there already stays, unless it says something else now. */
export function enterTerminal(
  handle: Handle,
  accountId: string,
  { account, deals, positions }: TerminalSending,
): void {
  const known = terminalOf(handle, accountId);
  const before: TerminalAccount | null = known ? JSON.parse(known.account) : null;
  // What was on its way for long says nothing new of the account.
  const isNewer = before === null || account.gmt >= before.gmt;
  const seen: SeenClock[] = known ? JSON.parse(known.seen) : [];
  const open: OpenPositions | null = known?.open ? JSON.parse(known.open) : null;
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
      ...[known?.paired_open ?? null, known?.clock ?? null],
    );
  const enter = handle.prepare(
    `insert into deals (account_id, ticket, position, time, deal) values (?, ?, ?, ?, ?)
      on conflict (account_id, ticket) do update set position = excluded.position,
        time = excluded.time, deal = excluded.deal
        where deals.deal <> excluded.deal`,
  );
  const touch = handle.prepare('insert or ignore into touched values (?, ?, ?)');
  for (const { ticket, position, time, kept } of deals) {
    const { changes } = enter.run(accountId, ticket, position, time, kept);
    if (changes > 0) touch.run(accountId, position, position === '' ? ticket : '');
  }
}

/** A list replaces the one before it, also within the same second. */
const later = (open: OpenPositions | null, at: number): number => Math.max(at, (open?.at ?? 0) + 1);

/** Removes an account, to be entered anew. */
export function forgetTerminal(handle: Handle, accountId: string): void {
  for (const table of ['terminals', 'deals', 'touched', 'charges']) {
    handle.prepare(`delete from ${table} where account_id = ?`).run(accountId);
  }
}
