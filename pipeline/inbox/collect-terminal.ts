import type Database from 'libsql';
import type { JsonText } from '../base/json-text.ts';
import type { SourceRows } from '../import/source-tables.ts';
import { serverClock } from './server-clock.ts';
import type { TerminalAccount } from './terminal.ts';
import {
  accountRow,
  bookedRows,
  isDeposit,
  type OpenPositions,
  type Origin,
  positionRows,
} from './terminal-rows.ts';
import { heldDeals, rowOf } from './terminals.ts';

type Handle = Database.Database;

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
