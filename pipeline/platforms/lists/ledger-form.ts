import type { Platform } from '../../../sql/raw/accounts.ts';
import type { TextRow } from '../../read/cells/csv-rows.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import { UnreadRow } from '../source/cells.ts';
import type { ClosedOrder, Order, ToUtc } from '../source/orders.ts';

/** Money that moved beside trades. */
export interface LedgerFlow {
  /** Empty where the export has none. */
  id: string;
  at: number;
  amount: string;
  kind: CashFlowKind;
}

/** What a row of a list of trades tells, and of which account; its number is empty where there is but one. */
export type LedgerEntry =
  | (Told & { kind: 'trade'; order: ClosedOrder })
  | (Told & { kind: 'position'; order: Order })
  | (Told & { kind: 'flow'; flow: LedgerFlow })
  | { kind: 'left out'; what: string };

interface Told {
  account: string;
  /** How the row contradicts itself. */
  fault?: string;
}

export interface LedgerReader {
  /** Throws an `UnreadRow`; null of a row that is none of orders and bookings, as headings. */
  read(row: TextRow): LedgerEntry | null;
  /** What is known once all rows are read. */
  findings(): {
    isHeaded: boolean;
    /** A list of open positions stands there, be it empty. */
    listsPositions: boolean;
    currency: string;
    platform: Platform | '';
    notes: string[];
  };
}

/** A list of trades, deposits and open positions, a row each, as sites let accounts be exported. */
export interface LedgerForm {
  noun: string;
  /** What it must have to be one. */
  expected: string;
  createReader(): LedgerReader;
}

/** What a row tells, the same in both readings. */
export function readEntry(
  reader: LedgerReader,
  row: TextRow,
  utc: ToUtc,
  refuse: (reason: string) => void,
): LedgerEntry | null {
  try {
    const entry = reader.read(row);
    if (entry?.kind !== 'trade') return entry;
    const opened = utc(entry.order.opened);
    if (utc(entry.order.closed, opened) >= opened) return entry;
    refuse('closed before it was opened');
  } catch (error) {
    if (!(error instanceof UnreadRow)) throw error;
    refuse(error.message);
  }
  return null;
}
