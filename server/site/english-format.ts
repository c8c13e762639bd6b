import { english } from './language/languages.ts';

// Owners' pages are in English alone.

export const {
  unknown,
  percent,
  signedPercent,
  amount,
  signedAmount,
  number,
  signedNumber,
  count,
  plain,
  day,
  minute,
  weekday,
  duration,
} = english.format;
