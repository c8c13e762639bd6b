import { Type } from 'typebox';

/** One row of a source table. Each value is written as in a CSV cell. */
export type Row = Readonly<Record<string, string | null>>;

export const tableColumns = {
  accounts: [
    'account_id',
    'platform',
    'currency',
    'broker',
    'server',
    'leverage',
    'demo',
    'created_at',
    'updated_at',
    'opening_balance',
    'reported_balance',
    'contradicted',
    'deposits_unknown',
  ],
  trades: [
    'account_id',
    'ticket',
    'symbol',
    'side',
    'volume',
    'open_price',
    'close_price',
    'stop_loss',
    'take_profit',
    'opened_at',
    'closed_at',
    'profit',
    'commission',
    'swap',
    'comment',
    'magic_number',
    'mae',
    'mfe',
    'stops_known',
  ],
  positions: [
    'account_id',
    'ticket',
    'symbol',
    'side',
    'volume',
    'open_price',
    'stop_loss',
    'take_profit',
    'opened_at',
    'profit',
    'commission',
    'swap',
    'comment',
    'magic_number',
    'reported_at',
  ],
  cash_flows: ['account_id', 'id', 'at', 'amount', 'kind'],
  equity: ['account_id', 'at', 'balance', 'equity', 'margin'],
  printed_figures: [
    'account_id',
    'statement',
    'figure',
    'value',
    'decimals',
    'covered_from',
    'printed_at',
  ],
  symbols: ['symbol', 'pip_size', 'server'],
  fx_rates: ['date', 'base', 'quote', 'rate'],
  prices: ['symbol', 'date', 'close', 'currency'],
  calendar_events: ['time', 'currency', 'impact', 'title'],
} as const;

export const tableKeys = {
  accounts: ['account_id'],
  trades: ['account_id', 'ticket'],
  positions: ['account_id', 'reported_at', 'ticket'],
  cash_flows: ['account_id', 'id'],
  equity: ['account_id', 'at'],
  printed_figures: ['account_id', 'statement', 'figure'],
  symbols: ['symbol', 'server'],
  fx_rates: ['date', 'base', 'quote'],
  prices: ['symbol', 'date'],
  calendar_events: ['time', 'currency', 'title'],
} as const;

export type TableName = keyof typeof tableColumns;

export const tableNames: readonly TableName[] = [
  'accounts',
  'trades',
  'positions',
  'cash_flows',
  'equity',
  'printed_figures',
  'symbols',
  'fx_rates',
  'prices',
  'calendar_events',
];

/** Record of when strangers could read an account, as the registry notes it. */
export const PublicationSchema = Type.Object({
  published_at: Type.String(),
  gaps: Type.Array(
    Type.Object({ from: Type.String(), to: Type.Union([Type.String(), Type.Null()]) }),
  ),
  members_changed_at: Type.Union([Type.String(), Type.Null()]),
});
export type Publication = Type.Static<typeof PublicationSchema>;

export const RegistrySchema = Type.Object({
  owners: Type.Array(
    Type.Object({ slug: Type.String(), name: Type.Union([Type.String(), Type.Null()]) }),
  ),
  accounts: Type.Array(
    Type.Object({
      slug: Type.String(),
      type: Type.Union([Type.Literal('account'), Type.Literal('portfolio')]),
      owner: Type.String(),
      published: Type.Optional(Type.Boolean()),
      account_id: Type.Optional(Type.String()),
      history_cut_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      currency: Type.Optional(Type.String()),
      benchmark: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      members: Type.Optional(Type.Array(Type.String())),
      created_at: Type.Optional(Type.String()),
      publication: Type.Optional(PublicationSchema),
    }),
  ),
});

type Registry = Type.Static<typeof RegistrySchema>;
export type RegistryEntry = Registry['accounts'][number];

export type World = { readonly [Table in TableName]: readonly Row[] } & {
  readonly registry: Registry;
};

/** Returns the value of a required column. Throws if it is missing. */
export function required(row: Row, column: string): string {
  const value = row[column];
  if (value === null || value === undefined) {
    throw new Error(`a row without ${column}: ${JSON.stringify(row)}`);
  }
  return value;
}
