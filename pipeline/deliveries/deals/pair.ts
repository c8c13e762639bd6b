import { instant } from '../../platforms/source/orders.ts';
import { type SourceRows, sourceLine } from '../../platforms/source/source-tables.ts';
import { sumDecimals } from '../../read/decimals.ts';
import { allDeals, type DealBounds, dealBounds, touchedDeals } from './batches.ts';
import { dealsKey, type Handle, terminalOf } from './cache.ts';
import { checkedDeal, dealColumns, type StoredDeal, type StoredText, textOf } from './damage.ts';
import {
  accountRow,
  bookedRows,
  isDeposit,
  type OpenPositions,
  type Origin,
  positionRows,
} from './rows.ts';
import { serverClock } from './server-clock.ts';
import type { DealSource } from './terminal.ts';

/** Lines of source files, by table. */
export type Lines = Readonly<Record<string, readonly string[]>>;

/** Positions that are written at a time. */
const positionsAtOnce = 5_000;

/**
 * Writes source rows of an account's new deals, batch by batch. Positions with new deals are paired anew,
 * as a whole. Never has more than one batch in memory. Throws an OwnerFault if a position has too many
 * deals; then nothing is noted.
 */
export function pairTerminal(
  handle: Handle,
  accountId: string,
  write: (lines: Lines) => void,
  bounds: DealBounds = dealBounds,
  source: DealSource = 'terminal',
): void {
  const key = dealsKey(accountId, source);
  const known = terminalOf(handle, key);
  if (!known?.isNew) return;
  const { account, open } = known;
  const clock = serverClock(account.clock, known.seen);
  const origin: Origin = { accountId, source, platform: account.platform, clock };
  if (known.clock !== clock.name) touchAll(handle, key);
  const noteCharge = chargesOfTouched(handle, key);
  let isAnyNew = false;
  for (const deals of touchedDeals(handle, key, bounds)) {
    const booked = bookedRows(origin, deals);
    write(linesOf(booked.rows));
    for (const [position, amount] of booked.charged) noteCharge(position, amount);
    isAnyNew = true;
  }
  if (open !== null && (open.at !== known.pairedOpen || isAnyNew)) {
    writePositions(handle, key, origin, open, write);
  }
  const history = historyOf(handle, key, origin, account.listed, bounds);
  const standing = { account, charged: chargedInAll(handle, key), ...history };
  write(linesOf({ accounts: [accountRow(origin, standing)] }));
  handle.prepare('delete from touched where account_id = ?').run(key);
  handle
    .prepare('update terminals set is_new = 0, paired_open = ?, clock = ? where account_id = ?')
    .run(open?.at ?? null, clock.name, key);
}

/** Marks all positions as new: another clock changes every time. */
function touchAll(handle: Handle, accountId: string): void {
  handle
    .prepare(
      `insert or ignore into touched
        select distinct account_id, position, iif(position = '', ticket, '') from deals
        where account_id = ?`,
    )
    .run(accountId);
}

/** Deletes the opening charges of touched positions. Returns a function that notes a new charge. */
function chargesOfTouched(handle: Handle, accountId: string) {
  handle
    .prepare(
      `delete from charges where account_id = ?
        and position in (select position from touched where account_id = ?)`,
    )
    .run(accountId, accountId);
  const note = handle.prepare('insert into charges values (?, ?, ?)');
  return (position: string, amount: string): void => void note.run(accountId, position, amount);
}

function writePositions(
  handle: Handle,
  key: string,
  origin: Origin,
  { at, positions }: OpenPositions,
  write: (lines: Lines) => void,
): void {
  const { accountId } = origin;
  if (positions.length === 0) {
    write(linesOf({ position_reports: [{ account_id: accountId, reported_at: instant(at) }] }));
  }
  const find = handle.prepare(
    'select cast(charged as blob) as charged from charges where account_id = ? and position = ?',
  );
  const charged = {
    get(position: string) {
      const [row] = find.all(key, position) as Charge[];
      return row && textOf(row.charged);
    },
  };
  for (let from = 0; from < positions.length; from += positionsAtOnce) {
    const some = positions.slice(from, from + positionsAtOnce);
    write(linesOf({ positions: positionRows(origin, { at, positions: some }, charged) }));
  }
}

interface Charge {
  readonly charged: StoredText;
}

/** Adds up the opening charges of positions that are still open. */
function chargedInAll(handle: Handle, accountId: string): string {
  const amounts = handle
    .prepare('select cast(charged as blob) as charged from charges where account_id = ?')
    .iterate(accountId) as Iterable<Charge>;
  let sum = '0';
  for (const { charged } of amounts) sum = sumDecimals([sum, textOf(charged)]);
  return sum;
}

/** Describes the whole history of deals. Adds up all results only if it does not begin with a deposit. */
function historyOf(
  handle: Handle,
  key: string,
  origin: Origin,
  listed: number,
  bounds: DealBounds,
) {
  const [counted] = handle
    .prepare('select count(*) as deals from deals where account_id = ?')
    .all(key) as { deals: number }[];
  const [oldest] = handle
    .prepare(
      `select ${dealColumns} from deals where account_id = ?
        order by time, length(deals.ticket), deals.ticket limit 1`,
    )
    .all(key) as StoredDeal[];
  const first = oldest && checkedDeal(oldest);
  const isWhole = (counted?.deals ?? 0) >= listed;
  const beginsWithDeposit = first === undefined || isDeposit(origin.platform, first.json);
  const net = beginsWithDeposit || !isWhole ? null : netOf(handle, key, origin, bounds);
  return { isWhole, first: first?.time ?? null, net };
}

function netOf(handle: Handle, key: string, origin: Origin, bounds: DealBounds): string {
  let net = '0';
  for (const deals of allDeals(handle, key, bounds)) {
    net = sumDecimals([net, bookedRows(origin, deals).net]);
  }
  return net;
}

/** Writes rows as lines of source files, by table. */
function linesOf(rows: SourceRows): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  for (const [table, listed] of Object.entries(rows)) {
    if (listed.length > 0) lines[table] = listed.map(sourceLine);
  }
  return lines;
}
