import Type from 'typebox';
import { breakdownEntry } from './breakdown.ts';

export const bySymbol = Type.Record(Type.String(), breakdownEntry, {
  description: 'Closed trades by instrument',
});
