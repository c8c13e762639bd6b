import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines } from '../../read/bounds.ts';
import { metatraderFigures } from '../source/metatrader-figures.ts';
import { type FigureNames, unreadFigures } from '../source/printed-figures.ts';
import type { Mt4Statement } from './statement.ts';

/** Figures that every statement of a terminal prints, and every numbered report that prints any. */
const expected = {
  terminal: ['Closed Trade P/L', 'Floating P/L', 'Deposit/Withdrawal', 'Balance', 'Equity'],
  numbered: ['Deposit/Withdrawal', 'Closed Trade P/L', 'Balance'],
} as const;

/** Names what is missing from a statement, or printed in a form that cannot be read. */
export function wholenessWarnings(statement: Mt4Statement): CodedReason[] {
  const { figures, isNumbered, isEnded, jumps } = statement;
  const { printed, unknown } = figures;
  const names = isNumbered ? expected.numbered : expected.terminal;
  const missing =
    isNumbered && printed.size === 0 ? [] : names.filter((name) => !printed.has(name));
  const warnings = [
    ...firstLines(jumps, 'such rows'),
    ...missing.map((name) => makeReason('import_not_printed', { name })),
    ...unreadFigures(printed, figuresOf(statement)),
    ...unknown,
  ];
  const isCut = !isEnded && (isNumbered || warnings.length === 0);
  return isCut ? [...warnings, makeReason('import_cut_off')] : warnings;
}

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
