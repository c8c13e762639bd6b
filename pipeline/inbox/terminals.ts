import type Database from 'libsql';
import type { JsonText } from '../base/json-text.ts';
import { type SeenClock, withSeen } from './server-clock.ts';
import type { KeptDeal, TerminalAccount } from './terminal.ts';
import type { OpenPositions } from './terminal-rows.ts';

/** What one sending of a terminal holds. */
export interface TerminalSending {
  readonly account: TerminalAccount;
  readonly deals: readonly KeptDeal[];
  /** Null where it says nothing of them. */
  readonly positions: readonly JsonText[] | null;
}

/** How far a terminal's deals have come; no figure. */
export interface HeldDeals {
  readonly deals: number;
  /** When the newest was, in seconds on its server's clock. */
  readonly newest: number | null;
}

type Handle = Database.Database;

/** `fresh` is the sending that brought a deal, 0 once a run has taken it up; `sendings` counts them. */
export const terminalTables = `
  create table if not exists terminals (
    account_id text primary key,
    account text not null,
    seen text not null,
    open text,
    received_at text not null,
    sendings integer not null,
    collected integer not null default 0,
    collected_open integer,
    clock text
  );
  create table if not exists deals (
    account_id text not null,
    ticket text not null,
    position text not null,
    time integer not null,
    fresh integer not null,
    deal text not null,
    primary key (account_id, ticket)
  ) without rowid;
  create index if not exists deals_by_position on deals (account_id, position);
  create index if not exists deals_by_time on deals (account_id, time);
  create index if not exists fresh_deals on deals (account_id, fresh) where fresh > 0;
  create table if not exists charges (
    account_id text not null,
    position text not null,
    charged text not null,
    primary key (account_id, position)
  ) without rowid;`;

/** What is kept of a terminal; texts are JSON. */
export interface TerminalRow {
  readonly account_id: string;
  readonly account: string;
  readonly seen: string;
  readonly open: string | null;
  readonly received_at: string;
  readonly sendings: number;
  readonly collected: number;
  readonly collected_open: number | null;
  readonly clock: string | null;
}

export function rowOf(database: Handle, accountId: string): TerminalRow | undefined {
  const rows = database.prepare('select * from terminals where account_id = ?').all(accountId);
  return (rows as TerminalRow[])[0];
}

/** Keeps what a terminal sent: a ticket that is there already stays, unless it says something else now. */
export function enterTerminal(
  database: Handle,
  accountId: string,
  { account, deals, positions }: TerminalSending,
  receivedAt: string,
): void {
  const known = rowOf(database, accountId);
  const before: TerminalAccount | null = known ? JSON.parse(known.account) : null;
  // What was on its way for long says nothing new of the account.
  const isNewer = before === null || account.gmt >= before.gmt;
  const seen: SeenClock[] = known ? JSON.parse(known.seen) : [];
  const open: OpenPositions | null = known?.open ? JSON.parse(known.open) : null;
  const { gmt, ahead } = account;
  const sendings = (known?.sendings ?? 0) + 1;
  database
    .prepare(
      `insert or replace into terminals
        (account_id, account, seen, open, received_at, sendings, collected, collected_open, clock)
      values (?, ?, ?, ?, ?, ?, coalesce((select collected from terminals where account_id = ?), 0), ?, ?)`,
    )
    .run(
      ...[accountId, JSON.stringify(isNewer ? account : before)],
      JSON.stringify(ahead === null ? seen : withSeen(seen, gmt, ahead)),
      JSON.stringify(positions && isNewer ? { at: later(open, gmt * 1000), positions } : open),
      ...[receivedAt, sendings, accountId],
      ...[known?.collected_open ?? null, known?.clock ?? null],
    );
  const keep = database.prepare(
    `insert into deals (account_id, ticket, position, time, fresh, deal) values (?, ?, ?, ?, ?, ?)
      on conflict (account_id, ticket) do update set position = excluded.position,
        time = excluded.time, fresh = excluded.fresh, deal = excluded.deal
        where deals.deal <> excluded.deal`,
  );
  for (const { ticket, position, time, kept } of deals) {
    keep.run(accountId, ticket, position, time, sendings, kept);
  }
}

/** A list replaces the one before it, also within the same second. */
const later = (open: OpenPositions | null, at: number): number => Math.max(at, (open?.at ?? 0) + 1);

/** Whose deals an account already has; null where it has none. */
export function terminalOf(database: Handle, accountId: string): TerminalAccount | null {
  const row = rowOf(database, accountId);
  return row ? JSON.parse(row.account) : null;
}

export function heldDeals(database: Handle, accountId: string): HeldDeals {
  const [held] = database
    .prepare('select count(*) as deals, max(time) as newest from deals where account_id = ?')
    .all(accountId) as HeldDeals[];
  return { deals: held?.deals ?? 0, newest: held?.newest ?? null };
}
