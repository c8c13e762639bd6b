/**
 * Coins whose code isn't three capital letters; three-letter codes (`BTC`, `USC` for US cents) need
 * no list.
 */
const longCoins = [
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

/** Codes of ISO 4217, the same as `currency_codes` in `sql/macros/money.sql`; no metals. */
export const isoCurrencies: readonly string[] = [
  ...['AED', 'ALL', 'AMD', 'ARS', 'AUD', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN', 'BHD', 'BND', 'BOB'],
  ...['BRL', 'BSD', 'BWP', 'BYN', 'CAD', 'CHF', 'CLP', 'CNH', 'CNY', 'COP', 'CRC', 'CZK', 'DKK'],
  ...['DOP', 'DZD', 'EEK', 'EGP', 'ETB', 'EUR', 'GBP', 'GEL', 'GHS', 'GTQ', 'HKD', 'HNL', 'HRK'],
  ...['HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR'],
  ...['KRW', 'KWD', 'KZT', 'LAK', 'LBP', 'LKR', 'LTL', 'LVL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK'],
  ...['MNT', 'MOP', 'MUR', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR'],
  ...['PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR'],
  ...['SEK', 'SGD', 'THB', 'TJS', 'TMT', 'TND', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD'],
  ...['UYU', 'UZS', 'VES', 'VND', 'XAF', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW'],
];
