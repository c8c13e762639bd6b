import { type CodedReason, makeReason, type ReasonCode } from '../../base/reasons/reason.ts';
import { firstLines, firstNames } from '../../read/bounds.ts';

/**
 * Counts of an export's rows, by what the import made of them. Only rows that name an order, a
 * booking or an event count.
 */
export interface RowCount {
  /** Rows of the export, counted before anything is made of them. */
  read: number;
  /** Rows that can't be read. Each is named in a warning. */
  refused: number;
  /** Rows that a later row replaces. */
  repeated: number;
  /** Pending and cancelled orders, and other rows that are no trade. */
  leftOut: number;
  /** Rows that trades are made of, such as deals that opened a position. */
  parts: number;
  /** Imported rows without a row of their own, such as deposits that only balances show. */
  made: number;
}

/** Imported rows that a load takes, and those that it would refuse. */
export interface LoadedRows {
  /** Count of different keys by table. */
  readonly keys: { readonly [Table in CountedTable]: number };
  /** Names of keys that come again: a load keeps the last row of each. */
  readonly again: readonly string[];
  /** Count of different keys that have no row left. */
  readonly refused: number;
}

export const countedTables = ['trades', 'cash_flows', 'positions', 'calendar_events'] as const;
export type CountedTable = (typeof countedTables)[number];

const countCodes = {
  trades: 'import_trades_counted',
  cash_flows: 'import_cash_flows_counted',
  positions: 'import_positions_counted',
  calendar_events: 'import_calendar_events_counted',
} as const satisfies Record<CountedTable, ReasonCode>;

/** Counts of an import: none but those given. */
export const rowCount = (counts: Pick<RowCount, 'read'> & Partial<RowCount>): RowCount => ({
  refused: 0,
  repeated: 0,
  leftOut: 0,
  parts: 0,
  made: 0,
  ...counts,
});

/** Says what became of every row of an export, and warns if a row is lost. */
export function describeRows(
  rows: RowCount,
  loaded: readonly LoadedRows[],
): { finding: CodedReason; warnings: CodedReason[] } {
  const sum = (of: (each: LoadedRows) => number) => loaded.reduce((all, each) => all + of(each), 0);
  const refused = rows.refused + sum((each) => each.refused);
  const became = [
    ...countedTables.map((table) => [countCodes[table], sum(({ keys }) => keys[table])] as const),
    ['import_parts_counted', rows.parts] as const,
    ['import_left_out_counted', rows.leftOut] as const,
    ['import_repeated_counted', rows.repeated] as const,
    ['import_refused_counted', refused] as const,
  ];
  const known = became.reduce((all, [, count]) => all + count, 0) - rows.made;
  const list = [...became, ['import_made_counted', rows.made] as const].flatMap(([code, count]) =>
    count === 0 ? [] : [makeReason(code, { count })],
  );
  const finding =
    list.length === 0
      ? makeReason('import_rows_counted_none', { count: rows.read })
      : makeReason('import_rows_counted', { count: rows.read, list });
  if (known === rows.read) return { finding, warnings: [] };
  const names = loaded.flatMap(({ again }) => again);
  return {
    finding,
    warnings: [
      names.length === 0
        ? makeReason('import_rows_unaccounted', { value: rows.read, other: known })
        : makeReason('import_rows_replaced', {
            value: rows.read,
            other: known,
            names: firstNames(names),
          }),
    ],
  };
}

/** Counts and names rows of one list that have a ticket in common: the last of them is loaded. */
export function repeatedRows(lists: readonly (readonly { ticket: string; line: number }[])[]): {
  count: number;
  warnings: CodedReason[];
} {
  const lines = lists.flatMap((rows) => {
    const seen = new Map<string, number>();
    return rows.flatMap(({ ticket, line }) => {
      const earlier = seen.get(ticket);
      seen.set(ticket, line);
      return earlier === undefined
        ? []
        : [makeReason('import_ticket_twice', { line, value: ticket, other: earlier })];
    });
  });
  return { count: lines.length, warnings: firstLines(lines, 'tickets that are there twice') };
}
