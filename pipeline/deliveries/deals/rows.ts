import type { JsonText } from '../../base/json-text.ts';
import type { TextAnswers } from '../../platforms/source/cash-flow-kinds.ts';
import {
  accountRow,
  instant,
  positionRow,
  type ToUtc,
  tradeRow,
} from '../../platforms/source/orders.ts';
import type { SourceRow, SourceRows } from '../../platforms/source/source-tables.ts';
import { flowRow } from '../../platforms/source/statement-rows.ts';
import { sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { fieldsOf, orderOf, ordersAndFlowsOf } from './closed-orders.ts';
import type { DealSource, TerminalAccount } from './terminal.ts';

/** Account of some deals, and the clock of their times. */
export interface Origin {
  readonly accountId: string;
  readonly source: DealSource;
  readonly platform: TerminalAccount['platform'];
  readonly clock: Timezone;
  /** Answers of the account's owner about texts of balance entries. */
  readonly answers: TextAnswers;
}

/** Source rows of some deals. */
export interface BookedRows {
  readonly rows: Pick<SourceRows, 'trades' | 'cash_flows'>;
  /** Ticket of the deal that closed each trade, in the order of the trades. */
  readonly closedBy: readonly string[];
  /** Opening charges of positions that are still open, by position; the balance has paid them. */
  readonly charged: ReadonlyMap<string, string>;
  /** Change of the balance by all of these deals, except for credit and opening charges. */
  readonly net: string;
}

/** Makes trades and flows of deals. Pass all deals of a position or no deal of it. */
export function bookedRows(
  { accountId, platform, clock, answers }: Omit<Origin, 'source'>,
  deals: readonly JsonText[],
): BookedRows {
  const utc: ToUtc = (at, notBefore) => clock.toUtc(at, notBefore);
  const { trades, flows, charged } = ordersAndFlowsOf(platform, deals, answers);
  return {
    charged,
    closedBy: trades.map((trade) => trade.closedBy),
    net: sumDecimals([
      ...trades.flatMap(({ profit, commission, swap }) =>
        [profit, commission, swap].filter(Boolean),
      ),
      ...flows.filter(({ kind }) => kind !== 'credit').map(({ amount }) => amount),
    ]),
    rows: {
      trades: trades.map((trade) => tradeRow(trade, accountId, utc)),
      // Answers about texts have counted.
      cash_flows: flows.map((flow) => flowRow({ ...flow, text: '' }, accountId, utc)),
    },
  };
}

/** Returns true if a history that begins with this deal begins with a deposit. */
export function isDeposit({ platform, answers }: Origin, deal: JsonText): boolean {
  const { flows } = ordersAndFlowsOf(platform, [deal], answers);
  const [flow] = flows;
  return flow?.kind === 'flow' && !flow.amount.startsWith('-');
}

/** Open positions, and their instant in UTC milliseconds. */
export interface OpenPositions {
  readonly at: number;
  readonly positions: readonly JsonText[];
}

/** Makes source rows of open positions. */
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

/** Data from which the row of an account is made. */
export interface AccountRowData {
  readonly account: TerminalAccount;
  /** Time of the first deal, on its server's clock in seconds; null without deals. */
  readonly first: number | null;
  /** True if all deals that the terminal lists have arrived. */
  readonly isWhole: boolean;
  /** Balance of closed trades: the opening charge of a position counts once it is closed. */
  readonly balance: string;
  /** True if brokers deleted old deals, so that deposits before the first one are not listed. */
  readonly isCut: boolean;
}

/** Makes the row of an account. */
export function rowOfAccount(
  { accountId, clock }: Origin,
  { account, first, isWhole, balance, isCut }: AccountRowData,
): SourceRow<'accounts'> {
  const now = account.gmt * 1000;
  const began = first === null ? now : Math.min(clock.toUtc(first * 1000), now);
  return accountRow({
    account_id: accountId,
    platform: account.platform,
    currency: account.currency,
    broker: account.broker,
    server: account.server,
    leverage: account.leverage,
    demo: account.demo,
    created_at: instant(began),
    updated_at: instant(now),
    reported_balance: isWhole ? balance : '',
    deposits_unknown: isCut ? 'true' : '',
  });
}
