import { makeReason } from '../../base/reasons/reason.ts';
import { bounds, firstNames, UnreadableExport, unreadableAt } from '../../read/bounds.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import { parseDecimal } from '../../read/decimals.ts';
import type { Notation } from '../../read/notation.ts';
import { readBalanceText } from '../source/cash-flow-kinds.ts';
import { createCells, UnreadRow } from '../source/cells.ts';
import { refuseOtherAccount } from '../source/questions.ts';
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

export interface CtraderStatement {
  /** In the order of the file. */
  deals: readonly CtraderDeal[];
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

/** Names of the account number in a summary; most statements do not have it. */
export const accountNames = ['account', 'account number', 'account id', 'login'];

/**
 * Reads a cTrader statement row by row. It has several tables, with columns that the trader chose.
 */
export class StatementReader {
  readonly #notation: Notation;
  readonly #deals: CtraderDeal[] = [];
  readonly #positions: Position[] = [];
  readonly #totals = new Map<Field, string>();
  readonly #figures = new Map<string, string>();
  readonly #unread = new UnreadRows();
  #rows = 0;
  #otherRows = 0;
  /** Results of refused rows since the last deal. */
  #lost: LostResult[] = [];
  #heading: CtraderHeading | undefined;
  /** Names of figures whose values come next. */
  #summary: string[] | undefined;
  #title = '';
  #listsPositions = false;
  #currency: { code: string; column: string } | undefined;
  #missingCosts: readonly string[] = [];
  #offset: number | null = null;

  constructor(notation: Notation) {
    this.#notation = notation;
  }

  read(row: TextRow): void {
    const { line, texts } = row;
    const some = texts.filter((text) => text !== '');
    if (some.length === 0) {
      this.#heading = undefined;
      this.#summary = undefined;
      return;
    }
    const found = readHeading(texts);
    const missing = this.#heading === undefined ? missingIn(texts) : null;
    if (missing !== null) {
      const fault = makeReason('file_no_deal_column', { name: missing, names: firstNames(some) });
      throw unreadableAt(line, fault);
    }
    if (found) this.#takeHeading(found, line);
    else if (this.#heading === undefined) this.#readSummary(texts, some);
    else this.#readBelow(this.#heading, row, some);
  }

  #takeHeading(found: CtraderHeading, line: number): void {
    this.#heading = found;
    this.#listsPositions ||= listsOpen(found);
    for (const [code, column] of found.currencies) {
      this.#currency ??= { code, column };
      if (code === this.#currency.code) continue;
      const columns = { name: this.#currency.column, other: column };
      throw unreadableAt(line, makeReason('import_currencies_mixed', columns));
    }
    if (found.places.has('closed')) this.#missingCosts = costsMissingIn(found);
    for (const each of found.offsets) {
      this.#offset ??= each;
      if (each === this.#offset) continue;
      const zones = { value: clockAhead(this.#offset).name, other: clockAhead(each).name };
      throw unreadableAt(line, makeReason('import_offsets_mixed', zones));
    }
  }

  /** Reads a row outside of any table: a title, or names of figures with their values. */
  #readSummary(texts: readonly string[], some: readonly string[]): void {
    const [only = ''] = some;
    if (some.length > 1) {
      const names = this.#summary;
      for (const [at, name] of names?.entries() ?? []) {
        const value = texts[at] ?? '';
        if (accountNames.includes(name)) refuseOtherAccount(this.#figures.get(name) ?? '', value);
        this.#figures.set(name, value);
      }
      this.#summary ??= texts.map((name) => name.toLowerCase());
    } else if (/^balance$/i.test(this.#title) && parseDecimal(only) !== null) {
      this.#figures.set('balance', only);
    } else this.#title = only;
  }

  #readBelow(heading: CtraderHeading, row: TextRow, some: readonly string[]): void {
    this.#rows++;
    let cells: CtraderReader | undefined;
    try {
      cells = createCells(heading, row, this.#notation);
      this.#readCells(cells, heading, row.line);
    } catch (error) {
      if (!(error instanceof UnreadRow)) throw error;
      if (heading.places.has('closed') && !some.some(isMovement)) {
        this.#lost.push(cells ? lostResultOf(cells) : null);
      }
      this.#unread.add(row.line, error.reason, some);
    }
  }

  #readCells(cell: CtraderReader, heading: CtraderHeading, line: number): void {
    if (heading.places.has('closed')) {
      // Sums have none of these; a deal that lost its symbol is no sum.
      const isDeal =
        cell.text('symbol') !== '' || cell.text('closed') !== '' || /\d/.test(cell.text('ticket'));
      if (isDeal) {
        this.#deals.push(dealOf(cell, line, this.#lost));
        this.#lost = [];
      } else {
        takeTotals(cell, this.#totals);
        this.#rows--;
      }
    } else if (listsOpen(heading)) this.#positions.push(positionOf(cell));
    else this.#otherRows++;
    if (this.#deals.length + this.#positions.length > bounds.heldRows) {
      throw new UnreadableExport(makeReason('file_many_rows', { max: bounds.heldRows }));
    }
  }

  /** Returns the statement once all rows are read. */
  statement(): CtraderStatement {
    return {
      deals: this.#deals,
      positions: this.#positions,
      listsPositions: this.#listsPositions,
      currency: this.#currency?.code ?? '',
      missingCosts: this.#missingCosts,
      offset: this.#offset,
      totals: this.#totals,
      figures: this.#figures,
      unread: this.#unread,
      rows: this.#rows,
      otherRows: this.#otherRows,
    };
  }
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
