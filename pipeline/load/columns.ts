import { calendarCurrencies } from '../../sql/calendar/events.ts';
import { platforms } from '../../sql/raw/accounts.ts';
import { printedFigures } from '../../sql/raw/printed_figures.ts';
import { sourceNames } from '../../sql/raw/source_names.ts';

/** Kind of a value. `sql/load/` has macros that read and check each, such as `read_money`. */
export type ColumnKind =
  | 'id'
  | 'line'
  | 'comment'
  | 'title'
  | 'figure'
  | 'currency'
  | 'choice'
  | 'money'
  | 'volume'
  | 'number'
  | 'leverage'
  | 'integer'
  | 'boolean'
  | 'timestamp'
  | 'seconds'
  | 'date';

export interface SourceColumn {
  name: string;
  kind: ColumnKind;
  /** A row without it is refused, and so is a file with columns but not this one. */
  required?: true;
  /** Value that the table gets if the row has none. */
  fallback?: string;
  /** Without a value, true if the row or its file has this other column. */
  presenceOf?: string;
  /** The only values of a `choice`, as written and as stored. */
  choices?: Readonly<Record<string, string>>;
  /** A `choice` in any case. */
  anyCase?: true;
  /** A number has to be above zero. */
  positive?: true;
  /** The smallest and the largest number that makes sense. */
  range?: readonly [min: number, max: number];
  /** Ids that begin like this are of something else. */
  reserved?: string;
  /** Another column that holds the same in another form, used where this one is null. */
  instead?: { name: string; kind: ColumnKind };
  /** The load writes the source of the delivery. A value in a file is ignored. */
  isSetByLoad?: true;
  /** An instant is the start of its day where another column has this value. */
  dayWhere?: { name: string; value: string };
}

export interface Table {
  name: string;
  /** The raw table that its rows are stored in, where that has another name. */
  storedIn?: string;
  columns: readonly SourceColumn[];
  key: readonly string[];
  /** Columns of which the first must not be before the second. */
  order?: readonly [later: string, earlier: string];
  /** A row that its file holds at another time when it is loaded again has moved. */
  moves?: true;
  /** Rows stand in order of their accounts' numbers, and those of an account in order of this. */
  byAccount?: string;
  /**
   * Raw table for rows that a better source overrules. Rows of such a table carry `stampColumns`.
   */
  overruledIn?: string;
  /** When a row that an owner sends comes late. Rows have `came_late`. */
  late?: Lateness;
}

/** Columns that decide whether a row came late, or changed late. */
export interface Lateness {
  /** Column with the instant after which it can come late. */
  readonly after: string;
  /** Columns whose sum is its result. */
  readonly amounts: readonly string[];
  /** Column that says what the result counts as. */
  readonly kind?: { readonly name: string; readonly fallback: string };
}

const accountId: SourceColumn = {
  name: 'account_id',
  kind: 'id',
  required: true,
  reserved: 'portfolio:',
};

const amount = (name: string): SourceColumn => ({ name, kind: 'money', required: true });
const instant = (name: string): SourceColumn => ({ name, kind: 'timestamp', required: true });

const same = (...values: string[]) => Object.fromEntries(values.map((value) => [value, value]));

/** Source of the delivery that a row came with. */
const dataSource: SourceColumn = {
  name: 'data_source',
  kind: 'choice',
  choices: same(...sourceNames),
  isSetByLoad: true,
};

const flowKinds = same('flow', 'adjustment', 'credit');
const sides = same('buy', 'sell');
const impacts = { ...same('high', 'medium', 'low', 'holiday'), moderate: 'medium' };
// Feeds write what is about all currencies as `All` and as `ALL`.
const inAnyCase = [...'all'].reduce(
  (starts, letter) => starts.flatMap((start) => [start + letter, start + letter.toUpperCase()]),
  [''],
);
const eventCurrencies = {
  ...same(...calendarCurrencies, 'All'),
  ...Object.fromEntries(inAnyCase.map((word) => [word, 'All'])),
};

const orderColumns: readonly SourceColumn[] = [
  accountId,
  { name: 'ticket', kind: 'id', required: true },
  { name: 'symbol', kind: 'id', required: true },
  { name: 'side', kind: 'choice', choices: sides, required: true },
  { name: 'volume', kind: 'volume', required: true, positive: true },
  { name: 'open_price', kind: 'number', required: true },
  { name: 'stop_loss', kind: 'number' },
  { name: 'take_profit', kind: 'number' },
  instant('opened_at'),
  amount('profit'),
  { name: 'commission', kind: 'money', fallback: '0' },
  { name: 'swap', kind: 'money', fallback: '0' },
  { name: 'comment', kind: 'comment' },
  { name: 'magic_number', kind: 'integer' },
];

/** The tables of a source: columns, keys and rules. */
export const tables: readonly Table[] = [
  {
    name: 'accounts',
    storedIn: 'account_reports',
    // Rows of one source never replace those of another.
    key: ['account_id', 'statement', 'data_source'],
    columns: [
      accountId,
      { name: 'platform', kind: 'choice', choices: same(...platforms), required: true },
      { name: 'currency', kind: 'currency', required: true },
      { name: 'broker', kind: 'line' },
      { name: 'server', kind: 'line' },
      { name: 'leverage', kind: 'leverage', positive: true },
      { name: 'demo', kind: 'boolean' },
      instant('created_at'),
      instant('updated_at'),
      { name: 'opening_balance', kind: 'money' },
      { name: 'reported_balance', kind: 'money' },
      dataSource,
      { name: 'contradicted', kind: 'line' },
      { name: 'statement', kind: 'id' },
      { name: 'deposits_unknown', kind: 'boolean' },
    ],
  },
  {
    name: 'trades',
    key: ['account_id', 'ticket'],
    columns: [
      ...orderColumns,
      { name: 'close_price', kind: 'number', required: true },
      instant('closed_at'),
      { name: 'opening_commission', kind: 'money' },
      { name: 'mae', kind: 'money' },
      { name: 'mfe', kind: 'money' },
      { name: 'stops_known', kind: 'boolean', presenceOf: 'stop_loss' },
    ],
    order: ['closed_at', 'opened_at'],
    byAccount: 'closed_at',
    overruledIn: 'overruled_trades',
    late: { after: 'closed_at', amounts: ['profit', 'commission', 'swap'] },
  },
  {
    name: 'positions',
    key: ['account_id', 'reported_at', 'ticket'],
    columns: [...orderColumns, instant('reported_at'), dataSource],
  },
  {
    name: 'position_reports',
    key: ['account_id', 'reported_at'],
    columns: [accountId, instant('reported_at'), dataSource],
  },
  {
    name: 'cash_flows',
    key: ['account_id', 'id'],
    columns: [
      accountId,
      { name: 'id', kind: 'id', required: true },
      instant('at'),
      amount('amount'),
      { name: 'kind', kind: 'choice', choices: flowKinds, fallback: "'flow'" },
    ],
    overruledIn: 'overruled_flows',
    late: { after: 'at', amounts: ['amount'], kind: { name: 'kind', fallback: 'flow' } },
  },
  {
    name: 'equity',
    key: ['account_id', 'at'],
    columns: [
      accountId,
      instant('at'),
      amount('balance'),
      amount('equity'),
      { name: 'margin', kind: 'money' },
      dataSource,
    ],
    byAccount: 'at',
  },
  {
    name: 'printed_figures',
    key: ['account_id', 'statement', 'figure'],
    columns: [
      accountId,
      { name: 'statement', kind: 'id', required: true },
      {
        name: 'figure',
        kind: 'choice',
        choices: same(...Object.keys(printedFigures)),
        required: true,
      },
      amount('value'),
      { name: 'decimals', kind: 'integer', range: [0, 8] },
      { name: 'covered_from', kind: 'timestamp' },
      instant('printed_at'),
      dataSource,
    ],
    order: ['printed_at', 'covered_from'],
  },
  {
    name: 'symbols',
    key: ['symbol', 'server'],
    columns: [
      { name: 'symbol', kind: 'id', required: true },
      { name: 'pip_size', kind: 'number', required: true, positive: true, range: [1e-10, 1e6] },
      { name: 'server', kind: 'line' },
    ],
  },
  {
    name: 'fx_rates',
    key: ['date', 'base', 'quote'],
    columns: [
      { name: 'date', kind: 'date', required: true },
      { name: 'base', kind: 'currency', required: true },
      { name: 'quote', kind: 'currency', required: true },
      { name: 'rate', kind: 'number', required: true, positive: true, range: [1e-15, 1e15] },
    ],
  },
  {
    name: 'prices',
    key: ['symbol', 'date'],
    columns: [
      { name: 'symbol', kind: 'id', required: true },
      { name: 'date', kind: 'date', required: true },
      { name: 'close', kind: 'number', required: true, positive: true, range: [1e-15, 1e15] },
      { name: 'currency', kind: 'currency', required: true },
    ],
  },
  {
    name: 'calendar_events',
    key: ['time', 'currency', 'title'],
    moves: true,
    columns: [
      {
        ...instant('time'),
        instead: { name: 'ts', kind: 'seconds' },
        dayWhere: { name: 'impact', value: 'holiday' },
      },
      { name: 'currency', kind: 'choice', choices: eventCurrencies, required: true },
      { name: 'impact', kind: 'choice', choices: impacts, anyCase: true, required: true },
      { name: 'title', kind: 'title', required: true },
      { name: 'forecast', kind: 'figure', fallback: "''" },
      { name: 'previous', kind: 'figure', fallback: "''" },
      { name: 'actual', kind: 'figure', fallback: "''" },
    ],
  },
];

/** Tables whose rows belong to an account. */
export const accountTables = tables
  .filter((table) => table.key.includes('account_id'))
  .map((table) => table.name);

/** The raw table that rows of a source table are stored in. */
export const rawTableOf = ({ name, storedIn = name }: Table): string => storedIn;

/** Raw tables whose rows belong to an account. `accounts` and `terminals` are among them. */
export const accountRawTables = [
  'accounts',
  'terminals',
  ...tables.filter(({ name }) => accountTables.includes(name)).map(rawTableOf),
  ...tables.flatMap(({ overruledIn }) => overruledIn ?? []),
];

/**
 * Columns that say where a row comes from. The load writes them: those of the delivery whose values
 * count, and of the delivery that brought the row first.
 */
export const stampColumns = ['source', 'delivery', 'first_source', 'first_delivery'] as const;

/** Columns of a table's rows as stored, without the number of the account. */
export const storedColumns = ({ columns, overruledIn, late }: Table): string[] => [
  ...columns.map(({ name }) => name),
  ...(overruledIn ? stampColumns : []),
  ...(late ? ['came_late'] : []),
];

/** Columns that a file sets in vain. */
export const ignoredColumns = ({ columns }: Table): string[] =>
  columns.filter(({ isSetByLoad }) => isSetByLoad).map(({ name }) => name);

/**
 * Column with the source of a row, in tables where a row never replaces one of a better source.
 * Null in tables that keep the rows of each source, or have no sources.
 */
export function rankedSource({ columns, key, overruledIn }: Table): string | null {
  if (overruledIn) return 'source';
  return columns.find(({ name, isSetByLoad }) => isSetByLoad && !key.includes(name))?.name ?? null;
}

/** Names a file may use for the table's columns. */
export function columnNames(table: Table): string[] {
  return table.columns.flatMap(({ name, instead }) => (instead ? [name, instead.name] : [name]));
}
