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

/** Rows of tables, held all at once. */
export type SourceRows = { [Table in SourceTable]?: SourceRow<Table>[] };

/** Trades in batches, read anew as often as they are asked for: too many to be held. */
export type TradeBatches = AsyncIterable<readonly SourceRow<'trades'>[]>;

/** Rows from which a source is written. */
export type ImportedRows = Omit<SourceRows, 'trades'> & {
  trades?: SourceRow<'trades'>[] | TradeBatches;
};

/** Writes a row as a line of an NDJSON source file; an empty text is null, so it is left out. */
export const sourceLine = (row: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));

/** All of the trades that come in batches. */
export async function gatherTrades(batches: TradeBatches): Promise<SourceRow<'trades'>[]> {
  const rows: SourceRow<'trades'>[] = [];
  for await (const batch of batches) for (const row of batch) rows.push(row);
  return rows;
}

/** Returns the rows of an import with all its trades in memory. */
export async function holdRows({ trades, ...others }: ImportedRows): Promise<SourceRows> {
  if (trades === undefined) return others;
  return { ...others, trades: Array.isArray(trades) ? trades : await gatherTrades(trades) };
}
