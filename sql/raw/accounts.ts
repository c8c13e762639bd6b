/** The platforms that accounts are on, in the order in which they are named. */
export const platforms = ['MT4', 'MT5', 'cTrader', 'TradeLocker'] as const;
export type Platform = (typeof platforms)[number];
