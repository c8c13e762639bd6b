import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { inertCsv } from '../../pipeline/inert-text.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import type { csvParts, SectionName } from '../../pipeline/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/snapshot/reader.ts';
import { type AccountView, sectionText } from '../account-object.ts';
import { isWithheld } from '../privacy.ts';
import type { BreakdownEntry } from './account.ts';

type Cell = string | number | null;
type Read = (view: AccountView, snapshot: Snapshot) => Promise<Buffer | null>;

interface Download {
  readonly file: string;
  readonly label: string;
  /** The section that it holds, and is hidden with. */
  readonly section: SectionName;
  /** Null where the version has none. */
  readonly read: Read;
}

/** A table that was published as CSV, all of it numbers and dates. */
const published =
  (part: (typeof csvParts)[number]): Read =>
  async ({ subject }, snapshot) =>
    snapshot.part(subject.entry.id, part) ?? null;

const breakdownColumns = [
  'trades',
  'won',
  'lost',
  'won_percentage',
  'profit',
  'pips',
  'long_trades',
  'long_profit',
  'long_pips',
  'short_trades',
  'short_profit',
  'short_pips',
];

/** Tables of the account page as files, under the names of the API's fields. */
export const downloads: readonly Download[] = [
  {
    file: 'daily.csv',
    label: 'days with closed trades',
    section: 'equity_curve',
    read: published('daily_performance.csv'),
  },
  {
    file: 'flows.csv',
    label: 'deposits and withdrawals',
    section: 'equity_curve',
    read: published('deposits_withdrawals.csv'),
  },
  {
    file: 'monthly.csv',
    label: 'months',
    section: 'monthly',
    read: published('monthly_performance.csv'),
  },
  {
    file: 'instruments.csv',
    label: 'instruments',
    section: 'by_symbol',
    read: broken('by_symbol', 'symbol'),
  },
  {
    file: 'magic-numbers.csv',
    label: 'magic numbers',
    section: 'by_magic_number',
    read: broken('by_magic_number', 'magic_number'),
  },
];

/** The downloads of an account of which these things are hidden. */
export const shownDownloads = (hidden: Hidden): readonly Download[] =>
  downloads.filter(({ section }) => !isWithheld(section, hidden));

/** A file as CSV; null where there is nothing of it to show. */
export async function readDownload(
  view: AccountView,
  file: string,
  snapshot: Snapshot,
): Promise<Buffer | null> {
  const download = shownDownloads(view.subject.hidden).find((one) => one.file === file);
  return download?.read(view, snapshot) ?? null;
}

const rowsPerTurn = 1000;

/** A breakdown, some rows at a turn of the event loop, as there may be a hundred thousand. */
function broken(section: 'by_symbol' | 'by_magic_number', column: string): Read {
  return async (view, snapshot) => {
    const breakdown: Record<string, BreakdownEntry> | null = JSON.parse(
      sectionText(view, section, snapshot),
    );
    if (breakdown === null) return null;
    const rows = Object.entries(breakdown).map(breakdownRow);
    const texts = [csvOf([[column, ...breakdownColumns]])];
    for (let from = 0; from < rows.length; from += rowsPerTurn) {
      if (from > 0) await setImmediate();
      texts.push(csvOf(rows.slice(from, from + rowsPerTurn)));
    }
    return Buffer.from(texts.join(''));
  };
}

const breakdownRow = ([name, { total, longs, shorts }]: [string, BreakdownEntry]): Cell[] => [
  name,
  total.trades,
  total.won,
  total.lost,
  total.won_percentage,
  ...results(total),
  longs.trades,
  ...results(longs),
  shorts.trades,
  ...results(shorts),
];

/** Numbers again, since a spreadsheet must not take a minus for the start of a formula. */
const results = ({ profit, pips }: { profit: string; pips: string | null }): Cell[] => [
  Number(profit),
  pips === null ? null : Number(pips),
];

/** Rows as CSV in which no text begins a formula. */
const csvOf = (rows: Cell[][]): string => stringify(rows, inertCsv);
