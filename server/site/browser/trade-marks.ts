import { isoDay } from '../charts/rebase.ts';

/** Closed trade as the file of trades has it. */
export interface MarkedTrade {
  readonly symbol: string;
  readonly side: string;
  readonly closed_at: string;
  readonly net_profit: number;
}

/** Most trades that are marked; more would cover the line. */
export const maxMarked = 400;

const secondsADay = 86_400;

/**
 * Reads the newest trades of a range of days, and stops after `maxMarked`. Throws if they can't be
 * read.
 */
export async function loadTrades(
  file: string,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<readonly MarkedTrade[]> {
  const [first, last] = [from, to].map(isoDay);
  const response = await fetch(`${file}?from=${first}&to=${last}`, { signal });
  if (!response.ok || response.body === null) throw new Error(`${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const trades: MarkedTrade[] = [];
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    trades.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line)));
    if (done || trades.length >= maxMarked) break;
  }
  await reader.cancel();
  return trades.slice(0, maxMarked);
}

/** Groups trades by the start of the day on which they closed, in seconds. */
export function byDay(trades: readonly MarkedTrade[]): ReadonlyMap<number, readonly MarkedTrade[]> {
  const days = new Map<number, MarkedTrade[]>();
  for (const trade of trades) {
    const seconds = Date.parse(trade.closed_at) / 1000;
    const day = seconds - (seconds % secondsADay);
    days.set(day, [...(days.get(day) ?? []), trade]);
  }
  return days;
}
