import { sumDecimals } from '../decimals.ts';
import type { SourceRow, SourceRows } from '../source-tables.ts';
import type { Timezone } from '../timezone.ts';
import { cashFlowKind } from './cash-flow-kinds.ts';
import { figureOf } from './figures.ts';
import type { Order } from './rows.ts';
import type { Statement } from './statement.ts';
import type { Totals } from './totals.ts';

/** Turns a statement into rows of the source tables, its server times into UTC. */
export function toSourceRows(
  statement: Statement,
  totals: Totals,
  contradicted: readonly string[],
  accountId: string,
  timezone: Timezone,
): SourceRows {
  const { header, figures } = statement;
  const trades = statement.closed.map((order) => {
    const opened = timezone.toUtc(order.opened);
    return {
      ...orderColumns(order, accountId),
      opened,
      closed: timezone.toUtc(order.closed, opened),
      close_price: order.closePrice,
    };
  });
  const positions = statement.open.map((order) => ({
    ...orderColumns(order, accountId),
    opened: timezone.toUtc(order.opened),
  }));
  const cashFlows = statement.bookings.map((booking) => ({
    account_id: accountId,
    id: booking.ticket,
    booked: timezone.toUtc(booking.booked),
    amount: booking.amount,
    kind: cashFlowKind(booking.type, booking.text),
  }));
  const events = [
    ...[...trades, ...positions].map((order) => order.opened),
    ...trades.map((trade) => trade.closed),
    ...cashFlows.map((flow) => flow.booked),
  ];
  const saved = timezone.toUtc(header.saved);
  const [created, reported] = spanOf(events) ?? [saved, saved];
  const at = instant(reported);

  return {
    accounts: [
      {
        account_id: accountId,
        platform: 'MT4',
        currency: header.currency,
        broker: statement.identity.broker,
        server: '',
        leverage: header.leverage,
        demo: statement.identity.isDemo ? 'true' : '',
        created_at: instant(created),
        updated_at: at,
        opening_balance: totals.opening ?? '',
        reported_balance: figureOf(figures, 'Balance') ?? '',
        data_source: 'statement_file',
        contradicted: contradicted.join(', '),
      },
    ],
    trades: trades.map(({ opened, closed, ...trade }) => ({
      ...trade,
      opened_at: instant(opened),
      closed_at: instant(closed),
    })),
    positions: positions.map(({ opened, ...position }) => ({
      ...position,
      opened_at: instant(opened),
      reported_at: at,
    })),
    cash_flows: cashFlows.map(({ booked, ...flow }) => ({ ...flow, at: instant(booked) })),
    equity: equityRows(statement, accountId, at),
  };
}

function orderColumns(order: Order, accountId: string) {
  const { comment, magicNumber } = readOrderLabel(order.label);
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
    // Taxes have no column of their own in a source: they are charged with the commission.
    commission: sumDecimals([order.commission, order.taxes].filter(Boolean)),
    swap: order.swap,
    comment,
    magic_number: magicNumber,
  };
}

function equityRows({ figures }: Statement, accountId: string, at: string): SourceRow<'equity'>[] {
  const balance = figureOf(figures, 'Balance');
  const equity = figureOf(figures, 'Equity');
  if (balance === undefined || equity === undefined) return [];
  return [{ account_id: accountId, at, balance, equity }];
}

// A statement's date is that of the computer which saved it, hours away from the server's: a
// statement speaks of the instant of its newest row, and of its date only where it has no rows.
function spanOf(instants: readonly number[]): [first: number, last: number] | undefined {
  const [some, ...others] = instants;
  if (some === undefined) return undefined;
  return others.reduce(
    ([first, last], each) => [Math.min(first, each), Math.max(last, each)],
    [some, some],
  );
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

export interface OrderLabel {
  comment: string;
  magicNumber: string;
}

/**
 * Splits what a statement prints on a ticket, `#<magic> <comment>[tp]`: the reason for closing
 * is no part of the comment, and a number after `#` at the start is the magic number.
 */
export function readOrderLabel(printed: string): OrderLabel {
  const text = printed.replace(/\s*\[(?:sl|tp)(?:\/gap)?\]$/i, '').trim();
  const numbered = /^#(-?\d{1,18})(?:\s+(.*))?$/.exec(text);
  if (numbered === null) return { comment: text, magicNumber: '' };
  return { comment: numbered[2] ?? '', magicNumber: numbered[1] ?? '' };
}
