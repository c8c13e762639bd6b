import type { ImportedRows, SourceRow, SourceRows, TradeBatches } from './source-tables.ts';

/** All of the trades that come in batches. */
export async function gatherTrades(batches: TradeBatches): Promise<SourceRow<'trades'>[]> {
  const rows: SourceRow<'trades'>[] = [];
  for await (const batch of batches) for (const row of batch) rows.push(row);
  return rows;
}

/** Returns the rows of an import with all its trades in memory. */
export async function holdRows({ trades, ...others }: ImportedRows): Promise<SourceRows> {
  if (trades === undefined) return others;
  return { ...others, trades: Array.isArray(trades) ? trades : await gatherTrades(trades) };
}
