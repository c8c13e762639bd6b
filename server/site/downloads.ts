import { csvText } from '../../pipeline/publish/snapshot/csv.ts';
import type { csvParts } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import type { SectionName } from '../../sql/marts/index.ts';
import { returnDay } from '../../sql/marts/returns.ts';
import { isWithheld } from '../accounts/privacy.ts';
import type { View } from '../accounts/view.ts';
import type { Words } from '../language/words.ts';

interface Download {
  readonly file: keyof Words['data']['files'];
  /** Section that the table belongs to; hiding the section hides the file. */
  readonly section: SectionName;
  /**
   * Published CSV, or the section whose days are its rows. Spreadsheets can open it safely. It is
   * hidden as a whole or not at all.
   */
  readonly part: (typeof csvParts)[number] | 'returns';
}

/** CSV files that an account page offers for download. */
// biome-ignore format: a table
export const downloads: readonly Download[] = [
  { file: 'daily.csv', section: 'equity_curve', part: 'daily_performance.csv' },
  { file: 'flows.csv', section: 'equity_curve', part: 'deposits_withdrawals.csv' },
  { file: 'returns.csv', section: 'returns', part: 'returns' },
  { file: 'monthly.csv', section: 'monthly', part: 'monthly_performance.csv' },
  { file: 'yearly.csv', section: 'monthly', part: 'yearly_performance.csv' },
  { file: 'instruments.csv', section: 'by_symbol', part: 'by_symbol.csv' },
  { file: 'magic-numbers.csv', section: 'by_magic_number', part: 'by_magic_number.csv' },
];

/** Returns the downloads that are not hidden. */
export const shownDownloads = (hidden: Hidden): readonly Download[] =>
  downloads.filter(({ section }) => !isWithheld(section, hidden));

/** Returns a file as it was published; null if it is hidden or unknown. */
export function readDownload(
  { entry, hidden }: View,
  file: string,
  snapshot: Snapshot,
): Buffer | null {
  const download = shownDownloads(hidden).find((candidate) => candidate.file === file);
  const bytes = download && snapshot.part(entry.id, download.part);
  if (!bytes || download.part !== 'returns') return bytes ?? null;
  const columns = Object.keys(returnDay.properties);
  const { days }: { days: Record<string, unknown>[] } = JSON.parse(bytes.toString());
  const rows = days.map((day) => columns.map((column) => day[column]));
  return Buffer.from(csvText([columns, ...rows]));
}
