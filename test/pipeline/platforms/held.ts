import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import type { Imported } from '../../../pipeline/platforms/source/format.ts';
import { holdRows, type SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';

/** Import with English sentences, and with the trades of its batches. */
export interface HeldImport extends Omit<Imported<SourceRows>, 'findings' | 'notes' | 'warnings'> {
  readonly findings: string[];
  readonly notes: string[];
  readonly warnings: string[];
}

/** Import with English sentences. */
export const inWords = <Kind extends Pick<Imported, 'findings' | 'notes' | 'warnings'>>({
  findings,
  notes,
  warnings,
  ...imported
}: Kind) => ({
  ...imported,
  findings: findings.map(inEnglish),
  notes: notes.map(inEnglish),
  warnings: warnings.map(inEnglish),
});

/** Runs an import, and collects the trades of its batches. */
export async function held(importing: Promise<Imported>): Promise<HeldImport> {
  const imported = await importing;
  return { ...inWords(imported), tables: await holdRows(imported.tables) };
}
