import type { JsonText } from '../../base/json-text.ts';

/** What an Expert Advisor says of its account, beside its deals. */
export interface TerminalAccount {
  readonly platform: 'MT4' | 'MT5';
  readonly number: string;
  readonly server: string;
  readonly broker: string;
  readonly currency: string;
  readonly leverage: string;
  readonly demo: string;
  readonly balance: string;
  /** True seconds, by the clock of the terminal's computer. */
  readonly gmt: number;
  /** Seconds that the server's clock is ahead of it, in quarters of an hour; null where no quote told it yet. */
  readonly ahead: number | null;
  /** The server's clock as its owner named it; empty where nobody did. */
  readonly clock: string;
  /** How many deals the terminal lists. */
  readonly listed: number;
}

/** A deal, or a position, as it is kept. */
export interface KeptDeal {
  readonly ticket: string;
  /** The one that a deal of MT5 is part of; empty where it is of none. */
  readonly position: string;
  /** On the server's clock, in seconds. */
  readonly time: number;
  readonly kept: JsonText;
}

/** What one delivery of a terminal holds. */
export interface TerminalSending {
  readonly account: TerminalAccount;
  readonly deals: readonly KeptDeal[];
  /** Null where it says nothing of them. */
  readonly positions: readonly JsonText[] | null;
}

/** How far a terminal's deals have come; no figure. */
export interface HeldDeals {
  readonly deals: number;
  /** When the newest was, in seconds on its server's clock. */
  readonly newest: number | null;
}
