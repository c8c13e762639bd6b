import { compareDecimals, negateDecimal, sumDecimals } from '../../read/decimals.ts';
import { type ExactObject, isJsonObject, textOf } from '../../read/json-values.ts';
import type { CashFlowKind } from '../source/cash-flow-kinds.ts';
import { UnreadRow } from '../source/cells.ts';
import type { Order } from '../source/orders.ts';
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

/** Reads a deal that closed a position. Throws an `UnreadRow` if a field is missing. */
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

/** Reads a deposit, withdrawal or charge. Throws an `UnreadRow` if it can't be read. */
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

/** Reads a bonus. Throws an `UnreadRow` if it can't be read. */
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
  if (!isJsonObject(trade)) throw new UnreadRow('import_field_absent', { name: 'tradeData' });
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

interface Operation {
  name: string;
  kind: CashFlowKind;
}

const operation = (name: string, kind: CashFlowKind = 'adjustment'): Operation => ({ name, kind });

/**
 * Operations other than deals that change a balance, by the numbers of ProtoOAChangeBalanceType.
 */
const operations: ReadonlyMap<number, Operation> = new Map([
  [0, operation('BALANCE_DEPOSIT', 'flow')],
  [1, operation('BALANCE_WITHDRAW', 'flow')],
  [3, operation('BALANCE_DEPOSIT_STRATEGY_COMMISSION_INNER')],
  [4, operation('BALANCE_WITHDRAW_STRATEGY_COMMISSION_INNER')],
  [5, operation('BALANCE_DEPOSIT_IB_COMMISSIONS')],
  [6, operation('BALANCE_WITHDRAW_IB_SHARED_PERCENTAGE')],
  [7, operation('BALANCE_DEPOSIT_IB_SHARED_PERCENTAGE_FROM_SUB_IB')],
  [8, operation('BALANCE_DEPOSIT_IB_SHARED_PERCENTAGE_FROM_BROKER')],
  [9, operation('BALANCE_DEPOSIT_REBATE')],
  [10, operation('BALANCE_WITHDRAW_REBATE')],
  [11, operation('BALANCE_DEPOSIT_STRATEGY_COMMISSION_OUTER')],
  [12, operation('BALANCE_WITHDRAW_STRATEGY_COMMISSION_OUTER')],
  [13, operation('BALANCE_WITHDRAW_BONUS_COMPENSATION')],
  [14, operation('BALANCE_WITHDRAW_IB_SHARED_PERCENTAGE_TO_BROKER')],
  [15, operation('BALANCE_DEPOSIT_DIVIDENDS')],
  [16, operation('BALANCE_WITHDRAW_DIVIDENDS')],
  [17, operation('BALANCE_WITHDRAW_GSL_CHARGE')],
  [18, operation('BALANCE_WITHDRAW_ROLLOVER')],
  [19, operation('BALANCE_DEPOSIT_NONWITHDRAWABLE_BONUS', 'flow')],
  [20, operation('BALANCE_WITHDRAW_NONWITHDRAWABLE_BONUS', 'flow')],
  [21, operation('BALANCE_DEPOSIT_SWAP')],
  [22, operation('BALANCE_WITHDRAW_SWAP')],
  [27, operation('BALANCE_DEPOSIT_MANAGEMENT_FEE')],
  [28, operation('BALANCE_WITHDRAW_MANAGEMENT_FEE')],
  [29, operation('BALANCE_DEPOSIT_PERFORMANCE_FEE')],
  [30, operation('BALANCE_WITHDRAW_FOR_SUBACCOUNT', 'flow')],
  [31, operation('BALANCE_DEPOSIT_TO_SUBACCOUNT', 'flow')],
  [32, operation('BALANCE_WITHDRAW_FROM_SUBACCOUNT', 'flow')],
  [33, operation('BALANCE_DEPOSIT_FROM_SUBACCOUNT', 'flow')],
  [34, operation('BALANCE_WITHDRAW_COPY_FEE')],
  [35, operation('BALANCE_WITHDRAW_INACTIVITY_FEE')],
  [36, operation('BALANCE_DEPOSIT_TRANSFER', 'flow')],
  [37, operation('BALANCE_WITHDRAW_TRANSFER', 'flow')],
  [38, operation('BALANCE_DEPOSIT_CONVERTED_BONUS', 'flow')],
  [39, operation('BALANCE_DEPOSIT_NEGATIVE_BALANCE_PROTECTION', 'flow')],
]);
const byName = new Map([...operations.values()].map((each) => [each.name, each]));

/** The operation of a number or a name; undefined of one that is not known. */
const operationOf = (text: string): Operation | undefined =>
  /^\d+$/.test(text) ? operations.get(Number(text)) : byName.get(text);

/** Returns true if money goes out, with either sign. */
const isWithdrawal = ({ name }: Operation): boolean => name.startsWith('BALANCE_WITHDRAW');
