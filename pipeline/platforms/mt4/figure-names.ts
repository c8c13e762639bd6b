import { metatraderFigures } from '../source/metatrader-figures.ts';
import type { FigureNames } from '../source/printed-figures.ts';
import type { Mt4Statement } from './statement.ts';

/** Figures of a numbered report that hold with any bookings. */
const numberedFigures: FigureNames = {
  Balance: ['balance'],
  'commission of all rows': ['commission'],
  'swap of all rows': ['swap'],
};

/**
 * Names the figures of a statement. A numbered report counts every booking but `Deposit` as earned,
 * even a withdrawal. So its sums are comparable only if no other money moved.
 */
export function figuresOf({ isNumbered, bookings }: Mt4Statement): FigureNames {
  if (!isNumbered) return metatraderFigures;
  const isUsual = bookings.every(
    ({ kind, text }) => /^deposit$/i.test(text) || kind === 'adjustment',
  );
  if (!isUsual) return numberedFigures;
  return {
    ...numberedFigures,
    'Deposit/Withdrawal': ['net_deposits'],
    'Closed Trade P/L': ['closed_profit'],
    'profit of all rows': ['profit_before_costs'],
  };
}
