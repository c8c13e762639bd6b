import Type from 'typebox';
import { words } from '../shared.ts';
import { breakdownEntry } from './breakdown.ts';

export const byMagicNumber = Type.Record(Type.String(), breakdownEntry, {
  title: 'ByMagicNumber',
  ...words('Closed trades by magic number; manual trades under 0', 'hidden by by_magic_number'),
});
