import { randomDigits } from '../base/key-format.ts';
import type { RefusedRow } from './body.ts';

/** How far a sending has come. */
export type SendingState = 'received' | 'collected' | 'loaded' | 'published' | 'refused';

/** What was answered to a sending, for as long as it is asked for. */
export interface Receipt {
  readonly receipt: string;
  readonly state: SendingState;
  readonly received_at: string;
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
  readonly rejected_count: number;
  readonly run: string | null;
  readonly version: string | null;
}

type Rejection = Pick<RefusedRow, 'table' | 'row' | 'reason'>;

/** Rejections that a receipt names; it counts them all. */
const maxRejections = 1_000;

export const newReceipt = (): string => `rcp_${randomDigits(22)}`;

/** The rejections that a receipt names, as JSON. */
export const rejectionsOf = (refused: readonly RefusedRow[]): string =>
  JSON.stringify(refused.slice(0, maxRejections));

export const receiptColumns =
  'receipt, state, received_at, accepted, rejected, rejected_count, run, version';

/** A receipt as tables have it. */
export type ReceiptRecord = Omit<Receipt, 'rejected'> & { readonly rejected: string };

export const receiptOf = ({ rejected, ...row }: ReceiptRecord): Receipt => ({
  ...row,
  rejected: JSON.parse(rejected),
});

/** A sending of which rows were refused. */
export interface RefusedSending {
  readonly accountId: string;
  readonly receipt: string;
  readonly at: string;
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly Rejection[];
}

/** Sendings told of, by key; and rows of each. */
export const maxRefused = 100;

/** A sending of which rows were refused, as tables have it. */
export type RefusedRecord = Readonly<
  Record<'account_id' | 'receipt' | 'received_at' | 'rejected', string>
> & { readonly rejected_count: number };

export const refusedSending = (row: RefusedRecord): RefusedSending => ({
  ...{ accountId: row.account_id, receipt: row.receipt, at: row.received_at },
  count: row.rejected_count,
  rows: JSON.parse(row.rejected).slice(0, maxRefused),
});
