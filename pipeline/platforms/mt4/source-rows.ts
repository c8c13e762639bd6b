import { sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { keyInDoubt } from '../source/cash-flow-kinds.ts';
import { type Order, spanOf, type ToUtc } from '../source/orders.ts';
import type { SourceRows } from '../source/source-tables.ts';
import { statementRows } from '../source/statement-rows.ts';
import { figuresOf } from './checks.ts';
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
  const { header, figures, identity, bookings } = statement;
  const utc: ToUtc = (wall, notBefore) => timezone.toUtc(wall, notBefore);
  const trades = statement.closed.map((order) => ({ ...order, ...orderOf(order) }));
  const positions = statement.open.map(orderOf);
  const span = spanOf(utc, { trades, positions, others: bookings.map(({ booked }) => booked) });
  // A statement's date comes from the computer that saved it, hours away from the server's clock.
  // So the newest row dates the statement, and the date counts only if there are no rows.
  if (span.isEmpty) span.add(utc(header.saved));
  const printed = (name: string) => figureOf(figures, name) ?? '';
  return statementRows({
    account: {
      account_id: accountId,
      platform: 'MT4',
      currency,
      broker: identity.broker,
      leverage: header.leverage,
      demo: identity.isDemo ? 'true' : '',
      opening_balance: capital ?? '',
      contradicted: owed === undefined ? '' : 'Balance',
      statement: fingerprint,
    },
    span,
    utc,
    trades,
    positions,
    flows: bookings.map(({ ticket, booked, amount, kind, ...booking }) => ({
      id: ticket,
      at: booked,
      amount,
      kind,
      text: keyInDoubt(booking),
    })),
    state: { balance: printed('Balance'), equity: printed('Equity'), margin: printed('Margin') },
    printed: figures.printed,
    names: figuresOf(statement),
  });
}

function orderOf(printed: PrintedOrder): Order {
  return {
    ...printed,
    ...readOrderLabel(printed.label),
    // Taxes have no column of their own in a source: they are charged with the commission.
    commission: sumDecimals([printed.commission, printed.taxes].filter(Boolean)),
  };
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
