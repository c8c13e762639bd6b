import type { Book } from './book.ts';
import { dayOf, instantText } from './instants.ts';
import type { Json, JsonObject } from './json.ts';
import { mean } from './means.ts';
import { type Money, moneyNumber } from './money.ts';

interface Change {
  readonly at: number;
  readonly amount: bigint;
}

/** Computes trades and lots open at once, event by event in order of time. */
export function exposureSection(book: Book): JsonObject {
  const { trades, positions } = book;
  const changes = (amountOf: (order: { volume: Money }) => bigint): Change[] => [
    ...trades.map((trade) => ({ at: trade.closedAt, amount: -amountOf(trade) })),
    ...[...trades, ...positions].map((order) => ({ at: order.openedAt, amount: amountOf(order) })),
  ];
  return {
    trades: openAtOnce(
      changes(() => 1n),
      'trades',
      Number,
    ),
    lots: openAtOnce(
      changes(({ volume }) => volume),
      'lots',
      moneyNumber,
    ),
    margin: marginLoad(book),
  };
}

/** Computes margin loads, report by report in order of time. */
function marginLoad({ margins, header: { leverage } }: Book): Json {
  const highest = new Map<string, number>();
  let [max, maxAt] = [-1, 0];
  for (const { at, margin, equity } of margins) {
    const load = Number(margin) / Number(equity);
    highest.set(dayOf(at), Math.max(highest.get(dayOf(at)) ?? 0, load));
    if (load > max) [max, maxAt] = [load, at];
  }
  if (margins.length === 0) return null;
  const average = mean([...highest.values()]);
  return {
    max_load_percent: 100 * max,
    at: instantText(maxAt),
    avg_load_percent: 100 * average,
    max_leverage_used: leverage === null ? null : max * leverage,
    avg_leverage_used: leverage === null ? null : average * leverage,
    days: highest.size,
  };
}

function openAtOnce(
  changes: readonly Change[],
  name: string,
  numberOf: (amount: bigint) => number,
): Json {
  const inOrder = changes
    .map((change, place) => ({ ...change, place }))
    .sort((first, second) => first.at - second.at || first.place - second.place);
  let open = 0n;
  let [max, maxAt] = [-1n, 0];
  const days = new Map<string, bigint>();
  for (const { at, amount } of inOrder) {
    const day = dayOf(at);
    const before = days.get(day) ?? open;
    open += amount;
    days.set(day, open > before ? open : before);
    if (open > max) [max, maxAt] = [open, at];
  }
  if (inOrder.length === 0) return null;
  const by_day = [...days].map(([date, most]) => ({ date, [name]: numberOf(most) }));
  return { max: numberOf(max), at: instantText(maxAt), by_day };
}
