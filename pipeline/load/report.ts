import type { Failure } from './intake.ts';
import type { LoadedFile } from './landing.ts';

/** Outcome of a load. */
export interface LoadReport {
  /** Files newly loaded, in the order of loading. */
  files: {
    file: string;
    table: string;
    rows_in: number;
    rows_kept: number;
    rows_replaced: number;
    rows_rejected: number;
  }[];
  /** Files whose content was loaded before. */
  skipped: number;
  /** Files of which nothing was loaded. */
  failures: Failure[];
  /**
   * Accounts whose deliveries were not loaded, because the operator loads them and does not allow
   * it.
   */
  closed: string[];
  /** Accounts whose rows were removed, since all their deliveries were loaded anew. */
  cleared: readonly string[];
  /** Set if more deliveries were loaded than before, or other accounts wait. */
  hasProgress: boolean;
  rowsLoaded: number;
  rowsRejected: number;
  touched: { symbols: boolean; fx_rates: boolean; prices: boolean; calendar_events: boolean };
}

/** Files that were read, and the tables that they changed. */
export interface MergedFiles {
  files: LoadedFile[];
  failures: Failure[];
  changed: Set<string>;
}

/** Returns the report of a load. */
export function report(
  { files: loaded, changed }: MergedFiles,
  rest: Pick<LoadReport, 'skipped' | 'failures' | 'closed' | 'cleared' | 'hasProgress'>,
): LoadReport {
  const files = loaded.map(({ file, table, rowsIn, replaced, rejected }) => ({
    file,
    table: table.name,
    rows_in: rowsIn,
    rows_kept: rowsIn - replaced - rejected,
    rows_replaced: replaced,
    rows_rejected: rejected,
  }));
  return {
    files,
    ...rest,
    rowsLoaded: files.reduce((sum, file) => sum + file.rows_kept, 0),
    rowsRejected: files.reduce((sum, file) => sum + file.rows_rejected, 0),
    touched: {
      symbols: changed.has('symbols'),
      fx_rates: changed.has('fx_rates'),
      prices: changed.has('prices'),
      calendar_events: changed.has('calendar_events'),
    },
  };
}

/** The rows of every file that was read, whether they were taken or not. */
export const rowsRead = (report: LoadReport | null): number =>
  report?.files.reduce((sum, { rows_in }) => sum + rows_in, 0) ?? 0;

/** Adds the reports of two loads. */
export const addReports = (first: LoadReport, second: LoadReport): LoadReport => ({
  files: [...first.files, ...second.files],
  skipped: first.skipped + second.skipped,
  failures: [...first.failures, ...second.failures],
  closed: [...first.closed, ...second.closed],
  cleared: [...first.cleared, ...second.cleared],
  hasProgress: first.hasProgress || second.hasProgress,
  rowsLoaded: first.rowsLoaded + second.rowsLoaded,
  rowsRejected: first.rowsRejected + second.rowsRejected,
  touched: {
    symbols: first.touched.symbols || second.touched.symbols,
    prices: first.touched.prices || second.touched.prices,
    fx_rates: first.touched.fx_rates || second.touched.fx_rates,
    calendar_events: first.touched.calendar_events || second.touched.calendar_events,
  },
});
