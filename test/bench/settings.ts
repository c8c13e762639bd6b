/** Options of a bench on the command line. */
export interface BenchSettings {
  /** Trades of the worlds, as asked for; the bench's own without. */
  readonly trades: readonly number[] | undefined;
  readonly accounts: readonly number[] | undefined;
  /** Folder for worlds; each goes once it is measured, unless they are to be kept. */
  readonly dir: string;
  readonly keep: boolean;
  /** The first limit is used by every run; the others are compared with it. */
  readonly memoryLimits: readonly [string, ...string[]];
  /** Number of times that everything is measured; the printed figures are medians. */
  readonly rounds: number;
  /** Folder of the documents that a bench writes its figures into. */
  readonly docs: string;
  readonly print: (line: string) => void;
}
