import { elementsOf, type JsonText, membersOf } from '../../pipeline/base/json-text.ts';
import { type SectionName, sectionNames } from '../../sql/marts/index.ts';
import type { Range } from './lists/range.ts';
import { thinnedIndexes } from './thin-points.ts';

/** List of a section that grows with the history. */
interface LongList {
  /** True if its rows have a `date`, so that `from` and `to` shorten it. */
  readonly hasDays: boolean;
  /**
   * Values on a chart's vertical axis, the first known one counts. Empty if the rows are numbers.
   * Null if the list is never thinned.
   */
  readonly heights: readonly string[] | null;
}

/** Lists that `from`, `to` and `points` shorten, by section. Flows stay whole: readers sum them. */
export const longLists: {
  readonly [Name in SectionName]?: Readonly<Record<string, LongList>>;
} = {
  equity_curve: {
    daily_performance: { hasDays: true, heights: ['twr_percent', 'cumulative_profit'] },
    deposits_withdrawals: { hasDays: true, heights: null },
  },
  twr: { twr_trade_by_trade: { hasDays: false, heights: [] } },
  returns: { days: { hasDays: true, heights: ['balance', 'profit'] } },
  benchmark: { by_day: { hasDays: true, heights: ['return_percent'] } },
};

const sectionsWith = (isSo: (list: LongList) => boolean): readonly SectionName[] =>
  sectionNames.filter((section) => Object.values(longLists[section] ?? {}).some(isSo));

/** Sections that each parameter shortens. */
export const shortened = {
  from: sectionsWith(({ hasDays }) => hasDays),
  to: sectionsWith(({ hasDays }) => hasDays),
  points: sectionsWith(({ heights }) => heights !== null),
} as const;

/** Requested part of the sections; null means everything. */
export interface Narrowing extends Range {
  /** Most rows of a long list. */
  readonly points: number | null;
  /** Members of sections, as `section.member`. A section of which none is named stays whole. */
  readonly fields: ReadonlySet<string> | null;
}

/** Long list of which an answer has a part. */
export interface Thinned {
  readonly list: string;
  /** Rows in the range. */
  readonly rows: number;
  readonly returned: number;
}

interface NarrowedSection {
  readonly text: JsonText;
  readonly thinned: readonly Thinned[];
}

/** Shortens the published text of a section to the requested part; `null` stays `null`. */
export function narrowSection(
  section: SectionName,
  text: JsonText,
  narrowing: Narrowing,
): NarrowedSection {
  const { from, to, points, fields } = narrowing;
  const lists = longLists[section] ?? {};
  const isChosen = [...(fields ?? [])].some((field) => field.startsWith(`${section}.`));
  const isUnchanged = !isChosen && from === null && to === null && points === null;
  if (text === 'null' || isUnchanged) return { text, thinned: [] };
  const thinned: Thinned[] = [];
  const members = [...membersOf(text)].flatMap(([name, value]) => {
    const path = `${section}.${name}`;
    if (isChosen && !fields?.has(path)) return [];
    const list = lists[name];
    if (list === undefined) return [`${JSON.stringify(name)}:${value}`];
    const within = [...elementsOf(value)].filter((row) => !list.hasDays || isIn(row, narrowing));
    const rows = thinRows(within, list, points);
    if (rows.length < within.length) {
      thinned.push({ list: path, rows: within.length, returned: rows.length });
    }
    return [`${JSON.stringify(name)}:[${rows.join()}]`];
  });
  return { text: `{${members.join()}}`, thinned };
}

/** Tells whether any part of a row's day is in the range. */
function isIn(row: JsonText, { from, to }: Range): boolean {
  const at = Date.parse(JSON.parse(membersOf(row).get('date') ?? '""'));
  return (from === null || at + millisecondsADay > from) && (to === null || at <= to);
}

const millisecondsADay = 86_400_000;

function thinRows(
  rows: readonly JsonText[],
  { heights }: LongList,
  points: number | null,
): readonly JsonText[] {
  if (points === null || heights === null) return rows;
  const values = rows.map((row) => (heights.length === 0 ? Number(row) : heightOf(row, heights)));
  return thinnedIndexes(values, points).flatMap((index) => rows[index] ?? []);
}

function heightOf(row: JsonText, heights: readonly string[]): number {
  const members = membersOf(row);
  const known = heights.map((name) => members.get(name)).find((value) => value && value !== 'null');
  return Number(known ?? 0);
}
