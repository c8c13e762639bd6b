import {
  elementsOf,
  type JsonText,
  membersOf,
  replaceMembers,
} from '../../pipeline/base/json-text.ts';
import type { Range } from './lists/range.ts';
import { thinnedPlaces } from './thinned.ts';

/** Which part of `equity_curve` is asked for: days within a range, and how many of them at most. */
export interface Narrowing extends Range {
  readonly points: number | null;
}

/** The published text of `equity_curve` with what was asked for alone; null stays null. */
export function narrowedCurve(text: JsonText, narrowing: Narrowing): JsonText {
  if (text === 'null') return text;
  const lists = membersOf(text);
  const within = (name: string): Row[] =>
    [...elementsOf(lists.get(name) ?? '[]')].map(rowOf).filter(({ at }) => isIn(at, narrowing));
  return replaceMembers(text, [
    { path: ['daily_performance'], value: textOf(thinned(within('daily_performance'), narrowing)) },
    { path: ['deposits_withdrawals'], value: textOf(within('deposits_withdrawals')) },
  ]);
}

interface Row {
  readonly text: JsonText;
  /** The first millisecond of its day. */
  readonly at: number;
  /** What a chart draws of it. */
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

/** A day counts where any of it does. */
const isIn = (at: number, { from, to }: Range): boolean =>
  (from === null || at + millisecondsADay > from) && (to === null || at <= to);

const millisecondsADay = 86_400_000;

const thinned = (rows: readonly Row[], { points }: Narrowing): readonly Row[] =>
  points === null
    ? rows
    : thinnedPlaces(
        rows.map(({ height }) => height),
        points,
      ).flatMap((place) => rows[place] ?? []);
