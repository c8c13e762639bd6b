import { parseDecimal } from '../decimals.ts';
import { instant, positionRow, Span, type ToUtc, tradeRow } from '../orders.ts';
import { type FigureNames, withPrintedFigures } from '../printed-figures.ts';
import type { ImportedRows, SourceRows, TradeBatches } from '../source-tables.ts';
import type { Timezone } from '../timezone.ts';
import type { DealTally } from './deals.ts';
import type { Position } from './rows.ts';
import type { Statement } from './statement.ts';

export interface AccountOf {
  opening: string | undefined;
  contradicted: readonly string[];
  currency: string;
  accountId: string;
  /** From the statement's clock. */
  utc: ToUtc;
  /** Of the file. */
  fingerprint: string;
  /** All of the deals, where there are more than are held. */
  trades: TradeBatches;
}

/** What its figures are, by their names in lower case, and below the deals by their columns. */
const figureNames: FigureNames = {
  balance: ['balance'],
  equity: ['equity'],
  credit: ['credit'],
  margin: ['margin'],
  'free margin': ['free_margin'],
  'margin level': ['margin_level'],
  'unr. p&l': ['floating_profit'],
  'unrealised p&l': ['floating_profit'],
  'net below the deals': ['closed_profit'],
  'gross below the deals': ['profit_before_costs'],
  'commission below the deals': ['commission'],
  'swap below the deals': ['swap'],
};

/** The clock of a statement: the offset in its headings, or else the one that is told. */
export const clockOf =
  ({ offset }: Statement, timezone: Timezone | null): ToUtc =>
  (wall, notBefore) =>
    offset === null ? (timezone?.toUtc(wall, notBefore) ?? wall) : wall - offset;

/** Turns a statement into rows of the source tables, its times into UTC. */
export function toSourceRows(
  statement: Statement,
  deals: DealTally,
  { opening, contradicted, currency, accountId, utc, fingerprint, trades }: AccountOf,
): ImportedRows {
  const { figures, offset } = statement;
  const positions = knownPositions(statement);
  const span = new Span();
  if (deals.count > 0) {
    const { first, last } = offset === null ? deals.told : deals.printed;
    for (const end of [first, last]) span.add(end - (offset ?? 0));
  }
  for (const { opened } of positions) span.add(utc(opened));
  const at = instant(span.last);
  const balance = parseDecimal(figures.get('balance') ?? '') ?? deals.newest?.balance ?? '';
  const equity = parseDecimal(figures.get('equity') ?? '') ?? '';
  const rows: SourceRows = {
    accounts: [
      {
        ...{ account_id: accountId, platform: 'cTrader', currency, broker: '', server: '' },
        ...{ leverage: '', demo: '', created_at: instant(span.first), updated_at: at },
        opening_balance: opening ?? '',
        reported_balance: balance,
        data_source: 'statement_file',
        contradicted: contradicted.join(', '),
      },
    ],
    // Of more than are held the oldest alone, which tells when the statement begins.
    trades: (deals.isLong && deals.oldest ? [deals.oldest] : deals.held()).map((deal) =>
      tradeRow(deal, accountId, utc),
    ),
    ...(statement.listsPositions && {
      positions: positions.map((position) => positionRow(position, accountId, utc, span.last)),
    }),
    cash_flows: (deals.jumps() ?? []).map(({ deal, amount }) => ({
      ...{ account_id: accountId, id: `before-${deal.ticket}`, amount, kind: 'flow' },
      at: instant(utc(deal.closed)),
    })),
    equity: balance !== '' && equity !== '' ? [{ account_id: accountId, at, balance, equity }] : [],
  };
  const printed = new Map([
    ...[...statement.totals].map(([field, sum]) => [`${field} below the deals`, sum] as const),
    ...figures,
    ['balance', balance],
  ]);
  const whole = withPrintedFigures(rows, fingerprint, printed, figureNames);
  return deals.isLong ? { ...whole, trades } : whole;
}

/** Open positions whose result is printed, of one alone as the summary's. */
function knownPositions({ positions, figures }: Statement): Position[] {
  const [only, ...others] = positions;
  const unrealised = parseDecimal(figures.get('unr. p&l') ?? figures.get('unrealised p&l') ?? '');
  if (only?.profit === '' && others.length === 0 && unrealised !== null) {
    return [{ ...only, profit: unrealised }];
  }
  return positions.filter(({ profit }) => profit !== '');
}
