import type { Platform } from '../../../sql/raw/accounts.ts';
import type { CodedReason } from '../../base/reasons/reason.ts';
import type { DateOrder } from '../../read/times.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import type { Cells, Headings } from '../source/cells.ts';
import type { TradeField } from '../source/table-map.ts';

/** Columns of lists: those that a map of a table names, and those of sites alone. */
export type ListField = TradeField | 'type' | 'net_profit' | 'closed_volume';

export interface ListHeadings extends Headings<ListField> {
  /** Platform that the columns show. */
  platform?: Platform;
}

/**
 * Kind of a row. An order without a closing time is open. A booking is what its text says, or what
 * the word of its type says, or of one kind.
 */
export type RowKind =
  | ('pending' | 'skipped' | 'order' | 'closed order' | 'open order' | 'older trades')
  | ('by text' | 'by type' | CashFlowKind);

/** A list of trades, deposits and open positions, a row each, as sites let accounts be exported. */
export interface ListForm {
  noun: string;
  /** Description of the expected file. */
  expected: CodedReason;
  /** Order of day and month in such lists. It counts if no date decides. */
  dates: DateOrder;
  /** Reads a row as headings; returns undefined for any other row. */
  headingsOf(texts: readonly string[]): ListHeadings | undefined;
  /** Currency that headings name; empty if they name none. */
  currencyIn?(texts: readonly string[], line: number): string;
  /** Column whose word says what a row is. In `side`, the word of an order is its side. */
  word: 'type' | 'side';
  /** Kinds by that word; the first match counts. */
  kinds: readonly { words: RegExp; kind: RowKind }[];
  /** Reason code of a word that is not known. */
  unknown: 'import_unknown_type' | 'import_unknown_action' | 'import_mapped_side';
  /** Returns the word that stands for a printed one. */
  wordFor?(printed: string): string;
  /** Says what the row of an order is by its other columns. */
  orderKind?(cells: Cells<ListField>): RowKind;
  /** Titles of the tables below each other. Any other cell alone is what remains of a row. */
  titles?: RegExp;
  /** Results are printed after commission and swap. */
  isNet?: boolean;
  /** Withdrawals are printed without a minus sign too. */
  isUnsigned?: boolean;
  /** Rows become open positions only because no closing time is there, which is noted. */
  notesOpen?: boolean;
}
