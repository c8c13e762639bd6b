import type { JsonText } from '../../base/json-text.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import { OwnerFault } from '../../base/waiting-accounts.ts';
import type { Lines } from '../../load/delivered-lines.ts';
import type { TextAnswers } from '../../platforms/source/cash-flow-kinds.ts';
import { instant } from '../../platforms/source/orders.ts';
import { type SourceRows, sourceLine } from '../../platforms/source/source-tables.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import type { DeliveryDatabase } from '../database.ts';
import { type DealBatch, type DealBounds, dealBounds, inDealBatches } from './batches.ts';
import { bookedRows, isDeposit, type Origin, positionRows, rowOfAccount } from './rows.ts';
import { serverClock } from './server-clock.ts';
import {
  type ChangedPosition,
  type DealSelection,
  readDeals,
  readHistory,
} from './stored-deals.ts';
import type { DealKey } from './terminal.ts';
import type { TerminalState } from './terminal-states.ts';

/** Positions that one query names, or that are written at a time. */
const positionsAtOnce = 500;

/** Deals to pair, and where their rows go. */
export interface Pairing {
  readonly database: Pick<DeliveryDatabase, 'read'>;
  readonly key: DealKey;
  /** Terminal as its newest delivery left it. */
  readonly terminal: TerminalState;
  readonly answers: TextAnswers;
  /** Number of the newest delivery whose deals count. */
  readonly upTo: number;
  /** Writes lines of one delivery, or of all that came at a time. */
  readonly write: (lines: Lines, receivedAt?: string) => Promise<void>;
  readonly bounds?: DealBounds;
}

/**
 * Writes trades and flows of changed positions, each paired anew as a whole. Notes opening charges
 * in the terminal. Never has more than one batch in memory. Throws an OwnerFault if a position has
 * too many deals, or too many positions are open.
 */
export async function pairChanged(
  pairing: Pairing,
  changed: readonly Pick<ChangedPosition, 'position' | 'ticket'>[],
): Promise<void> {
  const { charges } = pairing.terminal;
  const positions = changed.flatMap(({ position }) => (position === '' ? [] : [position]));
  const tickets = changed.flatMap(({ ticket }) => (ticket === '' ? [] : [ticket]));
  for (const position of positions) charges.delete(position);
  for (const some of inParts(positions)) await pairSelected(pairing, { positions: some });
  for (const some of inParts(tickets)) await pairSelected(pairing, { tickets: some });
}

/** Writes trades and flows of all positions, like `pairChanged`. */
export async function pairAll(pairing: Pairing): Promise<void> {
  pairing.terminal.charges.clear();
  await pairSelected(pairing, 'all');
}

async function pairSelected(pairing: Pairing, selection: DealSelection): Promise<void> {
  const { terminal, write, bounds = dealBounds } = pairing;
  const { charges } = terminal;
  const origin = originOf(pairing);
  for await (const { deals, received } of batchesOf(pairing, selection)) {
    const { rows, charged, closedBy } = bookedRows(origin, deals);
    const { trades = [], ...flows } = rows;
    await write(linesOf(flows));
    const byTime = new Map<string | undefined, typeof trades>();
    for (const [at, trade] of trades.entries()) {
      const receivedAt = received.get(closedBy[at] ?? '');
      const known = byTime.get(receivedAt);
      if (known) known.push(trade);
      else byTime.set(receivedAt, [trade]);
    }
    for (const [receivedAt, some] of byTime) await write(linesOf({ trades: some }), receivedAt);
    for (const [position, amount] of charged) charges.set(position, amount);
    if (charges.size <= bounds.openPositions) continue;
    throw new OwnerFault(makeReason('row_many_positions', { max: bounds.openPositions }));
  }
}

const batchesOf = (
  { database, key, upTo, bounds = dealBounds }: Pairing,
  selection: DealSelection,
): AsyncGenerator<DealBatch> => inDealBatches(readDeals(database, key, upTo, selection), bounds);

/** Writes the row of the account by all of its deals. */
export async function writeAccount(pairing: Pairing): Promise<void> {
  const { database, key, upTo, terminal, write } = pairing;
  const { account, charges } = terminal;
  const origin = originOf(pairing);
  const { count, oldest } = await database.read((db) => readHistory(db, key, upTo));
  const isWhole = count >= account.listed;
  const beginsWithDeposit = oldest === undefined || isDeposit(origin, oldest.json);
  const balance = sumDecimals([account.balance, ...[...charges.values()].map(negateDecimal)]);
  // Adds up all results only if the history does not begin with a deposit.
  const isExplained = async () => isWhole && compareDecimals(await netOf(pairing), balance) === 0;
  const isCut = !beginsWithDeposit && !(await isExplained());
  const standing = { account, isWhole, balance, isCut, first: oldest?.time ?? null };
  await write(linesOf({ accounts: [rowOfAccount(origin, standing)] }));
}

async function netOf(pairing: Pairing): Promise<string> {
  const origin = originOf(pairing);
  let net = '0';
  for await (const { deals } of batchesOf(pairing, 'all')) {
    net = sumDecimals([net, bookedRows(origin, deals).net]);
  }
  return net;
}

/** Writes the open positions that a terminal listed at an instant in UTC milliseconds. */
export async function writePositions(
  pairing: Pairing,
  { at, positions }: { readonly at: number; readonly positions: readonly JsonText[] },
): Promise<void> {
  const { key, terminal, write } = pairing;
  const origin = originOf(pairing);
  if (positions.length === 0) {
    const report = { account_id: key.accountId, reported_at: instant(at) };
    await write(linesOf({ position_reports: [report] }));
  }
  for (const some of inParts(positions)) {
    await write(
      linesOf({ positions: positionRows(origin, { at, positions: some }, terminal.charges) }),
    );
  }
}

const originOf = ({ key, terminal, answers }: Pairing): Origin => ({
  ...key,
  answers,
  platform: terminal.account.platform,
  clock: serverClock(terminal.account.clock, terminal.seen),
});

/** Returns the name of the clock by which a terminal's times are read. */
export const clockOf = ({ account, seen }: Pick<TerminalState, 'account' | 'seen'>): string =>
  serverClock(account.clock, seen).name;

function* inParts<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let from = 0; from < values.length; from += positionsAtOnce) {
    yield values.slice(from, from + positionsAtOnce);
  }
}

/** Writes rows as lines of source files, by table. */
function linesOf(rows: SourceRows): Record<string, string[]> {
  const lines: Record<string, string[]> = {};
  for (const [table, listed] of Object.entries(rows)) {
    if (listed.length > 0) lines[table] = listed.map(sourceLine);
  }
  return lines;
}
