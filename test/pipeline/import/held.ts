import type { Imported } from '../../../pipeline/import/format.ts';
import type { SourceRows } from '../../../pipeline/import/source-tables.ts';
import { holdRows } from '../../../pipeline/import/trade-batches.ts';

/** What an import gives, with the trades that come in batches gathered. */
export async function held(importing: Promise<Imported>): Promise<Imported<SourceRows>> {
  const imported = await importing;
  return { ...imported, tables: await holdRows(imported.tables) };
}
