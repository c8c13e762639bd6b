import type { Language } from '../language/languages.ts';

/** Returns what a benchmark is and its symbol, such as "Gold (XAUUSD)"; an unknown symbol alone. */
export function benchmarkName(symbol: string, { words }: Pick<Language, 'words'>): string {
  const [, name] = Object.entries(words.benchmark.names).find(([key]) => key === symbol) ?? [];
  return name === undefined ? symbol : `${name} (${symbol})`;
}
