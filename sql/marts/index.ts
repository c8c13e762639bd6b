export { advanced } from './advanced.ts';
export { breakdownEntry } from './breakdown.ts';
export { byMagicNumber as by_magic_number } from './by_magic_number.ts';
export { bySymbol as by_symbol } from './by_symbol.ts';
export { equityCurve as equity_curve } from './equity_curve.ts';
export { monthly } from './monthly.ts';
export { summary } from './summary.ts';
export { twr } from './twr.ts';
