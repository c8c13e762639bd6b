/**
 * Coins whose code isn't three capital letters; three-letter codes (`BTC`, `USC` for US cents) need
 * no list.
 */
export const longCoins = [
  ...['USDT', 'USDC', 'USDD', 'USDE', 'USDP', 'BUSD', 'TUSD', 'GUSD', 'FDUSD', 'PYUSD', 'RLUSD'],
  ...['EURC', 'EURS', 'EURT', 'XAUT', 'PAXG', 'WBTC', 'MBTC', 'UBTC', 'SATS', 'WETH', 'METH'],
  ...['AAVE', 'ALGO', 'ATOM', 'AVAX', 'DASH', 'DOGE', 'HBAR', 'LINK', 'MATIC', 'NEAR', 'PEPE'],
  ...['SHIB', 'STETH', '1INCH'],
] as const;

/** Regular expression that matches a whole currency code. */
export const currencyPattern = `[A-Z]{3}|${longCoins.join('|')}`;

/** Rule for currency codes, used in error messages. */
export const currencyRule =
  'three capital letters, such as EUR, or the code of a coin, such as USDT';

const whole = new RegExp(`^(?:${currencyPattern})$`);

/** Tells whether a text is the code of a currency or a coin. */
export const isCurrency = (text: string): boolean => whole.test(text);
