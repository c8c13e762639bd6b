/** Options of a bench on the command line. */
export interface BenchSettings {
  /** Numbers of trades to measure; undefined to use those of the bench. */
  readonly trades: readonly number[] | undefined;
  readonly accounts: readonly number[] | undefined;
  /** Kinds of connectors to measure; undefined for all. */
  readonly kinds: readonly string[] | undefined;
  /** Part of the names of the requests that `serving` measures; undefined for all. */
  readonly only: string | undefined;
  /** Folder for the data. Removed after measuring, unless `keep` is true. */
  readonly dir: string;
  readonly keep: boolean;
  /** Memory limits. Every run uses the first; the others are compared with it. */
  readonly memoryLimits: readonly [string, ...string[]];
  /** Number of measurements; the printed figures are their medians. */
  readonly rounds: number;
  readonly print: (line: string) => void;
  /** Notes a figure for the table of results, with its goal if it has one. */
  readonly note: (figure: string, measured: string, goal?: string) => void;
}
