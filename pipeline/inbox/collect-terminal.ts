import type Database from 'libsql';
import type { JsonText } from '../base/json-text.ts';
import type { SourceRows } from '../platforms/source/source-tables.ts';
import { sumDecimals } from '../read/values/decimals.ts';
import {
  allDeals,
  type DealBounds,
  dealBounds,
  touchedDeals,
  touchPositions,
} from './deal-parts.ts';
import { serverClock } from './server-clock.ts';
import { alone } from './store.ts';
import type { TerminalAccount } from './terminal.ts';
import {
  accountRow,
  bookedRows,
  isDeposit,
  type OpenPositions,
  type Origin,
  positionRows,
} from './terminal-rows.ts';
import { heldDeals, rowOf, type TerminalRow } from './terminals.ts';

type Handle = Database.Database;

/** Lines of source files by their table. */
type Lines = Readonly<Record<string, readonly string[]>>;

/** What is to be noted once all that was written is kept, on the same handle. */
export interface CollectedTerminal {
  /** Notes most of it, in short transactions, so that what comes in meanwhile needn't wait for long. */
  noteLargeTables(): void;
  /** Notes the rest; to be called in a transaction. */
  noteRest(): void;
}

/** Positions that are written at a time, and deals that are noted. */
const [positionsAtOnce, notedAtOnce] = [5_000, 5_000];

/**
 * Writes source rows of what came since, part by part, to files of the day that `write` is told;
 * positions whose deals came are paired anew, as a whole. Returns null where nothing came. Never holds
 * more than a part of the deals.
 */
export function collectTerminal(
  database: Handle,
  accountId: string,
  write: (day: string, lines: Lines) => void,
  bounds: DealBounds = dealBounds,
): CollectedTerminal | null {
  const row = rowOf(database, accountId);
  if (!row || row.sendings <= row.collected) return null;
  const account: TerminalAccount = JSON.parse(row.account);
  const clock = serverClock(account.clock, JSON.parse(row.seen));
  const origin: Origin = { accountId, platform: account.platform, clock };
  const day = row.received_at.slice(0, 10);
  const isClockNew = row.clock !== clock.name;
  touchPositions(database, accountId, isClockNew);
  const isAnyNew = writeDeals(
    database,
    origin,
    touchedDeals(database, accountId, isClockNew, bounds),
    (rows) => write(day, linesOf(rows)),
  );
  const open: OpenPositions | null = row.open ? JSON.parse(row.open) : null;
  if (open !== null && (open.at !== row.collected_open || isAnyNew)) {
    writePositions(database, origin, open, (lines) => write(day, lines));
  }
  const charged = chargedInAll(database, accountId);
  const history = historyOf(database, origin, account.listed, bounds);
  write(day, linesOf({ accounts: [accountRow(origin, { account, charged, ...history })] }));
  return noting(database, row, open?.at ?? null, clock.name);
}

/** Writes rows of deals and keeps what opening positions was charged; returns whether there was any. */
function writeDeals(
  database: Handle,
  origin: Origin,
  parts: Iterable<JsonText[]>,
  write: (rows: SourceRows) => void,
): boolean {
  const keep = database.prepare('insert into touched_charges values (?, ?)');
  let isAny = false;
  for (const deals of parts) {
    const { rows, charged } = bookedRows(origin, deals);
    write(rows);
    for (const [position, amount] of charged) keep.run(position, amount);
    isAny = true;
  }
  return isAny;
}

function writePositions(
  database: Handle,
  origin: Origin,
  { at, positions }: OpenPositions,
  write: (lines: Lines) => void,
): void {
  const { accountId } = origin;
  if (positions.length === 0) write({ position_reports: reportOfNone(accountId, at) });
  const find = database.prepare(
    `select charged from touched_charges where position = ?
      union all
      select charged from charges where account_id = ? and position = ?
        and position not in (select position from touched)`,
  );
  const charged = {
    get: (position: string) =>
      (find.all(position, accountId, position) as { charged: string }[])[0]?.charged,
  };
  for (let from = 0; from < positions.length; from += positionsAtOnce) {
    const some = positions.slice(from, from + positionsAtOnce);
    write(linesOf({ positions: positionRows(origin, { at, positions: some }, charged) }));
  }
}

/** Adds up what opening positions was charged that are open still. */
function chargedInAll(database: Handle, accountId: string): string {
  const amounts = database
    .prepare(
      `select charged from touched_charges
        union all
        select charged from charges where account_id = ?
          and position not in (select position from touched)`,
    )
    .iterate(accountId) as Iterable<{ charged: string }>;
  let sum = '0';
  for (const { charged } of amounts) sum = sumDecimals([sum, charged]);
  return sum;
}

/** What the whole of an account's deals says; added up only where they do not begin with a deposit. */
function historyOf(database: Handle, origin: Origin, listed: number, bounds: DealBounds) {
  const { deals: held } = heldDeals(database, origin.accountId);
  const [first] = database
    .prepare(
      'select time, deal from deals where account_id = ? order by time, length(ticket), ticket limit 1',
    )
    .all(origin.accountId) as { time: number; deal: JsonText }[];
  const isWhole = held >= listed;
  const isTold = first === undefined || isDeposit(origin.platform, first.deal);
  const net = isTold || !isWhole ? null : netOf(database, origin, bounds);
  return { isWhole, first: first?.time ?? null, net };
}

function netOf(database: Handle, origin: Origin, bounds: DealBounds): string {
  let net = '0';
  for (const deals of allDeals(database, origin.accountId, bounds)) {
    net = sumDecimals([net, bookedRows(origin, deals).net]);
  }
  return net;
}

function noting(
  database: Handle,
  { account_id: accountId, sendings }: TerminalRow,
  openAt: number | null,
  clock: string,
): CollectedTerminal {
  const ofFresh = `from deals indexed by fresh_deals
    where account_id = ? and fresh > 0 and fresh <= ?`;
  const sizeOf = (query: string, ...values: unknown[]): number =>
    (database.prepare(query).all(...values) as { size: number }[])[0]?.size ?? 0;
  const isMuchTouched = () => sizeOf('select count(*) as size from touched') > notedAtOnce;
  const isMuchFresh = () =>
    sizeOf(
      `select count(*) as size from (select 1 ${ofFresh} limit ?)`,
      ...[accountId, sendings, notedAtOnce + 1],
    ) > notedAtOnce;
  const noteCharges = () => {
    const some = 'position in (select position from touched order by position limit ?)';
    const values = [accountId, notedAtOnce];
    database.prepare(`delete from charges where account_id = ? and ${some}`).run(...values);
    database
      .prepare(`insert into charges select ?, position, charged from touched_charges where ${some}`)
      .run(...values);
    database.prepare(`delete from touched where ${some}`).run(notedAtOnce);
  };
  const noteFresh = () =>
    void database
      .prepare(
        `update deals set fresh = 0
          where account_id = ? and ticket in (select ticket ${ofFresh} limit ?)`,
      )
      .run(accountId, accountId, sendings, notedAtOnce);
  return {
    // A position is new until its charges are there: killed in between, it is paired once more.
    noteLargeTables() {
      while (isMuchTouched()) alone(database, noteCharges);
      if (isMuchFresh()) alone(database, noteCharges);
      while (isMuchFresh()) alone(database, noteFresh);
    },
    noteRest() {
      noteCharges();
      noteFresh();
      database
        .prepare(
          'update terminals set collected = ?, collected_open = ?, clock = ? where account_id = ?',
        )
        .run(sendings, openAt, clock, accountId);
    },
  };
}

/** Rows as lines of source files; what is empty is left out. */
function linesOf(rows: SourceRows): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  for (const [table, some] of Object.entries(rows)) {
    if (some.length === 0) continue;
    lines[table] = some.map((row: Readonly<Record<string, string>>) =>
      JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''))),
    );
  }
  return lines;
}

const reportOfNone = (accountId: string, at: number): string[] => [
  JSON.stringify({ account_id: accountId, reported_at: new Date(at).toISOString() }),
];
