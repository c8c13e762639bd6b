import {
  elementsOf,
  type JsonText,
  membersOf,
  replaceMembers,
} from '../../pipeline/base/json-text.ts';
import type { Range } from './lists/range.ts';
import { thinnedIndexes } from './thin-points.ts';

/** Requested part of `equity_curve`: a range of days, and the most points to return. */
export interface Narrowing extends Range {
  readonly points: number | null;
}

/** Shortens the published text of `equity_curve` to the requested part; `null` stays `null`. */
export function narrowCurve(text: JsonText, narrowing: Narrowing): JsonText {
  if (text === 'null') return text;
  const lists = membersOf(text);
  const within = (name: string): Row[] =>
    [...elementsOf(lists.get(name) ?? '[]')].map(rowOf).filter(({ at }) => isIn(at, narrowing));
  return replaceMembers(text, [
    {
      path: ['daily_performance'],
      value: textOf(thinRows(within('daily_performance'), narrowing)),
    },
    { path: ['deposits_withdrawals'], value: textOf(within('deposits_withdrawals')) },
  ]);
}

interface Row {
  readonly text: JsonText;
  /** Start of its day, in Unix milliseconds. */
  readonly at: number;
  /** Value on the chart's vertical axis: the return, or the profit if the return is unknown. */
  readonly height: number;
}

function rowOf(text: JsonText): Row {
  const members = membersOf(text);
  const number = (name: string) => Number(members.get(name) ?? 'null');
  const isReturnKnown = (members.get('twr_percent') ?? 'null') !== 'null';
  return {
    text,
    at: Date.parse(JSON.parse(members.get('date') ?? '""')),
    height: number(isReturnKnown ? 'twr_percent' : 'cumulative_profit'),
  };
}

const textOf = (rows: readonly Row[]): JsonText => `[${rows.map(({ text }) => text).join()}]`;

/** Tells whether any part of a day is in the range. */
const isIn = (at: number, { from, to }: Range): boolean =>
  (from === null || at + millisecondsADay > from) && (to === null || at <= to);

const millisecondsADay = 86_400_000;

const thinRows = (rows: readonly Row[], { points }: Narrowing): readonly Row[] =>
  points === null
    ? rows
    : thinnedIndexes(
        rows.map(({ height }) => height),
        points,
      ).flatMap((index) => rows[index] ?? []);
