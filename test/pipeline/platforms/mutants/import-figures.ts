import { inEnglish } from '../../../../pipeline/base/reasons/reason.ts';
import { loadableRows } from '../../../../pipeline/connect/loadable-rows.ts';
import type { LineValidator } from '../../../../pipeline/connect/validate-lines.ts';
import { detectImportFormat, findImportFormat } from '../../../../pipeline/platforms/index.ts';
import type { AccountFormat, Imported } from '../../../../pipeline/platforms/source/format.ts';
import { describeRows } from '../../../../pipeline/platforms/source/row-count.ts';
import type { SourceRows } from '../../../../pipeline/platforms/source/source-tables.ts';
import { assumptionLines } from '../../../../pipeline/read/faults.ts';
import { utc } from '../../../../pipeline/read/timezone.ts';
import { amountOf, type Figures } from './second-reader.ts';

export interface ImportedFigures {
  readonly format: string;
  readonly figures: Figures;
  /** Lines that end `import` with 3. */
  readonly complaints: readonly string[];
  /** Says that rows of the file became nothing, and doesn't say which. */
  readonly isUnaccounted: boolean;
  /** Assumptions and notes, which end it with 0. */
  readonly notes: readonly string[];
  readonly tables: SourceRows;
}

interface ImportedAs {
  readonly format?: string | undefined;
  readonly map?: string | undefined;
  /** Undefined for calendars. */
  readonly accountId?: string | undefined;
}

/** Reads a file like `import`, and adds up its rows. Throws what `import` throws. */
export async function importFigures(
  file: string,
  { format, map, accountId }: ImportedAs,
  validator: LineValidator,
): Promise<ImportedFigures> {
  const found = format === undefined ? await detectImportFormat(file) : findImportFormat(format);
  const { importFile } = found as AccountFormat;
  const timezone = namesZone.test(found.name) ? null : utc;
  const imported = await importFile(file, {
    accountId,
    timezone,
    currency: 'USD',
    platform: 'MT5',
    map,
  });
  const { printed_figures = [], ...held } = imported.tables;
  // Figures are left out here: to check them takes longer than to import a small file.
  const { tables, refused, loaded } = await loadableRows(held, imported.rows, validator);
  const counted = describeRows(imported.rows, [loaded]);
  const figures = figuresOf(tables);
  return {
    format: found.name,
    figures: { ...figures, results: figures.results + chargesIn(imported) },
    complaints: [...imported.warnings, ...refused.lines, ...counted.warnings].map(inEnglish),
    isUnaccounted: counted.warnings.some(({ code }) => code === 'import_rows_unaccounted'),
    notes: [...assumptionLines(imported.supposed), ...imported.notes.map(inEnglish)],
    tables: { ...tables, printed_figures },
  };
}

/** Adds up costs of positions that are still open, which only a note tells. */
const chargesIn = ({ notes }: Imported): number =>
  notes.reduce((sum, note) => {
    const [, charge = '0'] = /^(-?[\d.]+) of costs for positions/.exec(inEnglish(note)) ?? [];
    return sum + amountOf(charge);
  }, 0);

/** Formats that may name their own time zone. */
export const namesZone = /^(forexfactory-json|ctrader)$/;

/** Adds up rows as a load keeps them: the last of each key. */
export function figuresOf(tables: SourceRows): Figures {
  const last = <Row extends object>(rows: readonly Row[] = [], ...key: (keyof Row)[]): Row[] => [
    ...new Map(rows.map((row) => [key.map((name) => row[name]).join('\n'), row])).values(),
  ];
  const trades = last(tables.trades, 'ticket');
  const positions = last(tables.positions, 'ticket');
  const cash_flows = last(tables.cash_flows, 'id');
  const calendar_events = last(tables.calendar_events, 'time', 'currency', 'title');
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
    rows.reduce((all, row) => all + of(row), 0);
  const booked = (kind: string, counts = (_: number) => true) =>
    sum(
      cash_flows.filter((row) => row.kind === kind && counts(amountOf(row.amount))),
      ({ amount }) => amountOf(amount),
    );
  const [account] = tables.accounts ?? [];
  const begun = amountOf(account?.opening_balance);
  const balance = amountOf(account?.reported_balance);
  const results = sum(
    trades,
    (row) => amountOf(row.profit) + amountOf(row.commission) + amountOf(row.swap),
  );
  const moved = booked('flow') + booked('adjustment');
  return {
    trades: trades.length,
    results,
    deposits: booked('flow', (amount) => amount > 0),
    withdrawals: booked('flow', (amount) => amount < 0),
    charges: booked('adjustment'),
    credit: booked('credit'),
    open: positions.length,
    lots: sum(trades, ({ volume }) => amountOf(volume)),
    closed: sum(trades, ({ closed_at }) => Date.parse(closed_at)),
    events: calendar_events.length,
    times: sum(calendar_events, ({ time }) => Date.parse(time)),
    sold: trades.filter(({ side }) => side === 'sell').length,
    swap: sum(trades, (row) => amountOf(row.swap)),
    opening: begun,
    balance,
    equity: amountOf(tables.equity?.at(-1)?.equity),
    unexplained: account?.opening_balance ? balance - begun - moved - results : 0,
  };
}
