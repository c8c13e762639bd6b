/** Instant at which the trades and equity of the simulation begin, in seconds. */
const first = Date.UTC(2026, 0, 5) / 1000;

/** Deals that an account has before its terminal is started: a deposit and ten positions. */
const dealsBefore = 21;
/** Deals before the new ones that an Expert Advisor sends again. */
const overlap = 20;
/** Minutes from one closed position to the next. */
const minutesOfTrade = 10;

/** Makes the first body of a terminal: its history, a point of equity, and its positions. */
export function firstBody(number: number): string {
  return bodyOf(number, 0, dealsFrom(0, dealsBefore), dealsBefore);
}

/**
 * Makes the body of a minute. An Expert Advisor sends a point of equity. Every ten minutes it also
 * sends a closed position, with earlier deals once more.
 */
export function minuteBody(number: number, minute: number): string {
  const tradesUpTo = (at: number): number => Math.floor((number + at) / minutesOfTrade);
  const count = dealsBefore + 2 * (tradesUpTo(minute) - tradesUpTo(0));
  const isTrade = (number + minute) % minutesOfTrade === 0;
  const deals = isTrade ? dealsFrom(count - 2 - overlap, 2 + overlap) : [];
  return bodyOf(number, minute, deals, count);
}

function bodyOf(number: number, minute: number, deals: readonly object[], total: number): string {
  const gmt_time = Math.floor(Date.now() / 1000);
  const at = new Date((first + minute * 60) * 1000).toISOString();
  const balance = 10_000 + minute;
  return JSON.stringify({
    account: {
      platform: 'MT5',
      number,
      server: 'Bench',
      broker: 'Bench',
      currency: 'USD',
      leverage: 100,
      demo: false,
      balance,
      gmt_time,
      server_time: gmt_time + 7200,
      clock: '',
      deals_total: total,
    },
    deals,
    equity: [{ at, balance, equity: balance, margin: 0 }],
    ...(deals.length > 0 && { positions: [] }),
  });
}

/** Makes a deposit, then positions that are each opened and closed a minute later. */
const dealsFrom = (from: number, count: number): object[] =>
  Array.from({ length: count }, (_, at) => {
    const index = from + at;
    const common = { ticket: index + 1, time: first - 86_400 + index * 60, swap: 0, fee: 0 };
    const empty = { position: 0, entry: 0, symbol: '', volume: 0, price: 0 };
    if (index === 0) return { ...common, ...empty, type: 2, profit: 10_000, commission: 0 };
    const entry = (index - 1) % 2;
    return {
      ...common,
      position: index - entry + 1_000_000,
      type: entry,
      entry,
      symbol: 'EURUSD',
      volume: 0.1,
      price: 1.1,
      profit: entry * ((index % 7) - 3),
      commission: -0.4,
      sl: 1.05,
      tp: 1.2,
      magic: 7,
      comment: 'grid level',
    };
  });
