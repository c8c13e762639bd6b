import type { csvParts } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import type { SectionName } from '../../sql/marts/index.ts';
import { isWithheld } from '../accounts/privacy.ts';
import type { View } from '../accounts/view.ts';
import type { Words } from './language/en.ts';

interface Download {
  readonly file: keyof Words['data']['files'];
  /** The section that it is of, and is hidden with. */
  readonly section: SectionName;
  /** What was published of it, whose texts are no formulas and whose fields no flag hides alone. */
  readonly part: (typeof csvParts)[number];
}

/** Published tables of an account that its page offers as files. */
// biome-ignore format: a table
export const downloads: readonly Download[] = [
  { file: 'daily.csv', section: 'equity_curve', part: 'daily_performance.csv' },
  { file: 'flows.csv', section: 'equity_curve', part: 'deposits_withdrawals.csv' },
  { file: 'monthly.csv', section: 'monthly', part: 'monthly_performance.csv' },
  { file: 'yearly.csv', section: 'monthly', part: 'yearly_performance.csv' },
  { file: 'instruments.csv', section: 'by_symbol', part: 'by_symbol.csv' },
  { file: 'magic-numbers.csv', section: 'by_magic_number', part: 'by_magic_number.csv' },
];

/** The downloads of an account of which these things are hidden. */
export const shownDownloads = (hidden: Hidden): readonly Download[] =>
  downloads.filter(({ section }) => !isWithheld(section, hidden));

/** A file exactly as it was published; null where there is nothing of it to show. */
export function readDownload(
  { entry, hidden }: View,
  file: string,
  snapshot: Snapshot,
): Buffer | null {
  const download = shownDownloads(hidden).find((one) => one.file === file);
  return (download && snapshot.part(entry.id, download.part)) ?? null;
}
