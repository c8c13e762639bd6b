import { makeReason } from '../../base/reasons/reason.ts';
import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import { type ExactObject, isJsonObject, textOf } from '../../read/json-values.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import type { Order } from '../source/orders.ts';
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
  unknownValue,
  versionOf,
} from './openapi-values.ts';

/** Volumes are in cents of units, to be read by the lot size of their symbol. */
type InCents<Row> = Omit<Row, 'volume' | 'symbol'> & { symbolId: string; cents: bigint };

/** A deal that closed a position, or a part of it. */
export interface ClosingDeal extends InCents<Order> {
  position: string;
  closePrice: string;
  stopsKnown: false;
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

/** Reads a deal that closed a position. Throws an UnreadMessage if a field is missing. */
export function closingOf(
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
    stopsKnown: false,
    takeProfit: '',
    comment: labelOf(deal),
    net: sumDecimals([profit, swap, commission]),
    balance: money('balance', ''),
    version: versionOf(detail),
  };
}

/** Reads a deposit, withdrawal or charge. Throws an UnreadMessage if it can't be read. */
export function transferOf(transfer: ExactObject, id: string): MoneyTransfer {
  const printed = requiredText(transfer, 'operationType');
  const operation = operationOf(printed);
  if (operation === undefined) {
    throw unknownValue('operationType', printed);
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

/** Reads a bonus. Throws an UnreadMessage if it can't be read. */
export function bonusOf(bonus: ExactObject, id: string): MoneyTransfer {
  const type = requiredText(bonus, 'operationType');
  const isOut = type === '1' || type === 'BONUS_WITHDRAW';
  if (!isOut && type !== '0' && type !== 'BONUS_DEPOSIT') {
    throw unknownValue('operationType', type);
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

/** Reads an open position, with its unrealized result if one was sent. */
export function holdingOf(
  position: ExactObject,
  id: string,
  told: ExactObject | undefined,
): OpenHolding {
  const trade = position.get('tradeData');
  if (!isJsonObject(trade))
    throw new UnreadMessage(makeReason('import_field_absent', { name: 'tradeData' }));
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
