import type { Platform } from '../../../sql/raw/accounts.ts';
import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import type { Notation } from '../../read/notation.ts';
import type { DateOrder } from '../../read/times.ts';
import type { BalanceBooking, CashFlowKind } from '../source/cash-flow-kinds.ts';
import { UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order, ToUtc } from '../source/orders.ts';

/** Money that moved without a trade. */
export interface LedgerFlow {
  /** Empty where the export has none. */
  id: string;
  at: number;
  amount: string;
  /** Kind by the row's type, or the booking that decides by its text. */
  says: CashFlowKind | BalanceBooking;
}

/**
 * Entry in a row of a list of trades. The account number is empty if the list has only one account.
 */
export type LedgerEntry =
  | (Told & { kind: 'trade'; order: ClosedOrder })
  | (Told & { kind: 'position'; order: Order })
  | (Told & { kind: 'flow'; flow: LedgerFlow })
  | { kind: 'left out'; what: LeftOutCode };

/** Reason codes of rows that are left out. */
export type LeftOutCode =
  | 'import_pending_left_out'
  | 'import_pending_or_cancelled'
  | 'import_skipped';

interface Told {
  account: string;
  /** Contradiction within the row. */
  fault?: (line: number) => CodedReason;
}

export interface LedgerReader {
  /**
   * Reads a row. Throws an `UnreadRow`; returns null for headings and other rows without an entry.
   */
  read(row: TextRow): LedgerEntry | null;
  /** Returns the findings once all rows are read. */
  findings(): {
    isHeaded: boolean;
    /** A list of open positions stands there, be it empty. */
    listsPositions: boolean;
    currency: string;
    platform: Platform | '';
    notes: CodedReason[];
  };
}

/** A list of trades, deposits and open positions, a row each, as sites let accounts be exported. */
export interface LedgerForm {
  noun: string;
  /** Description of the expected file. */
  expected: CodedReason;
  createReader(notation: Notation): LedgerReader;
  /** Order of day and month in such lists. It counts if no date decides. */
  dates: DateOrder;
}

/** Reads the entry of a row, the same in both readings. */
export function readEntry(
  reader: LedgerReader,
  row: TextRow,
  utc: ToUtc,
  refuse: (reason: CodedReason) => void,
): LedgerEntry | null {
  try {
    const entry = reader.read(row);
    if (entry?.kind !== 'trade') return entry;
    const opened = utc(entry.order.opened);
    if (utc(entry.order.closed, opened) >= opened) return entry;
    refuse(makeReason('import_closed_before'));
  } catch (error) {
    if (!(error instanceof UnreadRow)) throw error;
    refuse(error.reason);
  }
  return null;
}
