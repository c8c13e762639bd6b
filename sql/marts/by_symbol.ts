import Type from 'typebox';
import { words } from '../shared.ts';
import { breakdownEntry } from './breakdown.ts';

export const bySymbol = Type.Record(Type.String(), breakdownEntry, {
  title: 'BySymbol',
  ...words('Closed trades by instrument', 'hidden by by_symbol'),
});
