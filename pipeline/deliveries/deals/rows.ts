import type { DataSource } from '../../../sql/marts/summary.ts';
import type { JsonText } from '../../base/json-text.ts';
import { instant, positionRow, type ToUtc, tradeRow } from '../../platforms/source/orders.ts';
import type { SourceRow, SourceRows } from '../../platforms/source/source-tables.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { book, fieldsOf, orderOf } from './book.ts';
import type { TerminalAccount } from './terminal.ts';

/** Whose deals they are, on what clock. */
export interface Origin {
  readonly accountId: string;
  readonly platform: TerminalAccount['platform'];
  readonly clock: Timezone;
}

/** What deals come to. */
export interface BookedRows {
  readonly rows: Pick<SourceRows, 'trades' | 'cash_flows'>;
  /** By position, what opening those was charged that are open still, which the balance has paid. */
  readonly charged: ReadonlyMap<string, string>;
  /** What all of it changed the balance by, but for credit and charges. */
  readonly net: string;
}

/** Makes trades and bookings of deals; of a position either all that there are or none. */
export function bookedRows(
  { accountId, platform, clock }: Origin,
  deals: readonly JsonText[],
): BookedRows {
  const utc: ToUtc = (at, notBefore) => clock.toUtc(at, notBefore);
  const { trades, flows, charged } = book(platform, deals);
  return {
    charged,
    net: sumDecimals([
      ...trades.flatMap(({ profit, commission, swap }) =>
        [profit, commission, swap].filter(Boolean),
      ),
      ...flows.filter(({ kind }) => kind !== 'credit').map(({ amount }) => amount),
    ]),
    rows: {
      trades: trades.map((trade) => tradeRow(trade, accountId, utc)),
      cash_flows: flows.map(({ id, at, amount, kind }) => ({
        account_id: accountId,
        id,
        amount,
        kind,
        at: instant(utc(at)),
      })),
    },
  };
}

/** Whether a history that begins with this deal begins with money paid in. */
export function isDeposit(platform: TerminalAccount['platform'], deal: JsonText): boolean {
  const { flows } = book(platform, [deal]);
  return flows[0]?.kind === 'flow';
}

/** What was open, and when, in true milliseconds. */
export interface OpenPositions {
  readonly at: number;
  readonly positions: readonly JsonText[];
}

/** Makes positions of what was open. */
export function positionRows(
  { accountId, clock }: Origin,
  { at, positions }: OpenPositions,
  charged: Pick<ReadonlyMap<string, string>, 'get'>,
): SourceRow<'positions'>[] {
  return positions.map(fieldsOf).map((position) => {
    const { ticket = '', commission = charged.get(ticket) ?? '' } = position;
    const order = { ...orderOf(position), openPrice: position.price ?? '', commission };
    return positionRow(order, accountId, (wall) => clock.toUtc(wall), at);
  });
}

/** What is known of an account beside its rows. */
export interface Standing {
  readonly account: TerminalAccount;
  /** When its first deal was, on its server's clock in seconds; null without one. */
  readonly first: number | null;
  /** Whether all deals that the terminal lists are there. */
  readonly isWhole: boolean;
  /** What opening all positions was charged that are open still. */
  readonly charged: string;
  /** What all deals changed the balance by, where they do not begin with a deposit. */
  readonly net: string | null;
}

/**
 * The account itself. Its balance is as of closed trades: what opening a position was charged counts
 * with what it brings, once it is closed.
 */
export function accountRow(
  { accountId, clock }: Origin,
  { account, first, isWhole, charged, net }: Standing,
): SourceRow<'accounts'> {
  const now = account.gmt * 1000;
  const began = first === null ? now : Math.min(clock.toUtc(first * 1000), now);
  const balance = sumDecimals([account.balance, negateDecimal(charged)]);
  // Brokers do not keep deals for good.
  const before = net === null ? '0' : sumDecimals([balance, negateDecimal(net)]);
  return {
    account_id: accountId,
    platform: account.platform,
    currency: account.currency,
    broker: account.broker,
    server: account.server,
    leverage: account.leverage,
    demo: account.demo,
    created_at: instant(began),
    updated_at: instant(now),
    opening_balance: isWhole && compareDecimals(before, '0') > 0 ? before : '',
    reported_balance: isWhole ? balance : '',
    data_source: 'terminal' satisfies DataSource,
    contradicted: '',
    timezone: '',
    statement: '',
  };
}
