/**
 * Limits by the trades of 10,000 accounts: `x` is the reference's seconds, shares are of the full
 * run. Memory and shares hold for 4 GB unless another limit is named.
 */
export const limits: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1000000: { total: '100x' },
  10000000: {
    load: '8x',
    statistics: '24x',
    write: '20x',
    total: '50x, 220 CPU s, 3,400 MB',
    'limit 1GB': '140 %, 1,500 MB',
    'ten new trades': '1 %, in service 2.5 s',
  },
};

/** By how much the same trades may cost more of one account, or of ten times as many. */
export const spreadLimits: Readonly<Record<number, number>> = { 1: 1.3, 10000: 1.5 };
