import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import { type ExactObject, isJsonObject, textOf } from '../../read/json-values.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import type { Order, Side } from '../source/orders.ts';
import type { Messages } from './openapi-messages.ts';
import { isWithdrawal, operationOf } from './openapi-operations.ts';
import {
  amountOf,
  centsOf,
  labelOf,
  levelOf,
  moneyOf,
  priceOf,
  requiredText,
  sideOf,
  timeOf,
  UnreadMessage,
  versionOf,
} from './openapi-values.ts';

/** Volumes are in cents of units, to be read by the lot size of their symbol. */
type InCents<Row> = Omit<Row, 'volume' | 'symbol'> & { symbolId: string; cents: bigint };

/** A deal that closed a position, or a part of it. */
export interface ClosingDeal extends InCents<Order> {
  position: string;
  closePrice: string;
  closed: number;
  /** Change of the balance. */
  net: string;
  /** The balance after it and which version of it that is; empty and null where it is not said. */
  balance: string;
  version: bigint | null;
}

/** Money that moved without a deal. */
export interface MoneyTransfer {
  id: string;
  at: number;
  amount: string;
  kind: CashFlowKind;
  balance: string;
  version: bigint | null;
}

export interface OpenHolding extends InCents<Order> {
  /** Null where nothing says what it stands at. */
  unrealized: string | null;
  /** Margin that it binds; empty where it is not told. */
  margin: string;
}

export interface Rows {
  closings: ClosingDeal[];
  transfers: MoneyTransfer[];
  bonuses: MoneyTransfer[];
  holdings: OpenHolding[] | undefined;
  /** Opening times of positions, from the first deal of each. */
  openings: ReadonlyMap<string, number>;
  /** Deals that closed nothing: they opened, or were not filled. */
  opened: number;
  unfilled: number;
  unread: { what: string; reason: string }[];
}

/** Reads deals, transfers and positions; what cannot be read is `unread`. */
export function readRows({
  deals,
  transfers,
  bonuses,
  positions,
  unrealized,
}: Pick<Messages, 'deals' | 'transfers' | 'bonuses' | 'positions' | 'unrealized'>): Rows {
  const openings = new Map<string, number>();
  const rows: Rows = {
    closings: [],
    transfers: [],
    bonuses: [],
    holdings: undefined,
    openings,
    opened: 0,
    unfilled: 0,
    unread: [],
  };
  const firstOpening = new Map<string, { at: number; side: Side }>();
  const opened: { id: string; position: string; side: Side }[] = [];
  each('deal', deals, (deal, id) => {
    const status = textOf(deal.get('dealStatus'));
    if (unfilled.has(status)) {
      rows.unfilled++;
      return;
    }
    if (status !== '' && !filled.has(status)) {
      throw new UnreadMessage(`dealStatus \`${status.slice(0, 60)}\` is unknown`);
    }
    const at = timeOf(deal, 'executionTimestamp');
    const position = requiredText(deal, 'positionId');
    const detail = deal.get('closePositionDetail') ?? null;
    if (detail !== null && !isJsonObject(detail)) {
      throw new UnreadMessage('closePositionDetail is not an object');
    }
    if (detail !== null) rows.closings.push(closingOf(deal, detail, id, position, at));
    else {
      rows.opened++;
      openings.set(position, Math.min(at, openings.get(position) ?? at));
      const side = sideOf(deal);
      const first = firstOpening.get(position);
      if (first === undefined || at < first.at) firstOpening.set(position, { at, side });
      opened.push({ id, position, side });
    }
  });
  for (const { id, position, side } of opened) {
    if (side === firstOpening.get(position)?.side) continue;
    const reason = 'closePositionDetail is missing: its position was opened on the other side';
    rows.unread.push({ what: `deal ${id}`, reason });
  }
  each('transfer', transfers, (transfer, id) => rows.transfers.push(transferOf(transfer, id)));
  each('bonus', bonuses, (bonus, id) => rows.bonuses.push(bonusOf(bonus, id)));
  if (positions !== undefined) {
    const holdings: OpenHolding[] = [];
    each('position', positions, (position, id) => {
      const status = textOf(position.get('positionStatus'));
      if (notOpen.has(status)) return;
      if (status !== '' && !open.has(status)) {
        throw new UnreadMessage(`positionStatus \`${status.slice(0, 60)}\` is unknown`);
      }
      holdings.push(holdingOf(position, id, unrealized.get(id)));
    });
    rows.holdings = holdings;
  }
  return rows;

  function each(
    what: string,
    messages: ReadonlyMap<string, ExactObject>,
    read: (message: ExactObject, id: string) => unknown,
  ): void {
    for (const [id, message] of messages) {
      try {
        if (!/^\d{1,20}$/.test(id)) throw new UnreadMessage('its id is not a number');
        read(message, id);
      } catch (error) {
        if (!(error instanceof UnreadMessage)) throw error;
        rows.unread.push({ what: `${what} ${id.slice(0, 40)}`, reason: error.message });
      }
    }
  }
}

const filled: ReadonlySet<string> = new Set(['2', 'FILLED', '3', 'PARTIALLY_FILLED']);
const unfilled: ReadonlySet<string> = new Set([
  ...['4', 'REJECTED', '5', 'INTERNALLY_REJECTED', '6', 'ERROR', '7', 'MISSED'],
]);
const open: ReadonlySet<string> = new Set(['1', 'POSITION_STATUS_OPEN']);
const notOpen: ReadonlySet<string> = new Set([
  ...['2', 'POSITION_STATUS_CLOSED', '3', 'POSITION_STATUS_CREATED', '4', 'POSITION_STATUS_ERROR'],
]);

function closingOf(
  deal: ExactObject,
  detail: ExactObject,
  id: string,
  position: string,
  at: number,
): ClosingDeal {
  const money = moneyOf(detail, deal);
  const profit = money('grossProfit');
  const swap = money('swap');
  // What turning the profit into the account's currency costs is charged with the commission.
  const commission = sumDecimals([money('commission'), money('pnlConversionFee', '0')]);
  const volume = detail.has('closedVolume') ? detail.get('closedVolume') : deal.get('filledVolume');
  return {
    ticket: id,
    position,
    symbolId: requiredText(deal, 'symbolId'),
    profit,
    swap,
    commission,
    side: sideOf(deal) === 'buy' ? 'sell' : 'buy',
    cents: centsOf(textOf(volume)),
    openPrice: priceOf(detail, 'entryPrice'),
    closePrice: priceOf(deal, 'executionPrice'),
    opened: at,
    closed: at,
    stopLoss: '',
    takeProfit: '',
    comment: labelOf(deal),
    net: sumDecimals([profit, swap, commission]),
    balance: money('balance', ''),
    version: versionOf(detail),
  };
}

function transferOf(transfer: ExactObject, id: string): MoneyTransfer {
  const printed = requiredText(transfer, 'operationType');
  const operation = operationOf(printed);
  if (operation === undefined) {
    throw new UnreadMessage(`operationType \`${printed.slice(0, 60)}\` is unknown`);
  }
  const money = moneyOf(transfer);
  const delta = money('delta');
  const isTurned = isWithdrawal(operation) && compareDecimals(delta, '0') > 0;
  return {
    id,
    at: timeOf(transfer, 'changeBalanceTimestamp'),
    kind: operation.kind,
    amount: isTurned ? negateDecimal(delta) : delta,
    balance: money('balance', ''),
    version: versionOf(transfer),
  };
}

function bonusOf(bonus: ExactObject, id: string): MoneyTransfer {
  const type = requiredText(bonus, 'operationType');
  const isOut = type === '1' || type === 'BONUS_WITHDRAW';
  if (!isOut && type !== '0' && type !== 'BONUS_DEPOSIT') {
    throw new UnreadMessage(`operationType \`${type.slice(0, 60)}\` is unknown`);
  }
  const money = moneyOf(bonus);
  const delta = sumDecimals([money('managerDelta', '0'), money('ibDelta', '0')]);
  const isTurned = isOut && compareDecimals(delta, '0') > 0;
  return {
    id: `bonus-${id}`,
    at: timeOf(bonus, 'changeBonusTimestamp'),
    kind: 'credit',
    amount: isTurned ? negateDecimal(delta) : delta,
    balance: '',
    version: null,
  };
}

function holdingOf(position: ExactObject, id: string, told: ExactObject | undefined): OpenHolding {
  const trade = position.get('tradeData');
  if (!isJsonObject(trade)) throw new UnreadMessage('it has no tradeData');
  const money = moneyOf(position);
  return {
    ticket: id,
    symbolId: requiredText(trade, 'symbolId'),
    side: sideOf(trade),
    cents: centsOf(textOf(trade.get('volume'))),
    openPrice: priceOf(position, 'price'),
    stopLoss: levelOf(position, 'stopLoss'),
    takeProfit: levelOf(position, 'takeProfit'),
    opened: timeOf(trade, 'openTimestamp'),
    profit: told ? moneyOf(told)('grossUnrealizedPnL') : '',
    swap: money('swap', ''),
    commission: money('commission', ''),
    comment: labelOf(trade),
    unrealized: told ? moneyOf(told)('netUnrealizedPnL') : null,
    margin: amountOf(position, 'usedMargin'),
  };
}
