// biome-ignore format: a table
const rows: [name: string, price: number, digits: number, contract: number][] = [
  ['EURUSD', 1.09, 5, 100000], ['GBPUSD', 1.27, 5, 100000], ['AUDUSD', 0.66, 5, 100000],
  ['NZDUSD', 0.61, 5, 100000], ['USDCAD', 1.36, 5, 73500], ['USDCHF', 0.88, 5, 113000],
  ['USDJPY', 149.2, 3, 670], ['EURJPY', 162.6, 3, 670], ['GBPJPY', 189.4, 3, 670],
  ['AUDJPY', 98.4, 3, 670], ['CHFJPY', 169.3, 3, 670], ['EURGBP', 0.858, 5, 127000],
  ['EURCHF', 0.962, 5, 113000], ['EURAUD', 1.648, 5, 66000], ['EURCAD', 1.481, 5, 73500],
  ['GBPAUD', 1.921, 5, 66000], ['GBPCAD', 1.726, 5, 73500], ['AUDNZD', 1.084, 5, 61000],
  ['AUDCAD', 0.897, 5, 73500], ['EURUSD.m', 1.09, 5, 100000], ['XAUUSD', 2380, 2, 100],
  ['XAGUSD', 28.4, 3, 5000], ['US30', 39800, 1, 1], ['NAS100', 18300, 1, 1],
  ['SPX500', 5500, 1, 10], ['GER40', 20100, 1, 1.09], ['UK100', 8300, 1, 1.27],
  ['JPN225', 38600, 1, 0.067], ['BTCUSD', 61000, 2, 1], ['ETHUSD', 3150, 2, 10],
];

const list = (cells: string[]) => `[${cells.join(', ')}]`;

/** Thirty symbols as DuckDB lists. Contract sizes are in dollars of result. */
export const quoteLists: Record<string, string> = {
  names: list(rows.map(([name]) => `'${name}'`)),
  prices: list(rows.map(([, price]) => `${price}::double`)),
  digits: list(rows.map(([, , digits]) => `${digits}::integer`)),
  contracts: list(rows.map(([, , , contract]) => `${contract}::double`)),
};
