import { type Row, required } from './world.ts';

const currencies = new Set(
  (
    'AED ARS AUD BGN BHD BRL CAD CHF CLP CNH CNY COP CZK DKK EUR GBP HKD HRK HUF IDR ILS INR ISK ' +
    'JOD JPY KRW KWD KZT MAD MXN MYR NOK NZD OMR PEN PHP PLN QAR RON RSD RUB SAR SEK SGD THB TND ' +
    'TRY TWD UAH USD VND ZAR'
  ).split(' '),
);

/** Returns the pip size of an instrument on a server; null if unknown. */
export function pipSize(symbol: string, server: string | null, symbols: readonly Row[]) {
  const rows = symbols.filter((row) => row.symbol === symbol);
  const ownRow = rows.find((row) => server !== null && row.server === server);
  const general = rows.find((row) => row.server === null || row.server === undefined);
  const row = ownRow ?? general;
  return row ? Number(required(row, 'pip_size')) : pipSizeByName(symbol);
}

/** Computes (close - open) / pip size, negated for a sell. */
export function pipsOf(side: string, open: number, close: number, size: number | null) {
  if (size === null) return null;
  const pips = (side === 'sell' ? open - close : close - open) / size;
  return pips === 0 ? 0 : pips;
}

function pipSizeByName(symbol: string): number | null {
  const core = /^[^A-Za-z0-9]*([A-Z]{3})[/._-]?([A-Z]{3})(?![A-Z0-9])/.exec(symbol);
  const [, base = '', quote = ''] = core ?? [];
  if (base === 'XAU') return 0.1;
  if (base === 'XAG') return 0.01;
  if (!currencies.has(base) || !currencies.has(quote)) return null;
  return quote === 'JPY' ? 0.01 : 0.0001;
}
