import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, firstNames, UnreadableExport, unreadableAt } from '../../read/bounds.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import { parseDecimal } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { readBalanceText } from '../source/cash-flow-kinds.ts';
import { createCells, UnreadRow } from '../source/cells.ts';
import { UnreadRows } from '../source/unread-rows.ts';
import { type CtraderHeading, type Field, missingIn, readHeading } from './columns.ts';
import {
  type CtraderDeal,
  type CtraderReader,
  dealOf,
  type LostResult,
  lostResultOf,
  type Position,
  positionOf,
} from './rows.ts';
import { clockAhead } from './times.ts';

/** Content of a statement other than its deals. */
export interface CtraderStatement {
  positions: readonly Position[];
  /** True if there is a table of positions, empty or not. */
  listsPositions: boolean;
  currency: string;
  /** Columns of costs that deals without a net result lack. */
  missingCosts: readonly string[];
  /** In milliseconds ahead of UTC; null where no heading says it. */
  offset: number | null;
  /** Below the deals: what they add up to, by field. */
  totals: ReadonlyMap<Field, string>;
  /** Figures of the summary by their names, lower case. */
  figures: ReadonlyMap<string, string>;
  unread: UnreadRows;
  /** Rows of all tables. */
  rows: number;
  /** Rows that are neither deals nor open positions, such as orders. */
  otherRows: number;
}

export interface StatementReader {
  /** The deal that a row is; null of every other row. */
  read(row: TextRow): CtraderDeal | null;
  /** Returns the statement once all rows are read. */
  statement(): CtraderStatement;
}

/**
 * Reads a cTrader statement row by row. It has several tables, with columns that the trader chose.
 */
export function createStatementReader(notation: Notation): StatementReader {
  const positions: Position[] = [];
  const totals = new Map<Field, string>();
  const figures = new Map<string, string>();
  const unread = new UnreadRows();
  let rows = 0;
  let otherRows = 0;
  let lost: LostResult[] = [];
  let heading: CtraderHeading | undefined;
  let summary: string[] | undefined;
  let title = '';
  let listsPositions = false;
  let currency: { code: string; column: string } | undefined;
  let missingCosts: readonly string[] = [];
  let offset: number | null = null;

  /** Reads a row outside of any table: a title, or names of figures with their values. */
  function readSummary(texts: readonly string[], some: readonly string[]): void {
    const [only = ''] = some;
    if (some.length > 1) {
      if (summary) for (const [at, name] of summary.entries()) figures.set(name, texts[at] ?? '');
      else summary = texts.map((name) => name.toLowerCase());
    } else if (/^balance$/i.test(title) && parseDecimal(only) !== null) {
      figures.set('balance', only);
    } else title = only;
  }

  function readRow(cell: CtraderReader, heading: CtraderHeading, line: number): CtraderDeal | null {
    if (heading.places.has('closed')) {
      // Sums have none of these; a deal that lost its symbol is no sum.
      const isDeal =
        cell.text('symbol') !== '' || cell.text('closed') !== '' || /\d/.test(cell.text('ticket'));
      if (isDeal) return dealBelow(cell, line);
      takeTotals(cell, totals);
      rows--;
    } else if (listsOpen(heading)) {
      if (positions.length === bounds.heldRows) {
        throw new UnreadableExport(makeReason('file_many_open', { max: bounds.heldRows }));
      }
      positions.push(positionOf(cell));
    } else otherRows++;
    return null;
  }

  function dealBelow(cell: CtraderReader, line: number): CtraderDeal {
    const deal = dealOf(cell, line);
    if (lost.length > 0) deal.lost = lost;
    lost = [];
    return deal;
  }

  return {
    read(row) {
      const { line, texts } = row;
      const some = texts.filter((text) => text !== '');
      if (some.length === 0) {
        heading = undefined;
        summary = undefined;
        return null;
      }
      const found = readHeading(texts);
      const missing = heading === undefined ? missingIn(texts) : null;
      if (missing !== null) {
        const fault = makeReason('file_no_deal_column', { name: missing, names: firstNames(some) });
        throw unreadableAt(line, fault);
      }
      if (found) {
        heading = found;
        listsPositions ||= listsOpen(found);
        for (const [code, column] of found.currencies) {
          currency ??= { code, column };
          if (code === currency.code) continue;
          const columns = { name: currency.column, other: column };
          throw unreadableAt(line, makeReason('import_currencies_mixed', columns));
        }
        if (found.places.has('closed')) missingCosts = costsMissingIn(found);
        for (const each of found.offsets) {
          offset ??= each;
          if (each === offset) continue;
          const zones = { value: clockAhead(offset).name, other: clockAhead(each).name };
          throw unreadableAt(line, makeReason('import_offsets_mixed', zones));
        }
        return null;
      }
      if (heading === undefined) {
        readSummary(texts, some);
        return null;
      }
      rows++;
      let cells: CtraderReader | undefined;
      try {
        cells = createCells(heading, row, notation);
        return readRow(cells, heading, line);
      } catch (error) {
        if (!(error instanceof UnreadRow)) throw error;
        if (heading.places.has('closed') && !some.some(isMovement)) {
          lost.push(cells ? lostResultOf(cells) : null);
        }
        unread.add(line, error.reason, some);
        return null;
      }
    },
    statement: () => ({
      positions,
      listsPositions,
      currency: currency?.code ?? '',
      missingCosts,
      offset,
      totals,
      figures,
      unread,
      rows,
      otherRows,
    }),
  };
}

const costsMissingIn = ({ places }: CtraderHeading): readonly string[] =>
  places.has('net')
    ? []
    : [
        ...(places.has('commission') ? [] : ['Commission']),
        ...(places.has('swap') ? [] : ['Swap']),
      ];

/** Returns true for words such as `Deposit`: the row moved money, and is no lost result. */
function isMovement(text: string): boolean {
  const { kind, doubt } = readBalanceText(text);
  return kind === 'flow' && doubt === null;
}

const listsOpen = ({ places }: CtraderHeading): boolean =>
  !places.has('closed') && places.has('opened') && places.has('entry');

function takeTotals(cell: CtraderReader, totals: Map<Field, string>): void {
  for (const field of ['commission', 'swap', 'gross', 'net'] as const) {
    const sum = cell.optional(field);
    if (sum !== '') totals.set(field, sum);
  }
}
