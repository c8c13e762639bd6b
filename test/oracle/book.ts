import type { Money } from './money.ts';
import type { Reconciliation } from './reconciling.ts';

/** Fields of a closed trade that breakdowns, lists and sums need. */
export type Trade = Position & {
  readonly closePrice: number;
  readonly closedAt: number;
  readonly net: Money;
  readonly pips: number | null;
  /** Worst and best floating result. */
  readonly mae: Money | null;
  readonly mfe: Money | null;
  /** True if its file has a place for stops. */
  readonly stopsKnown: boolean;
  /** Slug of its account, in a portfolio. */
  readonly member?: string;
};

export type Position = {
  readonly ticket: string;
  readonly symbol: string;
  readonly side: string;
  readonly volume: Money;
  readonly openPrice: number;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  readonly openedAt: number;
  readonly profit: Money;
  readonly commission: Money;
  readonly swap: Money;
  readonly comment: string | null;
  readonly magicNumber: bigint | null;
};

export type Booking = {
  readonly id: string;
  readonly at: number;
  readonly amount: Money;
  /** Slug of its account, in a portfolio. */
  readonly member?: string;
};

/** The last equity report of a day, with deposits and withdrawals since the report before. */
export type DayReport = { readonly day: string; readonly equity: Money; readonly flows: Money };

export type Header = {
  readonly platform: string | null;
  readonly currency: string | null;
  readonly broker: string | null;
  readonly server: string | null;
  readonly leverage: number | null;
  readonly demo: boolean | null;
  readonly dataSource: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
};

/** All data of an account or portfolio after the history cut, in its own currency. */
export type Book = {
  readonly slug: string;
  readonly type: 'account' | 'portfolio';
  readonly cutAt: string | null;
  readonly hasData: boolean;
  readonly header: Header;
  readonly capitalKnown: boolean;
  /** True if a source does not list all deposits and withdrawals. */
  readonly depositsUnknown: boolean;
  /** Capital that did not come as a deposit. */
  readonly starting: Money;
  /** Part of that capital from before the first event. */
  readonly opening: Money;
  /** Part of that capital that members bring into a portfolio, each at its own time. */
  readonly joinings: readonly Omit<Booking, 'id'>[];
  /** Accounts of a portfolio that have sent data, with all that they brought and earned. */
  readonly members: readonly { readonly slug: string; readonly worth: Money }[];
  readonly reportedBalance: Money | null;
  /** Null for a portfolio, and if there is nothing to compare. */
  readonly reconciliation: Reconciliation | null;
  readonly reconciled: boolean | null;
  readonly trades: readonly Trade[];
  readonly flows: readonly Booking[];
  readonly adjustments: readonly Booking[];
  /** Number of deposits, withdrawals and adjustments; for a portfolio those of its members. */
  readonly bookings: number;
  readonly positions: readonly Position[];
  readonly dayReports: readonly DayReport[];
  /** Reports with a margin and with an equity above 0. */
  readonly margins: readonly {
    readonly at: number;
    readonly margin: Money;
    readonly equity: Money;
  }[];
  readonly balance: Money | null;
  readonly equity: Money | null;
  /** Decimals of the currency, or more if an amount has more. */
  readonly decimals: 2 | 8;
};

/** Compares texts byte by byte. */
export function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Orders trades by closing time, opening time, then ticket as text. */
export function compareTrades(one: Trade, other: Trade): number {
  return (
    one.closedAt - other.closedAt ||
    one.openedAt - other.openedAt ||
    compareTexts(one.ticket, other.ticket)
  );
}

/** Orders flows by time, deposits before withdrawals, then by id. */
export function compareBookings(one: Booking, other: Booking): number {
  return (
    one.at - other.at ||
    Number(one.amount < 0n) - Number(other.amount < 0n) ||
    compareTexts(one.id, other.id)
  );
}
