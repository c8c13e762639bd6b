import Type from 'typebox';
import { order } from './trades.ts';

export const position = Type.Object(
  { ...order },
  { title: 'Position', description: 'An open position; its profit is the floating profit' },
);
