import { tablesOf } from './read-world.ts';
import { type Row, required, type TableName, tableKeys, type World } from './world.ts';

/** Rows of one source, in the order in which they came. */
export interface SourcedRows {
  readonly source: string;
  readonly tables: Partial<Record<TableName, readonly Row[]>>;
}

const bestFirst = ['broker_api', 'terminal', 'operator_file', 'owner_statement', 'owner_api'];

const rank = ({ source }: Pick<SourcedRows, 'source'>): number => bestFirst.indexOf(source);

/**
 * Chooses the rows of one account that count, by the rules of sources: the better source has each
 * row. If the broker described the account and has all trades and bookings, only its rows count.
 */
export function countingRows(sent: readonly SourcedRows[]): Omit<World, 'registry'> {
  const chosen = (from: readonly SourcedRows[], table: TableName): Row[] => {
    const rows = new Map<string, Row>();
    for (const { tables } of [...from].sort((first, second) => rank(second) - rank(first))) {
      for (const row of tables[table] ?? []) {
        rows.set(JSON.stringify(tableKeys[table].map((column) => row[column] ?? null)), row);
      }
    }
    return [...rows.values()];
  };
  const ofBroker = sent.filter(({ source }) => source === 'broker_api');
  const bookings = (from: readonly SourcedRows[]) => [
    ...chosen(from, 'trades'),
    ...chosen(from, 'cash_flows').filter(({ kind }) => kind !== 'credit'),
  ];
  const isDescribed = chosen(ofBroker, 'accounts').length > 0;
  const isFromBroker =
    isDescribed && bookings(sent).every((row) => bookings(ofBroker).includes(row));
  const counting = isFromBroker ? ofBroker : sent;
  const reports = [...counting]
    .sort((first, second) => rank(first) - rank(second))
    .flatMap(({ tables }) => tables.accounts ?? []);
  return {
    ...tablesOf((table) => chosen(counting, table)),
    accounts: reports.length === 0 ? [] : [combined(reports)],
  };
}

/**
 * Combines reports of an account, the best source first, which wins ties. What the newest leaves
 * out, the newest other report says.
 */
function combined(reports: readonly Row[]): Row {
  const first = reports.reduce((found, row) => (startOf(row) < startOf(found) ? row : found));
  const newestFirst = [...reports].sort((earlier, later) =>
    endOf(later).localeCompare(endOf(earlier)),
  );
  const said = ['broker', 'server', 'leverage', 'demo'].map((name) => [
    name,
    newestFirst.find((row) => row[name])?.[name] ?? null,
  ]);
  return {
    ...newestFirst[0],
    ...Object.fromEntries(said),
    created_at: startOf(first),
    opening_balance: first.opening_balance ?? null,
    deposits_unknown: first.deposits_unknown ?? null,
  };
}

const startOf = (row: Row): string => required(row, 'created_at');
const endOf = (row: Row): string => required(row, 'updated_at');
