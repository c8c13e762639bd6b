import type { SourceName } from '../../../sql/raw/source_names.ts';
import { type ObservedClock, withObservation } from './server-clock.ts';
import { dealSource } from './stored-deals.ts';
import type { DealSource, TerminalReport } from './terminal.ts';

/** Delivery with a report. */
interface Reporting {
  readonly number: number;
  readonly source: SourceName;
}

/** Reports of one source of deals, taken together. */
interface Reported {
  /** Number and time of the delivery with the newest account. */
  newest: { readonly number: number; readonly gmt: number };
  /** Number and time of the delivery with the newest list of positions. */
  positions: { readonly number: number; readonly gmt: number };
  seen: readonly ObservedClock[];
  /** Number of the first delivery of each time. */
  readonly numbers: Map<number, number>;
}

/** Reports of an account's terminal and of its broker, which never replace each other's. */
export interface Reports {
  /** Adds a report; call it in the order of the deliveries. */
  add(delivery: Reporting, report: TerminalReport): void;
  /**
   * Returns the remaining part of a report, once all were added; null if nothing remains.
   * `hasDeals` tells if deals of its delivery remain.
   */
  remaining(delivery: Reporting, report: TerminalReport, hasDeals: boolean): TerminalReport | null;
}

/** Collects the reports of an account, and tells which of them later ones replace. */
export function collectReports(): Reports {
  const bySource = new Map<DealSource, Reported>();
  return {
    add({ number, source }, { account: { gmt, ahead }, positions }) {
      const none = { number: 0, gmt: 0 };
      const reported = bySource.get(dealSource(source)) ?? {
        newest: none,
        positions: none,
        seen: [],
        numbers: new Map<number, number>(),
      };
      bySource.set(dealSource(source), reported);
      if (gmt >= reported.newest.gmt) {
        reported.newest = { number, gmt };
        if (positions !== null) reported.positions = { number, gmt };
      }
      if (ahead !== null) reported.seen = withObservation(reported.seen, gmt, ahead);
      if (!reported.numbers.has(gmt)) reported.numbers.set(gmt, number);
    },
    remaining({ number, source }, { account, positions }, hasDeals) {
      const reported = bySource.get(dealSource(source));
      if (reported === undefined) return { account, positions };
      // Of two lists of the same second either may be the newer one.
      const isListed =
        number === reported.positions.number || account.gmt >= reported.positions.gmt;
      const remaining = isListed ? positions : null;
      // The first and the last report of each clock show since when it is as it is.
      const isNeeded =
        number === reported.newest.number ||
        reported.seen.some(({ from, to }) =>
          [from, to].some((at) => reported.numbers.get(at) === number),
        );
      return hasDeals || remaining !== null || isNeeded ? { account, positions: remaining } : null;
    },
  };
}
