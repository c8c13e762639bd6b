import { utc } from '../../read/timezone.ts';
import { accountRow, instant, positionRow, spanOf, tradeRow } from '../source/orders.ts';
import { withPrintedFigures } from '../source/printed-figures.ts';
import type { SourceRows } from '../source/source-tables.ts';
import type { PricedTrade } from './profits.ts';
import type { TradelockerClosedPosition, TradelockerOpenPosition } from './rows.ts';

/** Data of an account other than its trades; empty if the answers do not have them. */
export interface TradelockerAccountRow {
  accountId: string;
  fingerprint: string;
  currency: string;
  server: string;
  demo: 'true' | 'false' | '';
  balance: string;
  equity: string;
  /** Fill times of its orders. */
  times: number[];
}

type Named<Row> = Row & { symbol: string };

/** Turns what was paired into rows of the source tables. */
export function toSourceRows(
  account: TradelockerAccountRow,
  paired: readonly PricedTrade[],
  closed: readonly Named<TradelockerClosedPosition>[],
  open: readonly Named<TradelockerOpenPosition>[] | undefined,
): SourceRows {
  const { accountId, balance, equity } = account;
  const trades = [...closed, ...paired];
  const positions = [...(open ?? [])];
  const { first, last: reported } = spanOf(utc.toUtc, { trades, positions, others: account.times });
  const at = instant(reported);
  const rows: SourceRows = {
    accounts: [
      accountRow({
        account_id: accountId,
        platform: 'TradeLocker',
        currency: account.currency,
        server: account.server,
        demo: account.demo,
        created_at: instant(first),
        updated_at: at,
        deposits_unknown: 'true',
        reported_balance: balance,
        statement: account.fingerprint,
      }),
    ],
    trades: trades.map((trade) => tradeRow(trade, accountId, utc.toUtc)),
    ...(open && {
      positions: positions.map((each) => positionRow(each, accountId, utc.toUtc, reported)),
    }),
    cash_flows: [],
    // No documented field says which margin open positions bind.
    equity:
      balance !== '' && equity !== ''
        ? [{ account_id: accountId, at, balance, equity, margin: '' }]
        : [],
  };
  const printed = new Map(Object.entries({ balance, equity }));
  return withPrintedFigures(rows, printed, {
    balance: ['balance'],
    equity: ['equity'],
  });
}
