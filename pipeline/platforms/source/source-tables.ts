/** The columns of a source's tables that imports write, in the order they are written. */
export const sourceTables = {
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
    'statement',
    'deposits_unknown',
    // Not loaded: later imports read it as the clock that was confirmed for the account.
    'timezone',
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
    'opening_commission',
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
  position_reports: ['account_id', 'reported_at'],
  // `text` is not loaded: an owner's answers say what rows with such a text are.
  cash_flows: ['account_id', 'id', 'at', 'amount', 'kind', 'text'],
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
  calendar_events: ['time', 'currency', 'impact', 'title', 'forecast', 'previous', 'actual'],
} as const;

export type SourceTable = keyof typeof sourceTables;

/** A row of a source table as text; an empty text is null. */
export type SourceRow<Table extends SourceTable> = Record<
  (typeof sourceTables)[Table][number],
  string
>;

/** Rows from which a source is written. */
export type SourceRows = { [Table in SourceTable]?: SourceRow<Table>[] };

/** Writes a row as a line of an NDJSON source file; an empty text is null, so it is left out. */
export const sourceLine = (row: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
