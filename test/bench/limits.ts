/**
 * Goals of a full run, by its number of trades, with 10,000 accounts. `x` means times the seconds
 * of the reference; `%` is the share of the full run. Memory and shares are for a limit of 4 GB
 * unless the name says another.
 */
export const limits: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1000000: {
    total: '150x, CPU 120x',
    'limit 1GB': '140 %, 1,500 MB',
    'the same again': '0.25 s',
    'ten new trades': '1.5 s, in service 0.7 s',
  },
  10000000: {
    load: '8x',
    statistics: '24x',
    write: '20x',
    total: '60x, CPU 50x, 3,500 MB',
    'limit 1GB': '140 %, 1,500 MB',
    'ten new trades': '2.0 s, in service 0.8 s',
  },
};

/**
 * Most times that the same trades may take of the processor if 1 account or 10,000 accounts have
 * them, compared with 1,000 accounts.
 */
export const spreadLimits: Readonly<Record<number, number>> = { 1: 1.3, 10000: 1.5 };
