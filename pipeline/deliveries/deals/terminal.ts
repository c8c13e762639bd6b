import type { JsonText } from '../../base/json-text.ts';

/** Account as an Expert Advisor sends it. */
export interface TerminalAccount {
  readonly platform: 'MT4' | 'MT5';
  readonly number: string;
  readonly server: string;
  readonly broker: string;
  readonly currency: string;
  readonly leverage: string;
  readonly demo: string;
  readonly balance: string;
  /** Time in UTC seconds, by the clock of the terminal's computer. */
  readonly gmt: number;
  /**
   * Seconds by which the server's clock is ahead, in quarters of an hour; null until a quote shows
   * it.
   */
  readonly ahead: number | null;
  /** Server's clock as its owner named it; empty if nobody named it. */
  readonly clock: string;
  /** Count of deals in the terminal. */
  readonly listed: number;
}

/** Returns true if both are the same account at the same server. */
export const isSameTerminal = (first: TerminalAccount, second: TerminalAccount): boolean =>
  (['platform', 'number', 'server'] as const).every((name) => first[name] === second[name]);

/** Deal or position of a terminal. */
export interface TerminalDeal {
  readonly ticket: string;
  /** Position of a deal of MT5; empty if the deal belongs to no position. */
  readonly position: string;
  /** Time on the server's clock, in seconds. */
  readonly time: number;
  readonly json: JsonText;
}

/** Source of deals: an owner's terminal, or a broker that a connector read. */
export type DealSource = 'terminal' | 'broker_api';

/** Account and open positions that a terminal reports in one delivery. */
export interface TerminalReport {
  readonly account: TerminalAccount;
  /** Null if the delivery lists no positions. */
  readonly positions: readonly JsonText[] | null;
}

/** Content of one delivery of a terminal. */
export interface TerminalContent extends TerminalReport {
  readonly deals: readonly TerminalDeal[];
}

/** Account of one source of deals. Each source has its own deals and clock. */
export interface DealKey {
  readonly accountId: string;
  readonly source: DealSource;
}

/** Count of an account's deals that have arrived, and the newest of them. */
export interface DealProgress {
  readonly deals: number;
  /** Time of the newest deal, in seconds on its server's clock. */
  readonly newest: number | null;
}
