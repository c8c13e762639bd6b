import { instantText } from '../../oracle/instants.ts';
import type { Row } from '../../oracle/world.ts';

/** Position of a simulated account. */
export interface Open {
  readonly ticket: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly lots: number;
  readonly price: number;
  readonly openedAt: number;
  readonly magic: number;
}

interface Order {
  readonly symbol?: string;
  readonly side?: 'buy' | 'sell';
  readonly lots: number;
  readonly magic?: number;
}

const began = Date.parse('2023-01-02T08:00:00Z');
const hour = 3_600_000;
/** Typical move of a price in an hour, and what a lot earns for a move of 1. */
const [hourly, contract] = [0.001, 10_000];

/** Prices that move at random, and an account that trades them. */
export class Market {
  readonly trades: Row[] = [];
  balance = 10_000;
  #now = began;
  #tickets = 0;
  readonly #prices = new Map<string, number>();
  readonly #accountId: string;
  readonly random: () => number;

  constructor(accountId: string, random: () => number) {
    this.#accountId = accountId;
    this.random = random;
  }

  /** Returns an even side, `buy` or `sell`. */
  side = (): 'buy' | 'sell' => (this.random() < 0.5 ? 'buy' : 'sell');

  price = (symbol: string): number => this.#prices.get(symbol) ?? 1;

  /** Lets time pass; every price moves. */
  wait(hours = 1): void {
    this.#now += hours * hour;
    for (const symbol of ['EURUSD', 'GBPUSD', 'USDCAD']) {
      const normal =
        Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
      this.#prices.set(symbol, this.price(symbol) * Math.exp(hourly * Math.sqrt(hours) * normal));
    }
  }

  open({ symbol = 'EURUSD', side = this.side(), lots, magic = 0 }: Order): Open {
    this.#tickets += 1;
    const rounded = Math.max(0.01, Math.round(lots * 100) / 100);
    const ticket = String(this.#tickets).padStart(5, '0');
    const price = this.price(symbol);
    return { ticket, symbol, side, lots: rounded, price, openedAt: this.#now, magic };
  }

  /** Returns how far a position stands in its favour, as a share of its price. */
  moved = ({ symbol, side, price }: Open): number =>
    (this.price(symbol) / price - 1) * (side === 'buy' ? 1 : -1);

  profit = (position: Open): number =>
    this.moved(position) * position.price * position.lots * contract - 0.5 * position.lots;

  /** Closes a position and returns its profit. */
  close(position: Open): number {
    const profit = this.profit(position);
    this.balance += profit;
    this.trades.push({
      account_id: this.#accountId,
      ticket: position.ticket,
      symbol: position.symbol,
      side: position.side,
      volume: position.lots.toFixed(2),
      open_price: position.price.toFixed(5),
      close_price: this.price(position.symbol).toFixed(5),
      stop_loss: '1.00000',
      take_profit: null,
      opened_at: instantText(position.openedAt),
      closed_at: instantText(this.#now),
      profit: profit.toFixed(2),
      commission: null,
      swap: null,
      comment: null,
      magic_number: String(position.magic),
      mae: null,
      mfe: null,
    });
    return profit;
  }

  /** Holds a position until it moved so far for it or against it; closes it; returns the profit. */
  hold(position: Open, target: number, stop: number): number {
    do this.wait();
    while (this.moved(position) < target && this.moved(position) > -stop);
    return this.close(position);
  }
}
