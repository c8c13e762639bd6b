import type { Imported } from '../../../pipeline/platforms/source/format.ts';
import type { SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { holdRows } from '../../../pipeline/platforms/source/trade-batches.ts';

/** Runs an import, and collects the trades of its batches. */
export async function held(importing: Promise<Imported>): Promise<Imported<SourceRows>> {
  const imported = await importing;
  return { ...imported, tables: await holdRows(imported.tables) };
}
