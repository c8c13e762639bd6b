import Type from 'typebox';
import { order } from './trades.ts';

export const position = Type.Object({ ...order });
