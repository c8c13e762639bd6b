import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines } from '../../read/bounds.ts';
import { exportFilesIn, fileSafe } from './source-files.ts';
import type { SourceRow } from './source-tables.ts';

/** Columns that are equal in all rows of one trade, and its ticket. */
export type PlacedTrade = Pick<
  SourceRow<'trades'>,
  'ticket' | 'symbol' | 'side' | 'volume' | 'opened_at' | 'closed_at'
>;

/**
 * Trades of several exports of one account, file by file in the order in which they load. The last
 * row of a ticket counts. Tickets of a position's parts depend on which parts a file has. So a file
 * can replace a part of an earlier one, or have it under another ticket.
 */
export class OverlappingTrades {
  /** The trade that counts, by its ticket. */
  readonly #counting = new Map<string, string>();
  /** Most rows of a trade in one file. */
  readonly #most = new Map<string, number>();
  readonly #replaced: { readonly ticket: string; readonly trade: string; readonly by: string }[] =
    [];
  #inFile = new Map<string, number>();

  /** Begins the next file. */
  begin(): void {
    this.#inFile = new Map();
  }

  add(row: PlacedTrade): void {
    const { ticket } = row;
    const trade = tradeOf(row);
    const count = (this.#inFile.get(trade) ?? 0) + 1;
    this.#inFile.set(trade, count);
    this.#most.set(trade, Math.max(count, this.#most.get(trade) ?? 0));
    const before = this.#counting.get(ticket);
    this.#counting.set(ticket, trade);
    if (before !== undefined && isOtherPart(before, trade)) {
      this.#replaced.push({ ticket, trade: before, by: trade });
    }
  }

  /** Names trades that are lost, or that count twice. */
  faults(): CodedReason[] {
    const tickets = new Map<string, string[]>();
    for (const [ticket, trade] of this.#counting) {
      const known = tickets.get(trade);
      if (known === undefined) tickets.set(trade, [ticket]);
      else known.push(ticket);
    }
    const most = (trade: string) => this.#most.get(trade) ?? 0;
    const twice = [...tickets]
      .filter(([trade, counting]) => counting.length > most(trade) && areOfOne(counting))
      .map(([, [value = '', other = '']]) =>
        makeReason('import_part_counts_twice', { value, other }),
      );
    const lost = this.#replaced
      .filter(({ trade }) => (tickets.get(trade) ?? []).length < most(trade))
      .map(({ ticket, trade, by }) =>
        makeReason('import_part_is_replaced', {
          value: ticket,
          other: partOf(trade).closed,
          text: partOf(by).closed,
        }),
      );
    return firstLines([...lost, ...twice], 'such tickets');
  }
}

/** Names a trade, its position first. Rows that print numbers or times otherwise are the same. */
const tradeOf = ({ symbol, side, volume, opened_at, closed_at }: PlacedTrade): string =>
  [symbol, side, instantOf(opened_at), instantOf(closed_at), Number(volume)].join('\n');

const instantOf = (time: string): string => new Date(time).toISOString();

function partOf(trade: string): { position: string; closed: string } {
  const [symbol = '', side = '', opened = '', closed = ''] = trade.split('\n');
  // Without opening times the two times are equal.
  return { position: `${side} ${symbol} ${opened === closed ? '' : opened}`, closed };
}

/** Returns true if two trades are parts of one position that closed at two times. */
function isOtherPart(one: string, other: string): boolean {
  const [first, second] = [partOf(one), partOf(other)];
  return first.position === second.position && first.closed !== second.closed;
}

/** Returns true if tickets are those of parts of one position. */
const areOfOne = (tickets: readonly string[]): boolean =>
  new Set(tickets.map((ticket) => ticket.replace(/(-\d{14})?(-\d{1,6})?$/, ''))).size <
  tickets.length;

/** Names trades that exports of an account in a folder lose or count twice together. */
export async function overlapFaults(
  directory: string,
  accounts: readonly string[],
): Promise<CodedReason[]> {
  const faults: CodedReason[] = [];
  const files = exportFilesIn(directory).filter(({ table }) => table === 'trades');
  for (const account of accounts.map(fileSafe)) {
    const ofAccount = files.filter((file) => file.account === account);
    if (ofAccount.length < 2) continue;
    const trades = new OverlappingTrades();
    for (const { path } of ofAccount) {
      trades.begin();
      const rows = createReadStream(path).pipe(parse({ columns: true, bom: true }));
      for await (const row of rows) trades.add(row);
    }
    faults.push(...trades.faults());
  }
  return faults;
}
