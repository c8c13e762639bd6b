import type { Book } from './book.ts';
import { sampleOf, weekdaySeries } from './equity-returns.ts';
import { dayMilliseconds, dayOf, instant } from './instants.ts';
import type { Json, JsonObject } from './json.ts';
import { mean, percentage, sampleDeviation } from './means.ts';
import { sumMoney } from './money.ts';
import type { Step } from './walk.ts';
import type { Publication } from './world.ts';

/** Record of when strangers could read an account, with its history cuts. */
export interface Observation {
  /** Null if strangers never could read it. */
  readonly publication: Publication | null;
  /** History cuts, those of a portfolio's members included. */
  readonly cuts: readonly string[];
}

/** Part of a record from one day up to, but not including, another. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * Computes the figures of a record before and since strangers could watch it. Rows of source files
 * never come late.
 */
export function observedSection(
  book: Book,
  steps: readonly Step[],
  observation: Observation,
): JsonObject {
  const { publication } = observation;
  const from = publication === null ? Number.POSITIVE_INFINITY : firstDay(publication, observation);
  const after = { from, to: Number.POSITIVE_INFINITY };
  const isHidden = isInGap(publication);
  const watched = book.trades.filter(({ closedAt }) => closedAt >= from);
  const late = watched.filter(({ closedAt }) => isHidden(closedAt)).length;
  const bookings = book.adjustments.filter(({ at }) => at >= from && isHidden(at)).length;
  return {
    late_percent: percentage(late + bookings, watched.length + bookings),
    before: figuresOf(book, steps, { from: Number.NEGATIVE_INFINITY, to: from }),
    after: figuresOf(book, steps, after),
  };
}

function firstDay(
  { published_at, members_changed_at }: Publication,
  { cuts }: Observation,
): number {
  const nextDay = (at: string) => instant(dayOf(instant(at))) + dayMilliseconds;
  const changed = members_changed_at === null ? [] : [nextDay(members_changed_at)];
  return Math.max(nextDay(published_at), ...changed, ...cuts.map(instant));
}

const isInGap =
  (publication: Publication | null) =>
  (at: number): boolean =>
    publication?.gaps.some(
      ({ from, to }) => at >= instant(from) && (to === null || at < instant(to)),
    ) === true;

function figuresOf(book: Book, steps: readonly Step[], part: Part): Json {
  const isWithin = (at: number) => at >= part.from && at < part.to;
  const counted = steps.filter(({ at }) => isWithin(at));
  if (counted.every(({ result }) => result === null)) return null;
  const trades = book.trades.filter(({ closedAt }) => isWithin(closedAt));
  const nets = trades.map(({ net }) => net);
  const won = nets.filter((net) => net > 0n);
  const lost = -sumMoney(nets.filter((net) => net < 0n));
  const { growth, fall } = growthOf(counted);
  return {
    twr_percent: book.capitalKnown ? 100 * (growth - 1) : null,
    max_drawdown_percent: book.capitalKnown ? 100 * fall : null,
    trades: trades.length,
    win_rate: percentage(won.length, trades.length),
    profit_factor: lost === 0n ? null : Number(sumMoney(won)) / Number(lost),
    sharpe_ratio_annualized: sharpeOf(book, isWithin),
    months: monthsOf(book, steps, part),
  };
}

/** Returns the growth over some steps, and the deepest fall below the highest growth so far. */
function growthOf(steps: readonly Step[]): { growth: number; fall: number } {
  let [growth, peak, fall] = [1, 1, 0];
  for (const { change } of steps) {
    growth *= 1 + (change ?? 0);
    peak = Math.max(peak, growth);
    fall = Math.max(fall, 1 - growth / peak);
  }
  return { growth, fall };
}

function sharpeOf(book: Book, isWithin: (at: number) => boolean): number | null {
  const returns = sampleOf(weekdaySeries(book).filter(({ day }) => isWithin(instant(day))));
  return returns && (mean(returns) / sampleDeviation(returns)) * Math.sqrt(252);
}

/** Length of a part in months of 30.4375 days, from the first event to the newest report. */
function monthsOf(book: Book, steps: readonly Step[], { from, to }: Part): number {
  const days = steps.filter(({ isEmpty }) => !isEmpty).map(({ at }) => instant(dayOf(at)));
  const first = book.cutAt === null ? Math.min(...days) : instant(book.cutAt);
  const updated = book.header.updatedAt;
  const last = Math.max(...days, ...(updated === null ? [] : [instant(dayOf(updated))]));
  const span = Math.min(to, last + dayMilliseconds) - Math.max(from, first);
  return span / dayMilliseconds / 30.4375;
}
