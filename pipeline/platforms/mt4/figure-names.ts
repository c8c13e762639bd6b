import { cashFlowKind } from '../source/cash-flow-kinds.ts';
import { metatraderFigures } from '../source/metatrader-figures.ts';
import type { FigureNames } from '../source/printed-figures.ts';
import type { Mt4Statement } from './statement.ts';

/** What a numbered report prints, whatever its bookings are. */
const numberedFigures: FigureNames = {
  Balance: ['balance'],
  'commission of all rows': ['commission'],
  'swap of all rows': ['swap'],
};

/**
 * What the figures of a statement are. A numbered report counts every booking but `Deposit` among
 * what is earned, also a withdrawal: its sums are known ones only where no money moved otherwise.
 */
export function figuresOf({ isNumbered, bookings }: Mt4Statement): FigureNames {
  if (!isNumbered) return metatraderFigures;
  const isUsual = bookings.every(
    ({ type, text }) => /^deposit$/i.test(text) || cashFlowKind(type, text) === 'adjustment',
  );
  if (!isUsual) return numberedFigures;
  return {
    ...numberedFigures,
    'Deposit/Withdrawal': ['net_deposits'],
    'Closed Trade P/L': ['closed_profit'],
    'profit of all rows': ['profit_before_costs'],
  };
}
