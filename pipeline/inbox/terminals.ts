import type Database from 'libsql';
import type { JsonText } from '../base/json-text.ts';
import type { SourceRows } from '../import/source-tables.ts';
import { type SeenClock, serverClock, withSeen } from './server-clock.ts';
import type { KeptDeal, TerminalAccount } from './terminal.ts';
import {
  accountRow,
  bookedRows,
  isDeposit,
  type OpenPositions,
  type Origin,
  positionRows,
} from './terminal-rows.ts';

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

interface Row {
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

function rowOf(database: Handle, accountId: string): Row | undefined {
  const rows = database.prepare('select * from terminals where account_id = ?').all(accountId);
  return (rows as Row[])[0];
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

/** What a terminal's sendings since the last time come to, and what is to be noted once it is kept. */
export interface CollectedTerminal {
  readonly day: string;
  readonly lines: Readonly<Record<string, readonly string[]>>;
  note(database: Handle): void;
}

/**
 * Makes source rows of what came since, null where nothing did; positions whose deals came are paired
 * anew, as a whole.
 */
export function collectTerminal(database: Handle, accountId: string): CollectedTerminal | null {
  const row = rowOf(database, accountId);
  if (!row || row.sendings <= row.collected) return null;
  const account: TerminalAccount = JSON.parse(row.account);
  const clock = serverClock(account.clock, JSON.parse(row.seen));
  const origin: Origin = { accountId, platform: account.platform, clock };
  const deals = dealsToPair(database, accountId, row.clock !== clock.name);
  const { rows, charged } = bookedRows(
    origin,
    deals.map(({ deal }) => deal),
  );
  const touched = new Set(deals.map(({ position }) => position).filter(Boolean));
  const allCharged = new Map([
    ...chargesOf(database, accountId).filter(([position]) => !touched.has(position)),
    ...charged,
  ]);
  const open: OpenPositions | null = row.open ? JSON.parse(row.open) : null;
  const isOpenNew = open !== null && (open.at !== row.collected_open || deals.length > 0);
  const standing = { account, charged: allCharged, ...historyOf(database, origin, account.listed) };
  return {
    day: row.received_at.slice(0, 10),
    lines: linesOf(
      {
        ...{ accounts: [accountRow(origin, standing)], ...rows },
        ...(isOpenNew && { positions: positionRows(origin, open, allCharged) }),
      },
      isOpenNew && open.positions.length === 0 ? reportOfNone(accountId, open.at) : [],
    ),
    note(noted) {
      noted
        .prepare(
          'update terminals set collected = ?, collected_open = ?, clock = ? where account_id = ?',
        )
        .run(row.sendings, open?.at ?? null, clock.name, accountId);
      noted
        .prepare('update deals set fresh = 0 where account_id = ? and fresh between 1 and ?')
        .run(accountId, row.sendings);
      const forget = noted.prepare('delete from charges where account_id = ? and position = ?');
      for (const position of touched) forget.run(accountId, position);
      const keep = noted.prepare('insert into charges values (?, ?, ?)');
      for (const [position, amount] of charged) keep.run(accountId, position, amount);
    },
  };
}

/** Deals that are new, with the others of their positions; all of them where the clock is another. */
function dealsToPair(
  database: Handle,
  accountId: string,
  isClockNew: boolean,
): { position: string; deal: JsonText }[] {
  const which = isClockNew
    ? ''
    : `and (fresh > 0 or position <> '' and position in (
        select position from deals where account_id = ? and fresh > 0))`;
  return database
    .prepare(`select position, deal from deals where account_id = ? ${which}`)
    .all(...(isClockNew ? [accountId] : [accountId, accountId])) as {
    position: string;
    deal: JsonText;
  }[];
}

const chargesOf = (database: Handle, accountId: string): [string, string][] =>
  (
    database
      .prepare('select position, charged from charges where account_id = ?')
      .all(accountId) as { position: string; charged: string }[]
  ).map(({ position, charged }) => [position, charged]);

/** What the whole of an account's deals says; added up only where they do not begin with a deposit. */
function historyOf(database: Handle, origin: Origin, listed: number) {
  const { deals: held } = heldDeals(database, origin.accountId);
  const [first] = database
    .prepare(
      'select time, deal from deals where account_id = ? order by time, length(ticket), ticket limit 1',
    )
    .all(origin.accountId) as { time: number; deal: JsonText }[];
  const isWhole = held >= listed;
  const isTold = first === undefined || isDeposit(origin.platform, first.deal);
  const all = isTold || !isWhole ? [] : dealsToPair(database, origin.accountId, true);
  return {
    isWhole,
    first: first?.time ?? null,
    net:
      isTold || !isWhole
        ? null
        : bookedRows(
            origin,
            all.map(({ deal }) => deal),
          ).net,
  };
}

/** Rows as lines of source files; what is empty is left out. */
function linesOf(rows: SourceRows, reports: readonly string[]): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  for (const [table, some] of Object.entries(rows)) {
    if (some.length === 0) continue;
    lines[table] = some.map((row: Readonly<Record<string, string>>) =>
      JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))),
    );
  }
  if (reports.length > 0) lines.position_reports = [...reports];
  return lines;
}

const reportOfNone = (accountId: string, at: number): string[] => [
  JSON.stringify({ account_id: accountId, reported_at: new Date(at).toISOString() }),
];
