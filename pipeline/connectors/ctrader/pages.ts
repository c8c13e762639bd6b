import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { followBalances } from '../../platforms/ctrader/openapi-balances.ts';
import type { ClosingDeal } from '../../platforms/ctrader/openapi-records.ts';
import { type Rows, readRows } from '../../platforms/ctrader/openapi-rows.ts';
import {
  closedTrade,
  equityOf,
  leverageOf,
  lotsOf,
  marginOf,
} from '../../platforms/ctrader/openapi-tables.ts';
import { amountOf } from '../../platforms/ctrader/openapi-values.ts';
import { accountRow, instant, positionRow, tradeRow } from '../../platforms/source/orders.ts';
import type { SourceRows } from '../../platforms/source/source-tables.ts';
import { flowRow } from '../../platforms/source/statement-rows.ts';
import { compareDecimals } from '../../read/decimals.ts';
import { type ExactObject, textOf } from '../../read/json-values.ts';
import { utc } from '../../read/timezone.ts';
import { unexpectedField } from '../errors.ts';
import type { BrokerAccount } from '../kind.ts';
import type { History } from './history.ts';
import type { Symbols } from './symbols.ts';

type Entry = readonly [string, ExactObject];

/** Reads messages as rows of the importer. Throws if a deal or position is not as documented. */
export function rowsOf(messages: {
  readonly deals?: readonly ExactObject[];
  readonly flows?: readonly ExactObject[];
  readonly positions?: readonly ExactObject[];
  readonly unrealized?: readonly ExactObject[];
}): Rows {
  const { deals = [], flows = [], positions, unrealized = [] } = messages;
  const rows = readRows({
    deals: new Map(deals.map((deal) => entry('deal', 'dealId', deal))),
    transfers: new Map(flows.map((flow) => entry('depositWithdraw', 'balanceHistoryId', flow))),
    bonuses: new Map(),
    positions: positions && new Map(positions.map((each) => entry('position', 'positionId', each))),
    unrealized: new Map(
      unrealized.map((each) => entry('positionUnrealizedPnL', 'positionId', each)),
    ),
  });
  // A new kind of balance operation is told to the owner. Anything else is another form of answer.
  const damaged = rows.unread.find(({ what }) => what !== 'transfer');
  if (damaged) {
    const { what, id, reason } = damaged;
    throw unexpectedField(
      'cTrader',
      `${what} ${id}.${reason.values.name ?? 'id'}`,
      'wanted_documented',
    );
  }
  return rows;
}

function entry(list: string, name: string, object: ExactObject): Entry {
  const id = textOf(object.get(name));
  if (!/^\d{1,20}$/.test(id)) throw unexpectedField('cTrader', `${list}.${name}`, 'wanted_number');
  return [id, object];
}

/** Rows of a part of the history. */
export interface HistoryPage {
  readonly rows: SourceRows;
  readonly closings: readonly ClosingDeal[];
  /** Balance before the first and after the last event that tells one; empty if none does. */
  readonly opening: string;
  readonly balance: string;
  readonly notes: readonly CodedReason[];
}

/**
 * Makes rows of deals and cash flows. `openings` has the time at which each position was opened.
 */
export function historyPage(
  read: Rows,
  openings: ReadonlyMap<string, number>,
  { known }: Pick<Symbols, 'known'>,
): HistoryPage {
  const lots = lotsOf({ symbols: new Map(known) });
  const [able, unable] = [true, false].map((is) =>
    read.closings.filter((deal) => lots.isKnown(deal) === is),
  );
  const balances = followBalances(read);
  return {
    rows: {
      trades: (able ?? []).map((deal) =>
        tradeRow(closedTrade(deal, openings, lots), '', utc.toUtc),
      ),
      cash_flows: read.transfers.map((flow) => flowRow(flow, '', utc.toUtc)),
    },
    closings: read.closings,
    opening: balances.opening ?? '',
    balance: balances.closing,
    notes: [
      ...(unable ?? []).map(({ ticket }) => makeReason('connector_trade_left_out', { ticket })),
      ...read.unread.map(({ id, reason }) =>
        makeReason('connector_transfer_left_out', { id, detail: reason }),
      ),
      ...balances.jumps.map(({ before, amount }) =>
        makeReason('connector_balance_jumped', { amount, id: before }),
      ),
    ],
  };
}

/** Answers that describe an account at one instant. */
export interface AccountState {
  readonly at: number;
  readonly trader: ExactObject;
  readonly currency: string;
  readonly positions: readonly ExactObject[];
  readonly unrealized: readonly ExactObject[];
  /** Balance before the first event; empty if it was nothing or is not known. */
  readonly opening: string;
}

/** Makes the rows of an account, of its open positions and of its equity. */
export function accountStatePage(
  account: BrokerAccount,
  { at, trader, currency, opening, ...messages }: AccountState,
  { known }: Pick<Symbols, 'known'>,
): SourceRows {
  const { holdings = [] } = rowsOf(messages);
  const lots = lotsOf({ symbols: new Map(known) });
  const readable = holdings.filter((held) => held.unrealized !== null && lots.isKnown(held));
  const balance = amountOf(trader, 'balance');
  if (balance === '') throw unexpectedField('ProtoOATraderRes', 'trader.balance', 'wanted_amount');
  const isWhole = readable.length === holdings.length;
  const reported = instant(at);
  const registered = textOf(trader.get('registrationTimestamp'));
  return {
    accounts: [
      accountRow({
        account_id: '',
        platform: 'cTrader',
        currency,
        broker: textOf(trader.get('brokerName')) || account.server,
        leverage: leverageOf(trader),
        demo: String(account.isDemo),
        created_at: /^\d{12,13}$/.test(registered) ? instant(Number(registered)) : reported,
        updated_at: reported,
        opening_balance: opening !== '' && compareDecimals(opening, '0') > 0 ? opening : '',
        reported_balance: balance,
      }),
    ],
    ...(readable.length === 0
      ? { position_reports: [{ account_id: '', reported_at: reported }] }
      : {
          positions: readable.map((held) =>
            positionRow({ ...held, ...lots.of(held) }, '', utc.toUtc, at),
          ),
        }),
    equity: isWhole
      ? [
          {
            account_id: '',
            at: reported,
            balance,
            equity: equityOf(trader, balance, readable),
            margin: marginOf(trader, readable),
          },
        ]
      : [],
  };
}

/** Reads the deals and cash flows of a part of the history. */
export const readPart = ({ deals, flows }: History): Rows => rowsOf({ deals, flows });
