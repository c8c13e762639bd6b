import type { Imported } from '../../../pipeline/platforms/source/format.ts';
import type { SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { holdRows } from '../../../pipeline/platforms/source/trade-batches.ts';

/** What an import gives, with the trades that come in batches gathered. */
export async function held(importing: Promise<Imported>): Promise<Imported<SourceRows>> {
  const imported = await importing;
  return { ...imported, tables: await holdRows(imported.tables) };
}
