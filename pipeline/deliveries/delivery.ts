import type { SourceName } from '../../sql/raw/source_names.ts';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import type { DeliveryContent } from './contents.ts';
import type { TerminalContent } from './deals/terminal.ts';
import type { Receipt, Rejection } from './receipts.ts';
import type { DeliveryTables } from './schema.ts';

/** Validated body that is to be entered as a delivery. */
export interface Delivery extends DeliveryContent {
  readonly terminal: TerminalContent | null;
  readonly keyId: string;
  /** Set by the program that takes the delivery in, never by what was sent. */
  readonly source: SourceName;
  readonly accountId: string;
  readonly owner: string;
  /** Plan of the owner that is in force. */
  readonly plan: Plan;
  /** Size of the unpacked body and of the reasons why rows were refused. */
  readonly received: number;
  /** SHA-256 of the unpacked body. */
  readonly digest: string;
  readonly idempotencyKey: string | null;
  readonly accepted: number;
  readonly refused: readonly Rejection[];
  /** True if its positions are those of the instant at which it came. */
  readonly isOfNow: boolean;
}

/** Receipt of a delivery that was entered, or that had come before. */
export interface EnteredReceipt extends Receipt {
  /** Count of the account's deals by then; for deliveries of terminals only. */
  readonly deals?: number;
}

/** Receipt, or the reason why the delivery was not entered. */
export type EnterResult =
  | EnteredReceipt
  /** Limit of the owner's plan that it would pass. */
  | { readonly limit: LimitName }
  /** The idempotency key came earlier with another body. */
  | 'key used'
  /** Another terminal sent the account's deals so far. */
  | 'other terminal';

/** Row of a delivery; the database adds the number. */
export type NewDeliveryRow = Omit<
  DeliveryTables['deliveries'],
  'number' | 'content' | 'statement'
> & {
  readonly content: Buffer | null;
};

/** Returns true if a content lists open positions, or says that no position is open. */
export const hasPositions = ({ lines }: DeliveryContent): boolean =>
  'positions' in lines || 'position_reports' in lines;

/** Returns true if anything of a delivery was accepted. */
export const isAccepted = ({ lines, terminal }: DeliveryContent): boolean =>
  Object.keys(lines).length > 0 || terminal !== null;
