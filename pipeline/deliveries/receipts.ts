import { randomDigits } from '../base/key-format.ts';
import { type CodedReason, decodeReason, encodeReason, inEnglish } from '../base/reasons/reason.ts';
import { closedToOwner } from '../registry/operator-accounts.ts';
import type { DeliveryRow, DeliveryState } from './schema.ts';

/** Receipt of a delivery, with its present state. */
export interface Receipt {
  readonly receipt: string;
  readonly state: DeliveryState;
  readonly received_at: string;
  readonly accepted: number;
  readonly rejected: readonly WordedRejection[];
  readonly rejected_count: number;
  readonly run: string | null;
  readonly version: string | null;
}

/** Row that was not accepted, and why. */
export interface Rejection {
  readonly table: string | null;
  /** Its line, or its index in the list of its table, from 1; 0 means all rows. */
  readonly row: number;
  readonly reason: CodedReason;
}

/** Rejection with its English sentence. */
type WordedRejection = Omit<Rejection, 'reason'> & { readonly reason: string };

/** Refusal of deliveries for an account that its owner may not send data of, as stored. */
export const closedRefusal = encodeReason(closedToOwner);

/** Most rejections that a receipt names; it counts all of them. */
const maxRejections = 1_000;

export const newReceipt = (): string => `rcp_${randomDigits(22)}`;

/** Encodes the rejections that a receipt names. */
export const rejectionsOf = (refused: readonly Rejection[]): string =>
  JSON.stringify(refused.slice(0, maxRejections));

export const receiptColumns = [
  ...(['receipt', 'state', 'received_at', 'accepted'] as const),
  ...(['rejected', 'rejected_count', 'refusal', 'run', 'version'] as const),
] as const;

/** Columns of a receipt. */
export type ReceiptRecord = Pick<DeliveryRow, (typeof receiptColumns)[number]>;

export function receiptOf(row: ReceiptRecord): Receipt {
  const { accepted, rejected, rejected_count } = refusalsOf(row);
  return {
    receipt: row.receipt,
    state: row.state,
    received_at: row.received_at,
    accepted,
    rejected: rejected.map(({ reason, ...rest }) => ({ ...rest, reason: inEnglish(reason) })),
    rejected_count,
    run: row.run,
    version: row.version,
  };
}

/** Lists the refused rows of a delivery, with the reason why all of them don't count for now. */
export function refusalsOf({
  accepted,
  rejected,
  rejected_count,
  refusal,
}: Pick<DeliveryRow, 'accepted' | 'rejected' | 'rejected_count' | 'refusal'>): {
  accepted: number;
  rejected: readonly Rejection[];
  rejected_count: number;
} {
  const rows: Rejection[] = JSON.parse(rejected);
  if (refusal === null) return { accepted, rejected: rows, rejected_count };
  if (refusal === closedRefusal) {
    const ofAll = { table: null, row: 0, reason: closedToOwner };
    return { accepted: 0, rejected: [ofAll], rejected_count: rejected_count + accepted };
  }
  const ofAll = { table: 'accounts', row: 0, reason: decodeReason(refusal) };
  return { accepted, rejected: [...rows, ofAll], rejected_count: rejected_count + 1 };
}

/** Delivery with refused rows. */
export interface RefusedDelivery {
  readonly accountId: string;
  readonly receipt: string;
  readonly at: string;
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly Rejection[];
}

/** Most deliveries with refused rows that a list names, and most rows of each. */
export const maxRefused = 100;

export const refusedColumns = [
  ...(['account_id', 'receipt', 'received_at', 'accepted'] as const),
  ...(['rejected', 'rejected_count', 'refusal'] as const),
] as const;

/** Makes a delivery with refused rows of its columns. */
export function refusedDelivery(
  row: Pick<DeliveryRow, (typeof refusedColumns)[number]>,
): RefusedDelivery {
  const { rejected, rejected_count: count } = refusalsOf(row);
  return {
    accountId: row.account_id,
    receipt: row.receipt,
    at: row.received_at,
    count,
    rows: rejected.slice(0, maxRefused),
  };
}
