import {
  constant,
  directionOf,
  inverse,
  type PricedResult,
  type PriceLaw,
} from './point-values.ts';
import type { Deal } from './rows.ts';

/** Price value that would follow if a deal had closed one of several positions. */
interface Close {
  deal: Deal;
  /** Price difference times lots for each position that it may have closed. */
  moves: number[];
}

/** Openings before a deal that it may have closed; of older ones few are open still. */
const maxOpenings = 300;
/** Closes that have to agree, and which part of all of them. */
const minVotes = { count: 5, share: 0.6 };
/** Results of fewer cents are rounded too much to vote. */
const minUnits = 50;
/** Greatest distance between votes for the same value. */
const width = Math.log(1.01);

/**
 * Returns results of symbols that always have an open position. Each deal votes for the values by
 * its result and every position that it may have closed; the true value is among them. Returns the
 * results of deals that have the elected value with a single position.
 */
export function votedResults(
  trading: readonly Deal[],
  unit: number,
  isWanted: (symbol: string) => boolean,
): PricedResult[] {
  return [...closesBySymbol(trading, unit, isWanted).values()].flatMap((closes) => {
    const elections = [constant, inverse].map((law) => elect(closes, law));
    const [first, second] = elections;
    const winner = (second?.votes ?? 0) > (first?.votes ?? 0) ? second : first;
    return winner && winner.votes >= Math.max(minVotes.count, minVotes.share * closes.length)
      ? closes.flatMap((close) => resultOf(close, winner))
      : [];
  });
}

function closesBySymbol(
  trading: readonly Deal[],
  unit: number,
  isWanted: (symbol: string) => boolean,
): ReadonlyMap<string, Close[]> {
  const openings = new Map<string, Deal[]>();
  const closes = new Map<string, Close[]>();
  for (const deal of trading) {
    const { symbol, type, direction } = deal;
    if (!isWanted(symbol)) continue;
    if (direction === 'in') {
      const known = openings.get(`${type} ${symbol}`);
      if (known) known.push(deal);
      else openings.set(`${type} ${symbol}`, [deal]);
    }
    if (direction !== 'out' || Math.abs(Number(deal.profit)) < minUnits * unit) continue;
    const opened = openings.get(`${type === 'buy' ? 'sell' : 'buy'} ${symbol}`) ?? [];
    const volume = Number(deal.volume);
    const moves = opened
      .slice(-maxOpenings)
      .filter((opening) => Number(opening.volume) >= volume)
      .map(({ price }) => directionOf(deal) * (Number(deal.price) - Number(price)) * volume)
      .filter((moved) => moved * Number(deal.profit) > 0);
    const known = closes.get(symbol);
    if (known) known.push({ deal, moves });
    else closes.set(symbol, [{ deal, moves }]);
  }
  return closes;
}

interface Election {
  law: PriceLaw;
  /** The logarithm of the value that most voted for. */
  value: number;
  votes: number;
}

/** The value that most deals may have, each counted once for two neighbouring steps. */
function elect(closes: readonly Close[], law: PriceLaw): Election {
  const votes = new Map<number, number>();
  for (const close of closes) {
    const steps = valuesOf(close, law).map((value) => Math.floor(value / width));
    for (const step of new Set(steps.flatMap((step) => [step, step - 1]))) {
      votes.set(step, (votes.get(step) ?? 0) + 1);
    }
  }
  const elected: Election = { law, value: 0, votes: 0 };
  for (const [step, count] of votes) {
    if (count > elected.votes) Object.assign(elected, { value: (step + 1) * width, votes: count });
  }
  return elected;
}

const valuesOf = ({ deal, moves }: Close, law: PriceLaw): number[] =>
  moves.map((moved) => Math.log(Number(deal.profit) / (moved * law(Number(deal.price)))));

function resultOf(close: Close, { law, value }: Election): PricedResult[] {
  const { deal, moves } = close;
  const values = valuesOf(close, law);
  const fitting = moves.filter((_, at) => Math.abs((values[at] ?? 0) - value) <= 2 * width);
  const [moved] = fitting;
  if (moved === undefined || new Set(fitting).size > 1) return [];
  return [
    {
      symbol: deal.symbol,
      moved,
      profit: Number(deal.profit),
      price: Number(deal.price),
      at: deal.at,
      deals: 1,
    },
  ];
}
