import type { Fill } from '../../platforms/tradelocker/rows.ts';
import type { StoredJson } from '../kind.ts';

/** Instrument of a trade, as it was last asked for. */
export interface KnownInstrument {
  readonly name: string;
  readonly lotSize: string;
  readonly currency: string;
  /** Time of the request, in milliseconds. */
  readonly at: number;
}

/** Progress of an account's history. */
export interface HistoryState {
  /** Instant up to which the read under way has read; null between two reads. */
  readonly cursor: number | null;
  /** Instant at which the oldest resting order was created; null without such an order. */
  readonly oldestResting: number | null;
  /** Fills of positions that later orders may still change, by order. */
  readonly held: ReadonlyMap<string, Fill>;
  /** Sum of the results of all trades whose positions are no longer held. */
  readonly settled: string;
  /**
   * Balance less all results at the first complete read; empty if results were missing. A later
   * difference is a deposit or withdrawal, of which the owner is told.
   */
  readonly opening: string | null;
  /** Time of the first filled order. */
  readonly first: number | null;
  readonly instruments: ReadonlyMap<string, KnownInstrument>;
}

const emptyState: HistoryState = {
  cursor: null,
  oldestResting: null,
  held: new Map(),
  settled: '0',
  opening: null,
  first: null,
  instruments: new Map(),
};

/** Columns of a fill in the order in which the state stores them. */
const columns = [
  ...(['id', 'position', 'instrument', 'side', 'volume', 'price', 'at', 'created'] as const),
  ...(['stopLoss', 'takeProfit', 'comment', 'commission', 'swap', 'profit'] as const),
] as const satisfies readonly (keyof Fill)[];

/** Turns a state into JSON. */
export function storedState({ held, instruments, ...state }: HistoryState): StoredJson {
  return {
    ...state,
    held: [...held.values()].map((fill) => columns.map((column) => fill[column])),
    instruments: [...instruments].map(([id, { name, lotSize, currency, at }]) => [
      ...[id, name, lotSize, currency, at],
    ]),
  };
}

/** Reads a state that `storedState` wrote. */
export function readState(stored: StoredJson): HistoryState {
  if (stored === null) return emptyState;
  const { held, instruments, ...state } = stored as unknown as Omit<
    HistoryState,
    'held' | 'instruments'
  > & {
    readonly held: readonly (readonly unknown[])[];
    readonly instruments: readonly (readonly [string, string, string, string, number])[];
  };
  const fills = held.map(
    (values) => Object.fromEntries(columns.map((column, at) => [column, values[at]])) as unknown,
  ) as Fill[];
  return {
    ...state,
    held: new Map(fills.map((fill) => [fill.id, fill])),
    instruments: new Map(
      instruments.map(([id, name, lotSize, currency, at]) => [id, { name, lotSize, currency, at }]),
    ),
  };
}
