import Type from 'typebox';
import { breakdownEntry } from './breakdown.ts';

export const byMagicNumber = Type.Record(Type.String(), breakdownEntry, {
  description: 'Closed trades by magic number; manual trades under 0',
});
