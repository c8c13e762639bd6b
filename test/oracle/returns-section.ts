import type { Book } from './book.ts';
import { equityReturns } from './equity-returns.ts';
import { dayMilliseconds, dayOf, instant } from './instants.ts';
import type { JsonObject } from './json.ts';
import { type Money, moneyNumber } from './money.ts';
import { compound, type Step } from './walk.ts';

/** Lists every calendar day from the first to the last on which something happened. */
export function returnsSection(book: Book, steps: readonly Step[]): JsonObject {
  const byDay = new Map<string, Step[]>();
  for (const step of steps.filter(({ isEmpty }) => !isEmpty)) {
    const day = dayOf(step.at);
    byDay.set(day, [...(byDay.get(day) ?? []), step]);
  }
  const known = <T>(value: T): T | null => (book.capitalKnown ? value : null);
  let balance = book.opening;
  return {
    starting_balance: book.hasData ? known(moneyNumber(book.opening)) : null,
    days: calendarOf(book, [...byDay.keys()]).map((day) => {
      const today = byDay.get(day) ?? [];
      balance = today.at(-1)?.balance ?? balance;
      return {
        date: day,
        twr_percent: known(compound(today)),
        equity_percent: known(equityPercent(book, day)),
        flows: moneyNumber(flowsOf(book, day)),
        profit: moneyNumber(sum(today.map(({ result }) => result ?? 0n))),
        balance: known(moneyNumber(balance)),
      };
    }),
  };
}

function calendarOf(book: Book, eventDays: readonly string[]): string[] {
  const dated = [...eventDays, ...book.dayReports.map(({ day }) => day)].sort();
  const [first, last] = [book.cutAt ?? dated[0], dated.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days: string[] = [];
  for (let at = instant(first); at <= instant(last); at += dayMilliseconds) days.push(dayOf(at));
  return days;
}

/** Returns null on the first report, and after one that was not above 0. */
function equityPercent(book: Book, day: string): number | null {
  const at = book.dayReports.findIndex((report) => report.day === day);
  const before = book.dayReports[at - 1];
  if (at < 1 || before === undefined || before.equity <= 0n) return null;
  const change = equityReturns(book.dayReports).find((report) => report.day === day)?.change ?? 0;
  return 100 * change;
}

const flowsOf = ({ flows, joinings }: Book, day: string): Money =>
  sum([...flows, ...joinings].filter(({ at }) => dayOf(at) === day).map(({ amount }) => amount));

const sum = (amounts: readonly Money[]): Money =>
  amounts.reduce((total, amount) => total + amount, 0n);
