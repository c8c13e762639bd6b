/** Trading platforms, in display order. */
export const platforms = ['MT4', 'MT5', 'cTrader', 'TradeLocker'] as const;
export type Platform = (typeof platforms)[number];
