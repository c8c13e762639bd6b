import type { Book } from './book.ts';
import { dayMilliseconds, dayOf, instant } from './instants.ts';
import type { JsonObject } from './json.ts';
import { type Money, moneyNumber } from './money.ts';
import { published } from './rounding.ts';
import type { Step } from './walk.ts';

interface Spell {
  readonly started: string;
  bottomed: string;
  lost: Money;
  depth: number;
  now: number;
  recovered: string | null;
}

/**
 * Lists the drawdowns, in order of time: runs of days that ended below the peak. A peak may lie
 * within a day.
 */
function spellsOf(steps: readonly Step[]): Spell[] {
  const days = new Map<string, { last: Step; lost: Money }>();
  let [peak, profitAtPeak] = [1, 0n];
  for (const step of steps.filter(({ isEmpty }) => !isEmpty)) {
    if (step.index >= peak) [peak, profitAtPeak] = [step.index, step.profit];
    days.set(dayOf(step.at), { last: step, lost: profitAtPeak - step.profit });
  }
  const spells: Spell[] = [];
  let open: Spell | null = null;
  for (const [day, { last, lost }] of days) {
    const depth = -last.drawdown;
    if (depth <= 5e-5) {
      if (open) open.recovered = day;
      open = null;
      continue;
    }
    if (!open) {
      open = { started: day, bottomed: day, lost, depth: 0, now: depth, recovered: null };
      spells.push(open);
    }
    open.now = depth;
    if (depth > open.depth + 1e-8) {
      open.depth = depth;
      open.bottomed = day;
      open.lost = lost;
    }
  }
  return spells;
}

/** Computes the drawdowns, as the daily rows have them, and how long they lasted. */
export function drawdownsSection(book: Book, steps: readonly Step[]): JsonObject {
  const spells = book.capitalKnown && book.hasData ? spellsOf(steps) : [];
  const last = Math.max(steps.at(-1)?.at ?? 0, book.header.updatedAt ?? 0);
  const between = (first: string, second: string) =>
    (instant(second) - instant(first)) / dayMilliseconds;
  const episodes = spells.map((spell) => ({
    started: spell.started,
    bottomed: spell.bottomed,
    recovered: spell.recovered,
    depth_percent: spell.depth,
    depth_money: moneyNumber(spell.lost),
    days_down: between(spell.started, spell.bottomed) + 1,
    days_to_recover: spell.recovered && between(spell.bottomed, spell.recovered),
    days: spell.recovered
      ? between(spell.started, spell.recovered)
      : between(spell.started, dayOf(last)) + 1,
  }));
  const underWay = spells.find(({ recovered }) => recovered === null);
  const longest = Math.max(...episodes.map(({ days }) => days));
  const depthOf = ({ depth_percent }: (typeof episodes)[number]) => published(depth_percent, 4);
  return {
    current: underWay
      ? {
          depth_percent: underWay.now,
          started: underWay.started,
          days: episodes.at(-1)?.days ?? null,
        }
      : null,
    longest: episodes.find(({ days }) => days === longest) ?? null,
    episodes_count: episodes.length,
    episodes: [...episodes].sort((first, second) => depthOf(second) - depthOf(first)).slice(0, 20),
  };
}
