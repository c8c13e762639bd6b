import { english } from './language/languages.ts';

// Formats of owners' pages, which are in English only.

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
