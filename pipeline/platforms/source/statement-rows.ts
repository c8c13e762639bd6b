import type { CashFlowKind } from './cash-flow-kinds.ts';
import {
  accountRow,
  type ClosedOrder,
  instant,
  type Order,
  positionRow,
  type Span,
  type ToUtc,
  tradeRow,
} from './orders.ts';
import { type FigureNames, withPrintedFigures } from './printed-figures.ts';
import type { SourceRow, SourceRows } from './source-tables.ts';
import type { Tickets } from './tickets.ts';

/** Money that moved without a trade, at a time of the export's clock. */
export interface BookedFlow {
  id: string;
  at: number;
  amount: string;
  kind: CashFlowKind;
  /** Key of a text in doubt, else empty. */
  text?: string;
}

/** Money that moved as a row of cash flows. */
export const flowRow = (
  { id, at, amount, kind, text = '' }: BookedFlow,
  account_id: string,
  utc: ToUtc,
): SourceRow<'cash_flows'> => ({ account_id, id, at: instant(utc(at)), amount, kind, text });

/** Content of an export of one account. Amounts that it does not print are empty. */
interface Statement {
  account: Omit<Parameters<typeof accountRow>[0], 'created_at' | 'updated_at' | 'reported_balance'>;
  /** From the first event to the last one, in UTC. */
  span: Span;
  utc: ToUtc;
  trades: readonly ClosedOrder[];
  /** Names trades whose printed tickets may be the same, or empty. */
  tickets?: Tickets;
  /** Undefined if the export has no list of them. */
  positions: readonly Order[] | undefined;
  flows: readonly BookedFlow[];
  state?: { balance: string; equity: string; margin: string };
  /** Figures as printed, and by which names they are compared. Undefined if none are printed. */
  printed?: ReadonlyMap<string, string>;
  names?: FigureNames;
}

const unknown = { balance: '', equity: '', margin: '' };

/** Makes rows of the source tables of an export of one account. */
export function statementRows({
  account,
  span,
  utc,
  state: { balance, equity, margin } = unknown,
  printed,
  names = {},
  ...all
}: Statement): SourceRows {
  const { account_id } = account;
  const nameTrade = all.tickets?.createNames();
  const at = instant(span.last);
  const rows: SourceRows = {
    accounts: [
      accountRow({
        ...account,
        created_at: instant(span.first),
        updated_at: at,
        reported_balance: balance,
      }),
    ],
    trades: all.trades.map((trade) =>
      tradeRow(nameTrade ? { ...trade, ticket: nameTrade(trade) } : trade, account_id, utc),
    ),
    ...(all.positions && {
      positions: all.positions.map((order) => positionRow(order, account_id, utc, span.last)),
    }),
    cash_flows: all.flows.map((flow) => flowRow(flow, account_id, utc)),
    equity: balance === '' || equity === '' ? [] : [{ account_id, at, balance, equity, margin }],
  };
  return printed === undefined ? rows : withPrintedFigures(rows, printed, names);
}

/** Figures of answers of an API, which have these two. */
export const balanceAndEquity = (balance: string, equity: string) => ({
  printed: new Map(Object.entries({ balance, equity })),
  names: { balance: ['balance'], equity: ['equity'] } satisfies FigureNames,
});
