import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { firstLines } from '../../read/bounds.ts';
import { unreadFigures } from '../source/printed-figures.ts';
import { figuresOf } from './figure-names.ts';
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
