/** Closed trades' results in units of money's last decimal, as MT4 adds them up: exactly 0 counts as won. */
export interface Results {
  count: number;
  won: Side;
  lost: Side;
  /** Trades sold and bought, and how many of them won. */
  short: Share;
  long: Share;
  runs: { won: readonly Run[]; lost: readonly Run[] };
  drawdown: Drawdown;
}

interface Side {
  count: number;
  sum: bigint;
  /** The result furthest from 0. */
  largest: bigint;
}

interface Share {
  count: number;
  won: number;
}

/** Trades in a row that all won or all lost. */
export interface Run {
  count: number;
  sum: bigint;
}

export interface Drawdown {
  /** How far the balance fell below its start. */
  absolute: bigint;
  falls: readonly Fall[];
}

/** How far the balance fell below a peak. */
export interface Fall {
  amount: bigint;
  peak: bigint;
}

export interface Result {
  side: string;
  net: bigint;
}

/** Adds up results in the order given, on a balance that starts so and that nothing else changes. */
export function addUpResults(results: readonly Result[], start: bigint): Results {
  const won: Side = { count: 0, sum: 0n, largest: 0n };
  const lost: Side = { count: 0, sum: 0n, largest: 0n };
  const short: Share = { count: 0, won: 0 };
  const long: Share = { count: 0, won: 0 };
  for (const { side, net } of results) {
    const isWon = net >= 0n;
    const outcome = isWon ? won : lost;
    outcome.count++;
    outcome.sum += net;
    if (isWon ? net > outcome.largest : net < outcome.largest) outcome.largest = net;
    const direction = side === 'sell' ? short : long;
    direction.count++;
    if (isWon) direction.won++;
  }
  return {
    count: results.length,
    won,
    lost,
    short,
    long,
    runs: runsOf(results),
    drawdown: drawdownOf(results, start),
  };
}

function runsOf(results: readonly Result[]): Results['runs'] {
  const runs = { won: [] as Run[], lost: [] as Run[] };
  let current: Run[] | undefined;
  for (const { net } of results) {
    const outcome = net >= 0n ? runs.won : runs.lost;
    if (outcome !== current) outcome.push({ count: 0, sum: 0n });
    current = outcome;
    const run = outcome.at(-1);
    if (run === undefined) continue;
    run.count++;
    run.sum += net;
  }
  return runs;
}

function drawdownOf(results: readonly Result[], start: bigint): Drawdown {
  let balance = start;
  let lowest = start;
  let fall: Fall = { amount: 0n, peak: start };
  const falls = [fall];
  for (const { net } of results) {
    balance += net;
    if (balance < lowest) lowest = balance;
    if (balance > fall.peak) {
      fall = { amount: 0n, peak: balance };
      falls.push(fall);
    } else if (fall.peak - balance > fall.amount) fall.amount = fall.peak - balance;
  }
  return { absolute: start - lowest, falls };
}
