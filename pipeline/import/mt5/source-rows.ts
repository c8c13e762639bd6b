import { parseDecimal } from '../decimals.ts';
import type { SourceRow, SourceRows } from '../source-tables.ts';
import type { Timezone } from '../timezone.ts';
import type { Account } from './account.ts';
import type { Report } from './report.ts';
import type { OpenPosition } from './rows.ts';

/** Turns what a report says into rows of the source tables, its server's times into UTC. */
export function toSourceRows(
  report: Report,
  account: Account,
  contradicted: readonly string[],
  { accountId, currency, timezone }: { accountId: string; currency: string; timezone: Timezone },
): SourceRows {
  const { header, figures, deals } = report;
  const trades = account.trades.map((trade) => {
    const opened = timezone.toUtc(trade.opened);
    return { trade, opened, closed: timezone.toUtc(trade.closed, opened) };
  });
  const positions = account.positions.map((position) => ({
    position,
    opened: timezone.toUtc(position.opened),
  }));
  const flows = account.flows.map((flow) => ({ ...flow, at: timezone.toUtc(flow.at) }));
  const events = [
    ...[...trades, ...positions].map(({ opened }) => opened),
    ...trades.map(({ closed }) => closed),
    ...flows.map(({ at }) => at),
  ];
  const { first, last } = spanOf(events.length > 0 ? events : [header.saved ?? 0]);
  const at = instant(last);
  const balance = parseDecimal(figures.get('Balance') ?? '') ?? deals.at(-1)?.balance ?? '';
  const equity = parseDecimal(figures.get('Equity') ?? '') ?? '';
  const isReported = balance !== '' && equity !== '';
  return {
    accounts: [
      {
        account_id: accountId,
        platform: 'MT5',
        currency,
        broker: header.broker,
        server: header.server,
        leverage: header.leverage,
        demo: header.isDemo === null ? '' : String(header.isDemo),
        created_at: instant(first),
        updated_at: at,
        opening_balance: account.opening ?? '',
        reported_balance: balance,
        data_source: 'statement_file',
        contradicted: contradicted.join(', '),
      },
    ],
    trades: trades.map(({ trade, opened, closed }) => ({
      ...orderColumns(trade, accountId),
      close_price: trade.closePrice,
      opened_at: instant(opened),
      closed_at: instant(closed),
    })),
    positions: positions.map(({ position, opened }) => ({
      ...orderColumns(position, accountId),
      opened_at: instant(opened),
      reported_at: at,
    })),
    cash_flows: flows.map(({ id, at: booked, amount, kind }) => ({
      ...{ account_id: accountId, id, amount, kind },
      at: instant(booked),
    })),
    equity: isReported ? [{ account_id: accountId, at, balance, equity }] : [],
  };
}

function orderColumns(
  order: OpenPosition,
  accountId: string,
): Omit<SourceRow<'positions'>, 'opened_at' | 'reported_at'> {
  return {
    account_id: accountId,
    ticket: order.ticket,
    symbol: order.symbol,
    side: order.side,
    volume: order.volume,
    open_price: order.openPrice,
    stop_loss: order.stopLoss,
    take_profit: order.takeProfit,
    profit: order.profit,
    commission: order.commission,
    swap: order.swap,
    comment: order.comment,
    magic_number: '',
  };
}

function spanOf(instants: readonly number[]): { first: number; last: number } {
  return instants.reduce(
    ({ first, last }, each) => ({ first: Math.min(first, each), last: Math.max(last, each) }),
    { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
  );
}

const instant = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('.000Z', 'Z');
