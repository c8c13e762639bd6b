import { divideUnits, parseDecimal, placesOf, toUnits } from '../decimals.ts';
import type { ImportOptions } from '../format.ts';
import { type FigureNames, withPrintedFigures } from '../printed-figures.ts';
import type { SourceRows } from '../source-tables.ts';
import { jumpsOf } from './checks.ts';
import type { Position, Statement } from './statement.ts';

export interface AccountOf {
  opening: string | undefined;
  contradicted: readonly string[];
  currency: string;
  accountId: string;
  options: ImportOptions;
  /** Of the file. */
  fingerprint: string;
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

/** Turns a statement into rows of the source tables, its times into UTC. */
export function toSourceRows(
  statement: Statement,
  { opening, contradicted, currency, accountId, options, fingerprint }: AccountOf,
): SourceRows {
  const { timezone } = options;
  const { deals, figures } = statement;
  const utc = (wall: number, notBefore?: number) =>
    statement.offset === null
      ? (timezone?.toUtc(wall, notBefore) ?? wall)
      : wall - statement.offset;
  const positions = knownPositions(statement);
  const times = [
    ...deals.flatMap(({ opened, closed }) => [utc(opened), utc(closed)]),
    ...positions.map(({ opened }) => utc(opened)),
  ];
  const { first, last } = times.reduce(
    (span, each) => ({ first: Math.min(span.first, each), last: Math.max(span.last, each) }),
    { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
  );
  const at = instant(last);
  const balance = parseDecimal(figures.get('balance') ?? '') ?? deals.at(-1)?.balance ?? '';
  const equity = parseDecimal(figures.get('equity') ?? '') ?? '';
  const rows: SourceRows = {
    accounts: [
      {
        ...{ account_id: accountId, platform: 'cTrader', currency, broker: '', server: '' },
        ...{ leverage: '', demo: '', created_at: instant(first), updated_at: at },
        opening_balance: opening ?? '',
        reported_balance: balance,
        data_source: 'statement_file',
        contradicted: contradicted.join(', '),
      },
    ],
    trades: deals.map((deal) => {
      const opened = utc(deal.opened);
      return {
        ...{ account_id: accountId, ticket: deal.ticket, symbol: deal.symbol, side: deal.side },
        ...{ volume: lotsOf(deal), open_price: deal.openPrice, close_price: deal.closePrice },
        ...{ stop_loss: '', take_profit: '', magic_number: '', comment: deal.comment },
        ...{ opened_at: instant(opened), closed_at: instant(utc(deal.closed, opened)) },
        ...{ profit: deal.profit, commission: deal.commission, swap: deal.swap },
      };
    }),
    ...(statement.listsPositions && {
      positions: positions.map((position) => ({
        ...{ account_id: accountId, ticket: position.ticket, symbol: position.symbol },
        ...{ side: position.side, volume: lotsOf(position), open_price: position.openPrice },
        ...{ stop_loss: position.stopLoss, take_profit: position.takeProfit, magic_number: '' },
        ...{ opened_at: instant(utc(position.opened)), reported_at: at, comment: '' },
        ...{ profit: position.profit ?? '', commission: '', swap: '' },
      })),
    }),
    cash_flows: jumpsOf(statement).map(({ at: place, amount }) => ({
      ...{ account_id: accountId, id: `before-${deals[place]?.ticket}`, amount, kind: 'flow' },
      at: instant(utc(deals[place]?.closed ?? 0)),
    })),
    equity: balance !== '' && equity !== '' ? [{ account_id: accountId, at, balance, equity }] : [],
  };
  const printed = new Map([
    ...[...statement.totals].map(([field, sum]) => [`${field} below the deals`, sum] as const),
    ...figures,
    ['balance', balance],
  ]);
  return withPrintedFigures(rows, fingerprint, printed, figureNames);
}

/** Open positions whose result is printed, of one alone as the summary's. */
function knownPositions({ positions, figures }: Statement): Position[] {
  const [only, ...others] = positions;
  const unrealised = parseDecimal(figures.get('unr. p&l') ?? figures.get('unrealised p&l') ?? '');
  if (only?.profit === null && others.length === 0 && unrealised !== null) {
    return [{ ...only, profit: unrealised }];
  }
  return positions.filter(({ profit }) => profit !== null);
}

const unitsOfLot = 100_000n;

function lotsOf({
  symbol,
  volume,
  isUnits,
}: Pick<Position, 'symbol' | 'volume' | 'isUnits'>): string {
  if (!isUnits || !/^[A-Z]{6}(?![A-Z])/.test(symbol)) return volume;
  const places = placesOf(volume);
  const lots = divideUnits(toUnits(volume, places), unitsOfLot * 10n ** BigInt(places), places + 5);
  return lots.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

const instant = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('.000Z', 'Z');
