import type { Market, Open } from './market.ts';

/** Way of trading: makes about so many decisions. */
type Manner = (market: Market, decisions: number) => void;

const symbols = ['EURUSD', 'GBPUSD', 'USDCAD'] as const;
const any = (market: Market): string =>
  symbols[Math.floor(market.random() * symbols.length)] ?? 'EURUSD';

/** Makes a manner that holds a position at a time, with lots by what it knows. */
const oneByOne =
  (
    target: number,
    stop: number,
    order: (
      market: Market,
      last: { lots: number; profit: number },
    ) => { lots: number; symbol?: string },
  ): Manner =>
  (market, decisions) => {
    let last = { lots: 0.1, profit: 1 };
    for (let at = 0; at < decisions; at += 1) {
      const position = market.open(order(market, last));
      last = { lots: position.lots, profit: market.hold(position, target, stop) };
      market.wait(1 + Math.floor(market.random() * 8));
    }
  };

/** Lots that risk one percent of the balance on a stop that far away. */
const riskOf = (market: Market, stop: number): number => (market.balance * 0.01) / (stop * 10_000);

/** Adds a position every `step` in a direction, until all are closed together. */
const adding =
  (
    step: number,
    most: number,
    direction: 1 | -1,
    factor: number,
    isDone: (market: Market, open: readonly Open[]) => boolean,
  ): Manner =>
  (market, decisions) => {
    for (let at = 0; at < decisions; at += 1) {
      const side = market.side();
      const open = [market.open({ side, lots: 0.1 })];
      for (;;) {
        market.wait();
        const newest = open.at(-1);
        if (newest && open.length < most && direction * market.moved(newest) > step) {
          open.push(market.open({ side, lots: newest.lots * factor }));
        }
        if (isDone(market, open)) break;
      }
      for (const position of open) market.close(position);
      market.wait(2);
    }
  };

const total = (market: Market, open: readonly Open[]): number =>
  open.reduce((sum, position) => sum + market.profit(position), 0);
const until =
  (gain: number, loss: number) =>
  (market: Market, open: readonly Open[]): boolean => {
    const lots = open.reduce((sum, position) => sum + position.lots, 0);
    const share = total(market, open) / (lots * 10_000);
    return share > gain || share < -loss;
  };

/** Ways of trading that no warning is due for. */
export const steady: Readonly<Record<string, Manner>> = {
  'fixed lots': oneByOne(0.006, 0.006, () => ({ lots: 0.1 })),
  trend: oneByOne(0.015, 0.005, (market) => ({ lots: 0.1, symbol: any(market) })),
  'percent risk': oneByOne(0.008, 0.006, (market) => ({ lots: riskOf(market, 0.006) })),
  'percent risk, varying stops': oneByOne(0.008, 0.006, (market) => ({
    lots: riskOf(market, 0.003 + 0.006 * market.random()),
    symbol: any(market),
  })),
  scalper: oneByOne(0.002, 0.003, (market) => ({ lots: 0.1 + 0.1 * market.random() })),
  'by hand': oneByOne(0.007, 0.006, (market) => ({
    lots: 0.05 * (1 + Math.floor(market.random() * 6)),
    symbol: any(market),
  })),
  'larger after wins': oneByOne(0.006, 0.006, (_, last) => ({
    lots: last.profit > 0 ? Math.min(0.8, last.lots * 1.5) : 0.1,
  })),
  pyramid: adding(0.003, 5, 1, 1, until(0.006, 0.004)),
};

/** Ways of trading that raise lots after losses. */
export const martingales: Readonly<Record<string, Manner>> = {
  martingale: oneByOne(0.005, 0.005, (_, last) => ({
    lots: last.profit < 0 ? Math.min(3.2, last.lots * 2) : 0.1,
  })),
  'mild martingale': oneByOne(0.005, 0.005, (_, last) => ({
    lots: last.profit < 0 ? Math.min(3.2, last.lots * 1.4) : 0.1,
  })),
  'martingale on instruments': oneByOne(0.005, 0.005, (market, last) => ({
    lots: last.profit < 0 ? Math.min(3.2, last.lots * 2) : 0.1,
    symbol: any(market),
  })),
  mixed: (market, decisions) => {
    const last = new Map([1, 2].map((magic) => [magic, { lots: 0.1, profit: 1 }]));
    for (let at = 0; at < decisions; at += 1) {
      const magic = market.random() < 0.5 ? 1 : 2;
      const before = last.get(magic) ?? { lots: 0.1, profit: 1 };
      const isDoubling = magic === 1 && before.profit < 0;
      const lots = isDoubling ? Math.min(3.2, before.lots * 2) : magic === 1 ? 0.1 : 0.3;
      const position = market.open({ lots, magic });
      last.set(magic, { lots: position.lots, profit: market.hold(position, 0.005, 0.005) });
      market.wait(2);
    }
  },
  zone: (market, decisions) => {
    for (let at = 0; at < decisions; at += 1) {
      const open = [market.open({ lots: 0.1 })];
      for (;;) {
        market.wait();
        const newest = open.at(-1);
        if (newest && open.length < 6 && market.moved(newest) < -0.003) {
          const side = newest.side === 'buy' ? 'sell' : 'buy';
          open.push(market.open({ side, lots: newest.lots * 2 }));
        }
        if (until(0.001, 0.01)(market, open)) break;
      }
      for (const position of open) market.close(position);
      market.wait(2);
    }
  },
};

/** Ways of trading that add to losing positions. */
export const grids: Readonly<Record<string, Manner>> = {
  grid: adding(0.002, 8, -1, 1, until(0.002, 0.02)),
  'grid with growing lots': adding(0.002, 8, -1, 1.5, until(0.002, 0.02)),
};
