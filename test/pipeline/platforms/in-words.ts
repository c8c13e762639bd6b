import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import type { Imported } from '../../../pipeline/platforms/source/format.ts';

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
