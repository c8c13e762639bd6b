import type { AlertKind } from '../registry/words.ts';

/** Kinds of messages: alerts, and those that an owner causes. */
export type MessageKind = AlertKind | 'confirm' | 'test';

/** Figures that a message tells, by its kind. Percentages are plain percents. */
export interface MessageDetails {
  readonly drawdown: {
    readonly drawdown_percent: number;
    readonly limit_percent: number;
    readonly since: string;
  };
  readonly stale: { readonly updated_at: string };
  /** The gap is null if the balance agrees or is not known, and for a portfolio. */
  readonly unreconciled: { readonly gap: number | null; readonly currency: string | null };
  readonly lapsed: { readonly lapsed_at: string };
  readonly new_month: {
    readonly month: string;
    readonly return_percent: number | null;
    readonly profit: number | null;
    readonly currency: string | null;
  };
  readonly confirm: Readonly<Record<string, never>>;
  readonly test: Readonly<Record<string, never>>;
}

/** Message to one place. */
export interface Message {
  readonly id: string;
  readonly kind: MessageKind;
  /** Values of `MessageDetails` of its kind. */
  readonly details: MessageDetails[MessageKind];
  readonly created_at: string;
  /** Account that it is about; null for a confirmation or a test. */
  readonly account: { readonly slug: string; readonly name: string } | null;
  readonly target: {
    readonly id: string;
    readonly kind: 'email' | 'webhook';
    readonly address: string;
    readonly secret: string;
    readonly language: string;
  };
}

/** Codes of faults, worded on the pages of owners. */
export const deliveryFaults = [
  'refused_address',
  'unreachable',
  'timeout',
  'refused',
  'redirect',
  'off',
  'expired',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

/**
 * Thrown if a message could not be delivered. Its message is the code alone: no text of a server.
 */
export class DeliveryError extends Error {
  readonly fault: DeliveryFault;
  /** True if another try is useless. */
  readonly isFinal: boolean;

  constructor(fault: DeliveryFault, isFinal = false) {
    super(fault);
    this.fault = fault;
    this.isFinal = isFinal;
  }
}

/** Sends one message. Throws a DeliveryError if it could not be delivered. */
export type Send = (message: Message) => Promise<void>;
