import { type Book, compareTexts, type Trade } from './book.ts';
import type { JsonObject } from './json.ts';
import { percentage } from './means.ts';
import { type Money, sumMoney } from './money.ts';
import { published } from './rounding.ts';

const tenSeconds = 10_000;
const monthMilliseconds = 30.4375 * 86_400_000;

/** Trades that were opened together. */
interface Entry {
  readonly trades: readonly Trade[];
  readonly first: Trade;
  /** Instrument of one account. */
  readonly instrument: string;
  readonly account: string;
  readonly ended: number;
  readonly lots: number;
  readonly net: Money;
}

/** An entry with the largest one of those that were closed with it. */
interface Placed extends Entry {
  readonly largest: number;
}

/** Computes how an account trades, and lists what stands out. */
export function behaviourSection({ trades }: Book): JsonObject {
  const baskets = group(trades, sideOf).flatMap(basketsOf);
  const entries = baskets
    .flatMap((basket) => {
      const largest = Math.max(...basket.map(({ lots }) => lots));
      return basket.map((entry): Placed => ({ ...entry, largest }));
    })
    .sort(byTime);
  const lots = lotsAfterResults(entries);
  const added = addedEntries(entries);
  const share = (count: number) => rounded(percentage(count, entries.length), 4);
  const wonBaskets = baskets.map(netOf).filter((net) => net > 0n);
  const worst = baskets.map(netOf).reduce(smaller, 0n);
  const known = trades.filter(({ stopsKnown }) => stopsKnown);
  const stopless = known.filter(({ stopLoss }) => stopLoss === null || stopLoss === 0).length;
  const lasted = (isCounted: (net: Money) => boolean) =>
    entries.filter(({ net }) => isCounted(net)).map(({ first, ended }) => ended - first.openedAt);
  const lostFor = lasted((net) => net < 0n);
  const wonFor = lasted((net) => net > 0n);
  const areTimesEnough = lostFor.length >= 5 && wonFor.length >= 10;
  const span =
    Math.max(...entries.map(({ ended }) => ended)) -
    Math.min(...entries.map(({ first }) => first.openedAt));
  const figures = {
    larger_after_loss_percent: lots?.afterLoss.percent ?? null,
    larger_after_win_percent: lots?.afterWin.percent ?? null,
    lots_after_loss_ratio: lots?.afterLoss.mean ?? null,
    lots_after_win_ratio: lots?.afterWin.mean ?? null,
    largest_lot_multiple: largestMultiple(entries),
    baskets: {
      count: baskets.length,
      average_trades: baskets.length === 0 ? null : trades.length / baskets.length,
      most_trades:
        baskets.length === 0 ? null : Math.max(...baskets.map((basket) => tradesIn(basket))),
      adds_to_losers_percent: share(added.filter(({ losers }) => losers > 0).length),
      adds_to_winners_percent: share(added.filter(({ winners }) => winners > 0).length),
      adds_to_three_losers_percent: share(added.filter(({ losers }) => losers > 2).length),
      adds_to_three_winners_percent: share(added.filter(({ winners }) => winners > 2).length),
    },
    without_stop_percent: rounded(percentage(stopless, known.length), 4),
    holding_ratio:
      areTimesEnough && middle(wonFor) > 0 ? rounded(middle(lostFor) / middle(wonFor), 6) : null,
    wins_lost_in_worst_basket:
      wonBaskets.length < 10
        ? null
        : rounded((Number(-worst) * wonBaskets.length) / Number(sumMoney(wonBaskets)), 6),
  };
  const measures = {
    ...figures,
    decisions: baskets.length,
    difference: lots?.difference ?? null,
    addedToThree: added.filter(({ losers }) => losers > 2).length,
  };
  return {
    entries: entries.length,
    decisions: baskets.length,
    decisions_a_month:
      baskets.length === 0 ? null : baskets.length / Math.max(span / monthMilliseconds, 1),
    ...figures,
    warnings: warningsOf(measures),
    not_assessed: [
      ...(lots === null ? [missing('lots_grow_after_losses', 'too_few')] : []),
      ...(entries.length === 0 ? [missing('adds_to_losers', 'too_few')] : []),
      ...(figures.without_stop_percent === null
        ? [missing('no_stops', entries.length === 0 ? 'too_few' : 'unknown')]
        : []),
      ...(figures.holding_ratio === null
        ? [missing('holds_losers', areTimesEnough ? 'unknown' : 'too_few')]
        : []),
      ...(figures.wins_lost_in_worst_basket === null
        ? [missing('one_loss_takes_many_wins', 'too_few')]
        : []),
    ],
  };
}

const missing = (code: string, reason: string) => ({ code, reason });

interface Measured {
  readonly decisions: number;
  readonly difference: number | null;
  readonly addedToThree: number;
  readonly larger_after_loss_percent: number | null;
  readonly larger_after_win_percent: number | null;
  readonly without_stop_percent: number | null;
  readonly holding_ratio: number | null;
  readonly wins_lost_in_worst_basket: number | null;
  readonly baskets: {
    readonly adds_to_three_losers_percent: number | null;
    readonly adds_to_three_winners_percent: number | null;
  };
}

function warningsOf(measures: Measured): JsonObject[] {
  const warnings: JsonObject[] = [];
  const warn = (code: string, text: string, value: number, threshold: number) =>
    warnings.push({ code, text, value, threshold });
  if (measures.difference !== null && measures.difference >= 40) {
    const [loss, win] = [measures.larger_after_loss_percent, measures.larger_after_win_percent].map(
      short,
    );
    warn(
      'lots_grow_after_losses',
      `After a loss the next position was larger in ${loss} % of cases, after a win in ${win} %.`,
      measures.difference,
      40,
    );
  }
  const losers = measures.baskets.adds_to_three_losers_percent ?? 0;
  const winners = measures.baskets.adds_to_three_winners_percent ?? 0;
  if (measures.addedToThree >= 3 && (losers >= 5 || losers >= 5 * winners)) {
    warn(
      'adds_to_losers',
      `${short(losers)} % of its positions were opened while three or more earlier ones in the same direction stood at a loss.`,
      losers,
      losers >= 5 ? 5 : 5 * winners,
    );
  }
  const stopless = measures.without_stop_percent;
  if (stopless !== null && stopless >= 80) {
    const text = `${short(stopless)} % of its trades had no stop loss when they closed.`;
    warn('no_stops', text, stopless, 80);
  }
  const held = measures.holding_ratio;
  if (held !== null && held >= 6) {
    const text = `It held losing positions ${short(held)} times as long as winning ones.`;
    warn('holds_losers', text, held, 6);
  }
  const cost = measures.wins_lost_in_worst_basket;
  if (cost !== null && cost >= 30) {
    const text = `Its worst closing cost as much as ${short(cost)} average winning ones brought.`;
    warn('one_loss_takes_many_wins', text, cost, 30);
  }
  if (measures.decisions < 30) {
    const s = measures.decisions === 1 ? '' : 's';
    const count =
      measures.decisions === 0
        ? 'no trading decision'
        : `only ${measures.decisions} trading decision${s}`;
    warn('few_decisions', `It has made ${count} so far.`, measures.decisions, 30);
  }
  return warnings;
}

/** Formats a number for a sentence: one decimal below 10, none from there on. */
function short(value: number | null): string {
  if (value === null) return '';
  return value >= 9.95 ? `${Math.round(value)}` : published(value, 1).toFixed(1).replace('.0', '');
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : published(value, digits);

const accountOf = ({ member = '' }: Trade): string => member;
const instrumentOf = (trade: Trade): string => JSON.stringify([accountOf(trade), trade.symbol]);
const sideOf = (trade: Trade): string => `${trade.side} ${instrumentOf(trade)}`;

const byTime = ({ first }: Entry, { first: second }: Entry): number =>
  first.openedAt - second.openedAt || compareTexts(first.ticket, second.ticket);

const smaller = (first: Money, second: Money): Money => (first < second ? first : second);
const netOf = (basket: readonly Entry[]): Money => sumMoney(basket.map(({ net }) => net));
const tradesIn = (basket: readonly Entry[]): number =>
  basket.reduce((count, { trades }) => count + trades.length, 0);

function group<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

/** Splits sorted items wherever more than ten seconds lie between two of them. */
function chained<Item>(items: readonly Item[], timeOf: (item: Item) => number): Item[][] {
  const chains: Item[][] = [];
  for (const item of items) {
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    if (chain && last && timeOf(item) - timeOf(last) <= tenSeconds) chain.push(item);
    else chains.push([item]);
  }
  return chains;
}

/** Makes entries of the trades of one instrument and side, and baskets of entries. */
function basketsOf(trades: readonly Trade[]): Entry[][] {
  const opened = [...trades].sort(
    (first, second) =>
      first.openedAt - second.openedAt || compareTexts(first.ticket, second.ticket),
  );
  const entries = chained(opened, ({ openedAt }) => openedAt).flatMap((together): Entry[] => {
    const [first] = together;
    if (!first) return [];
    return [
      {
        trades: together,
        first,
        instrument: instrumentOf(first),
        account: accountOf(first),
        ended: Math.max(...together.map(({ closedAt }) => closedAt)),
        lots: Number(sumMoney(together.map(({ volume }) => volume))),
        net: sumMoney(together.map(({ net }) => net)),
      },
    ];
  });
  return chained(
    entries.sort((first, second) => first.ended - second.ended || byTime(first, second)),
    ({ ended }) => ended,
  );
}

interface AfterResult {
  readonly percent: number;
  readonly mean: number;
}

interface LotsAfterResults {
  readonly afterLoss: AfterResult;
  readonly afterWin: AfterResult;
  readonly difference: number;
}

/** Returns the search with the largest difference; null if none has enough entries. */
function lotsAfterResults(entries: readonly Placed[]): LotsAfterResults | null {
  const usual = new Map(
    group(entries, ({ instrument }) => instrument).map((all) => [
      all[0]?.instrument ?? '',
      middle(all.map(({ lots }) => lots)),
    ]),
  );
  const usualOf = ({ instrument }: Entry) => usual.get(instrument) ?? 1;
  const magicOf = ({ first }: Entry) => first.magicNumber ?? 0n;
  const found = [
    search(
      entries,
      ({ instrument }) => instrument,
      () => 1,
    ),
    search(
      entries,
      (entry) => `${magicOf(entry)} ${entry.instrument}`,
      () => 1,
    ),
    search(entries, ({ account }) => account, usualOf),
  ].filter((result) => result !== null);
  const [best = null] = found.sort((first, second) => second.difference - first.difference);
  return best;
}

function search(
  entries: readonly Placed[],
  keyOf: (entry: Placed) => string,
  unitOf: (entry: Placed) => number,
): LotsAfterResults | null {
  const before = new Map<string, Placed>();
  const afterLoss: number[] = [];
  const afterWin: number[] = [];
  for (const entry of entries) {
    const previous = before.get(keyOf(entry));
    before.set(keyOf(entry), entry);
    if (previous === undefined) continue;
    const hasEnded = previous.ended <= entry.first.openedAt;
    const size = hasEnded ? previous.largest : previous.lots;
    const ratio = entry.lots / unitOf(entry) / (size / unitOf(previous));
    const result = hasEnded ? Number(previous.net) : floating(previous, entry);
    if (result < 0) afterLoss.push(ratio);
    if (result > 0) afterWin.push(ratio);
  }
  if (afterLoss.length < 10 || afterWin.length < 10) return null;
  const [loss, win] = [largerShare(afterLoss), largerShare(afterWin)];
  return {
    afterLoss: { percent: published(loss, 4), mean: geometricMean(afterLoss) },
    afterWin: { percent: published(win, 4), mean: geometricMean(afterWin) },
    difference: published(loss - win, 4),
  };
}

/** Tells whether an open entry stood at a profit (above 0) or at a loss at the price of another. */
function floating(open: Entry, entry: Entry): number {
  if (open.instrument !== entry.instrument) return 0;
  const move = entry.first.openPrice - open.first.openPrice;
  return open.first.side === 'buy' ? move : -move;
}

const largerShare = (ratios: readonly number[]): number =>
  (100 * ratios.filter((ratio) => ratio >= 1.2 - 1e-9).length) / ratios.length;

const geometricMean = (ratios: readonly number[]): number =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

function largestMultiple(entries: readonly Placed[]): number | null {
  const multiples = group(entries, ({ instrument }) => instrument).flatMap((all) =>
    all.slice(10).map(({ lots }, at) => {
      const earlier = all.slice(Math.max(0, at + 10 - 20), at + 10);
      return lots / middle(earlier.map((entry) => entry.lots));
    }),
  );
  return multiples.length === 0 ? null : Math.max(...multiples);
}

/** Counts for each entry those before it, of its instrument and side, that were still open. */
function addedEntries(entries: readonly Placed[]) {
  return group(entries, ({ first }) => sideOf(first)).flatMap((all) =>
    all.map((entry, at) => {
      const open = all
        .slice(Math.max(0, at - 20), at)
        .filter(({ ended }) => ended > entry.first.openedAt)
        .map((earlier) => floating(earlier, entry));
      return {
        losers: open.filter((result) => result < 0).length,
        winners: open.filter((result) => result > 0).length,
      };
    }),
  );
}

/** Computes the median; NaN without values. */
function middle(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((sorted[half - 1] ?? Number.NaN) + upper) / 2 : upper;
}
