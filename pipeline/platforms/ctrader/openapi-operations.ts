import type { CashFlowKind } from '../source/cash-flow-kinds.ts';

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
export const operationOf = (text: string): Operation | undefined =>
  /^\d+$/.test(text) ? operations.get(Number(text)) : byName.get(text);

/** Returns true if money goes out, with either sign. */
export const isWithdrawal = ({ name }: Operation): boolean => name.startsWith('BALANCE_WITHDRAW');
