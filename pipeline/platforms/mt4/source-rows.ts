import { sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { keyInDoubt } from '../source/cash-flow-kinds.ts';
import {
  accountRow,
  instant,
  type Order,
  positionRow,
  spanOf,
  type ToUtc,
  tradeRow,
} from '../source/orders.ts';
import { withPrintedFigures } from '../source/printed-figures.ts';
import type { SourceRow, SourceRows } from '../source/source-tables.ts';
import { figuresOf } from './figure-names.ts';
import { figureOf } from './figures.ts';
import type { Opening } from './opening.ts';
import type { Mt4Order as PrintedOrder } from './rows.ts';
import type { Mt4Statement } from './statement.ts';

/** Turns a statement into rows of the source tables, its server times into UTC. */
export function toSourceRows(
  statement: Mt4Statement,
  { capital, owed }: Opening,
  {
    accountId,
    currency,
    fingerprint,
  }: { accountId: string; currency: string; fingerprint: string },
  timezone: Timezone,
): SourceRows {
  const { header, figures } = statement;
  const utc: ToUtc = (wall, notBefore) => timezone.toUtc(wall, notBefore);
  const trades = statement.closed.map((order) => ({
    ...orderOf(order),
    closePrice: order.closePrice,
    closed: order.closed,
  }));
  const positions = statement.open.map(orderOf);
  const span = spanOf(utc, {
    trades,
    positions,
    others: statement.bookings.map(({ booked }) => booked),
  });
  // A statement's date comes from the computer that saved it, hours away from the server's clock.
  // So the newest row dates the statement, and the date counts only if there are no rows.
  if (span.isEmpty) span.add(utc(header.saved));
  const at = instant(span.last);

  const rows: SourceRows = {
    accounts: [
      accountRow({
        account_id: accountId,
        platform: 'MT4',
        currency,
        broker: statement.identity.broker,
        leverage: header.leverage,
        demo: statement.identity.isDemo ? 'true' : '',
        created_at: instant(span.first),
        updated_at: at,
        opening_balance: capital ?? '',
        reported_balance: figureOf(figures, 'Balance') ?? '',
        contradicted: owed === undefined ? '' : 'Balance',
        statement: fingerprint,
      }),
    ],
    trades: trades.map((trade) => tradeRow(trade, accountId, utc)),
    positions: positions.map((position) => positionRow(position, accountId, utc, span.last)),
    cash_flows: statement.bookings.map((booking) => ({
      account_id: accountId,
      id: booking.ticket,
      at: instant(utc(booking.booked)),
      amount: booking.amount,
      kind: booking.kind,
      text: keyInDoubt(booking),
    })),
    equity: equityRows(statement, accountId, at),
  };
  return withPrintedFigures(rows, figures.printed, figuresOf(statement));
}

function orderOf(printed: PrintedOrder): Order {
  return {
    ...printed,
    ...readOrderLabel(printed.label),
    // Taxes have no column of their own in a source: they are charged with the commission.
    commission: sumDecimals([printed.commission, printed.taxes].filter(Boolean)),
  };
}

function equityRows(
  { figures }: Mt4Statement,
  accountId: string,
  at: string,
): SourceRow<'equity'>[] {
  const balance = figureOf(figures, 'Balance');
  const equity = figureOf(figures, 'Equity');
  if (balance === undefined || equity === undefined) return [];
  const margin = figureOf(figures, 'Margin') ?? '';
  return [{ account_id: accountId, at, balance, equity, margin }];
}

export interface OrderLabel {
  comment: string;
  magicNumber: string;
}

/**
 * Splits the printed label of a ticket, `#<magic> <comment>[tp]`. The reason for closing does not
 * belong to the comment. A number after `#` at the start is the magic number.
 */
export function readOrderLabel(printed: string): OrderLabel {
  const text = printed.replace(/\s*\[(?:sl|tp)(?:\/gap)?\]$/i, '').trim();
  const numbered = /^#(-?\d{1,18})(?:\s+(.*))?$/.exec(text);
  if (numbered === null) return { comment: text, magicNumber: '' };
  return { comment: numbered[2] ?? '', magicNumber: numbered[1] ?? '' };
}
