import { randomDigits } from '../base/key-format.ts';
import type { DeliveryRow, DeliveryState } from './schema.ts';

/** What was answered to a sending, for as long as it is asked for. */
export interface Receipt {
  readonly receipt: string;
  readonly state: DeliveryState;
  readonly received_at: string;
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
  readonly rejected_count: number;
  readonly run: string | null;
  readonly version: string | null;
}

/** A row that is not taken, and why. */
export interface Rejection {
  readonly table: string | null;
  /** Its line, or its place in the list of its table, from 1; 0: all of them. */
  readonly row: number;
  readonly reason: string;
}

/** Rejections that a receipt names; it counts them all. */
const maxRejections = 1_000;

export const newReceipt = (): string => `rcp_${randomDigits(22)}`;

/** The rejections that a receipt names, as JSON. */
export const rejectionsOf = (refused: readonly Rejection[]): string =>
  JSON.stringify(refused.slice(0, maxRejections));

export const receiptColumns = [
  ...(['receipt', 'state', 'received_at', 'accepted'] as const),
  ...(['rejected', 'rejected_count', 'refusal', 'run', 'version'] as const),
] as const;

/** A receipt as tables have it. */
export type ReceiptRecord = Pick<DeliveryRow, (typeof receiptColumns)[number]>;

export const receiptOf = (row: ReceiptRecord): Receipt => ({
  receipt: row.receipt,
  state: row.state,
  received_at: row.received_at,
  accepted: row.accepted,
  ...toldOf(row),
  run: row.run,
  version: row.version,
});

/** What is told of refused rows, the reason that may pass with it. */
function toldOf({
  rejected,
  rejected_count,
  refusal,
}: Pick<DeliveryRow, 'rejected' | 'rejected_count' | 'refusal'>) {
  const rows: Rejection[] = JSON.parse(rejected);
  if (refusal === null) return { rejected: rows, rejected_count };
  const told = { table: 'accounts', row: 0, reason: refusal };
  return { rejected: [...rows, told], rejected_count: rejected_count + 1 };
}

/** A delivery of which rows were refused. */
export interface RefusedDelivery {
  readonly accountId: string;
  readonly receipt: string;
  readonly at: string;
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly Rejection[];
}

/** Deliveries told of, by key; and rows of each. */
export const maxRefused = 100;

export const refusedColumns = [
  ...(['account_id', 'receipt', 'received_at'] as const),
  ...(['rejected', 'rejected_count', 'refusal'] as const),
] as const;

/** A delivery of which rows were refused, as tables have it. */
export function refusedDelivery(
  row: Pick<DeliveryRow, (typeof refusedColumns)[number]>,
): RefusedDelivery {
  const { rejected, rejected_count: count } = toldOf(row);
  return {
    accountId: row.account_id,
    receipt: row.receipt,
    at: row.received_at,
    count,
    rows: rejected.slice(0, maxRefused),
  };
}
