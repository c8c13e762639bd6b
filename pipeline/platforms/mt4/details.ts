import { divideUnits, parseDecimal, placesOf, roundsTo } from '../../read/values/decimals.ts';
import type { Fall, Results, Run } from './results.ts';

/** A figure as a fraction; null where the rows do not tell it. */
type Figure = readonly [numerator: bigint, denominator: bigint] | null;

/** What may be printed of one figure: any of these, each of one or two numbers. */
interface Expected {
  name: string;
  /** How the numbers stand: `#` for each. */
  form: string;
  anyOf: readonly (readonly Figure[])[];
  /** True where nothing may be printed instead. */
  mayBeBlank?: boolean;
}

/** A figure that the statement prints otherwise than its rows give. */
export interface Difference {
  name: string;
  printed: string;
  ours: string;
}

/** The figures of the section Details that the rows do not bear out, and how many there are in all. */
export function compareDetails(
  printed: ReadonlyMap<string, string>,
  results: Results,
  places: number,
): { compared: number; differences: Difference[] } {
  const known = expectedOf(results, 10n ** BigInt(places)).filter(({ name }) => printed.has(name));
  const differences = known.flatMap((expected) => {
    const text = printed.get(expected.name) ?? '';
    if (agrees(expected, text)) return [];
    return [{ name: expected.name, printed: text, ours: render(expected, text, places) }];
  });
  return { compared: known.length, differences };
}

function expectedOf(results: Results, unit: bigint): Expected[] {
  const { count, won, lost, short, long, runs, drawdown } = results;
  const money = (sum: bigint, among = 1): Figure => over(sum, unit * BigInt(among));
  const number = (value: number, among = 1): Figure => over(BigInt(value), BigInt(among));
  const percent = (part: bigint, whole: bigint): Figure => over(100n * part, whole);
  const share = (part: number, whole: number): readonly Figure[] => [
    number(part),
    percent(BigInt(part), BigInt(whole)),
  ];
  const sideShare = (side: Results['short']): readonly Figure[] => [
    number(side.count),
    percent(BigInt(side.won), BigInt(side.count)),
  ];
  const fallPercent = ({ amount, peak }: Fall): Figure =>
    amount === 0n ? [0n, 1n] : peak > 0n ? percent(amount, peak) : null;
  const one = (name: string, figure: Figure, mayBeBlank = false): Expected => ({
    name,
    form: '#',
    anyOf: [[figure]],
    mayBeBlank,
  });
  const length = (run: Run): readonly Figure[] => [number(run.count), money(run.sum)];
  const result = (run: Run): readonly Figure[] => [money(run.sum), number(run.count)];
  return [
    one('Gross Profit', money(won.sum)),
    one('Gross Loss', money(-lost.sum)),
    one('Total Net Profit', money(won.sum + lost.sum)),
    one('Profit Factor', over(won.sum, -lost.sum), lost.sum === 0n),
    one('Expected Payoff', money(won.sum + lost.sum, count), count === 0),
    one('Absolute Drawdown', money(drawdown.absolute)),
    {
      name: 'Maximal Drawdown',
      form: '# (#%)',
      anyOf: largest(drawdown.falls, byAmount).map((fall) => [
        money(fall.amount),
        fallPercent(fall),
      ]),
    },
    {
      name: 'Relative Drawdown',
      form: '#% (#)',
      anyOf: drawdown.falls.every(({ peak }) => peak > 0n)
        ? largest(drawdown.falls, byShare).map((fall) => [fallPercent(fall), money(fall.amount)])
        : [[null, null]],
    },
    one('Total Trades', number(count)),
    { name: 'Short Positions', form: '# (#%)', anyOf: [sideShare(short)] },
    { name: 'Long Positions', form: '# (#%)', anyOf: [sideShare(long)] },
    { name: 'Profit Trades', form: '# (#%)', anyOf: [share(won.count, count)] },
    { name: 'Loss Trades', form: '# (#%)', anyOf: [share(lost.count, count)] },
    one('Largest profit trade', money(won.largest)),
    one('Largest loss trade', money(lost.largest)),
    one('Average profit trade', money(won.sum, won.count)),
    one('Average loss trade', money(lost.sum, lost.count)),
    {
      name: 'Maximum consecutive wins',
      form: '# (#)',
      anyOf: longest(runs.won, byCount).map(length),
    },
    {
      name: 'Maximum consecutive losses',
      form: '# (#)',
      anyOf: longest(runs.lost, byCount).map(length),
    },
    {
      name: 'Maximal consecutive profit',
      form: '# (#)',
      anyOf: longest(runs.won, bySum).map(result),
    },
    {
      name: 'Maximal consecutive loss',
      form: '# (#)',
      anyOf: longest(runs.lost, bySum).map(result),
    },
    one('Average consecutive wins', number(won.count, runs.won.length)),
    one('Average consecutive losses', number(lost.count, runs.lost.length)),
  ];
}

/** MT4 prints what is divided by nothing as 0. */
const over = (numerator: bigint, denominator: bigint): Figure =>
  denominator === 0n ? [0n, 1n] : [numerator, denominator];

const sign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const byAmount = (one: Fall, other: Fall): number => sign(one.amount - other.amount);
const byShare = (one: Fall, other: Fall): number =>
  sign(one.amount * other.peak - other.amount * one.peak);
const byCount = (one: Run, other: Run): number => one.count - other.count;
const bySum = (one: Run, other: Run): number => sign(magnitude(one.sum) - magnitude(other.sum));

/** All that come first in an order: which of equals a statement prints is not known. */
function largest<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Item[] {
  let first: Item[] = [];
  for (const item of items) {
    const order = first[0] === undefined ? 1 : compare(item, first[0]);
    if (order > 0) first = [item];
    else if (order === 0) first.push(item);
  }
  return first;
}

const noRun: Run = { count: 0, sum: 0n };

// Of trades that brought nothing at all the longest run may be printed, or none.
function longest(runs: readonly Run[], compare: (one: Run, other: Run) => number): Run[] {
  const first = largest(runs, compare);
  return first.every(({ sum }) => sum === 0n) ? [...first, noRun] : first;
}

function agrees({ form, anyOf, mayBeBlank }: Expected, text: string): boolean {
  if (text === '') return mayBeBlank === true;
  const numbers = numbersOf(form, text);
  return anyOf.some((figures) =>
    figures.every((figure, at) => {
      const number = numbers?.[at];
      return number !== undefined && (figure === null || roundsTo(number, ...figure));
    }),
  );
}

/** The numbers of a printed text of this form; undefined where it is of another. */
function numbersOf(form: string, text: string): string[] | undefined {
  const pattern = form.replace(/[()]/g, '\\$&').replaceAll('#', '([^()%]+)').replaceAll(' ', ' ?');
  const parts = new RegExp(`^${pattern}$`).exec(text)?.slice(1).map(parseDecimal);
  const numbers = parts?.filter((part) => part !== null);
  return numbers !== undefined && numbers.length === parts?.length ? numbers : undefined;
}

/** The first of what may be printed, with the places of what is printed. */
function render({ form, anyOf }: Expected, text: string, places: number): string {
  const numbers = numbersOf(form, text);
  const texts = (anyOf[0] ?? []).map((figure, at) => {
    if (figure === null) return '?';
    const number = numbers?.[at];
    const isCount = figure[1] === 1n;
    return divideUnits(...figure, number ? placesOf(number) : isCount ? 0 : places);
  });
  return form.replaceAll('#', () => texts.shift() ?? '');
}
