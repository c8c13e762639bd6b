import { negateDecimal, parseDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { Span, type ToUtc } from '../source/orders.ts';
import type { FigureNames } from '../source/printed-figures.ts';
import { shareOut } from '../source/shares.ts';
import type { ImportedRows, TradeBatches } from '../source/source-tables.ts';
import { statementRows } from '../source/statement-rows.ts';
import { createUniqueNames, madeOpenTicket, stamp } from '../source/tickets.ts';
import type { DealTally } from './deals.ts';
import type { Position } from './rows.ts';
import type { CtraderStatement } from './statement.ts';

export interface AccountOf {
  opening: string | undefined;
  currency: string;
  accountId: string;
  /** From the statement's clock. */
  utc: ToUtc;
  /** Of the file. */
  fingerprint: string;
  /** All of the deals, where there are more than are held. */
  trades: TradeBatches;
}

/** Printed figures by their names in lower case, and by their columns below the deals. */
export const figureNames: FigureNames = {
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

const jumpNames = { flow: 'before', adjustment: 'refused-before' } as const;

/** The clock of a statement: the offset in its headings, or else the one that is told. */
export const clockOf =
  ({ offset }: CtraderStatement, timezone: Timezone | null): ToUtc =>
  (wall, notBefore) =>
    offset === null ? (timezone?.toUtc(wall, notBefore) ?? wall) : wall - offset;

/** Turns a statement into rows of the source tables, its times into UTC. */
export function toSourceRows(
  statement: CtraderStatement,
  deals: DealTally,
  { opening, currency, accountId, utc, fingerprint, trades }: AccountOf,
): ImportedRows {
  const { figures, offset } = statement;
  const positions = knownPositions(statement);
  const span = new Span();
  if (deals.count > 0) {
    const { first, last } = offset === null ? deals.told : deals.printed;
    for (const end of [first, last]) span.add(end - (offset ?? 0));
  }
  for (const { opened } of statement.positions) span.add(utc(opened));
  const printed = (name: string) => parseDecimal(figures.get(name) ?? '');
  const balance = printed('balance') ?? deals.newest?.balance ?? '';
  const nameTrade = deals.tickets.createNames();
  const [nameOpen, nameFlow] = [createUniqueNames(), createUniqueNames()];
  // Of more than are held the oldest alone, which tells when the statement begins.
  const first = deals.isLong && deals.oldest ? [deals.oldest] : deals.held();
  const rows = statementRows({
    account: {
      account_id: accountId,
      platform: 'cTrader',
      currency,
      opening_balance: opening ?? '',
      statement: fingerprint,
    },
    span,
    utc,
    trades: first.map((deal) => ({ ...deal, ticket: nameTrade(deal) })),
    positions: statement.listsPositions
      ? positions.map((position) => {
          const ticket = nameOpen(position.ticket || madeOpenTicket(position));
          return { ...position, ticket };
        })
      : undefined,
    flows: (deals.jumps() ?? []).map(({ deal, amount, kind }) => ({
      id: nameFlow(`${jumpNames[kind]}-${deal.ticket || stamp(deal.closed)}`),
      at: deal.closed,
      amount,
      kind,
    })),
    state: { balance, equity: printed('equity') ?? '', margin: printed('margin') ?? '' },
    printed: new Map([
      ...[...statement.totals].map(([field, sum]) => [`${field} below the deals`, sum] as const),
      ...figures,
      ['balance', balance],
    ]),
    names: figureNames,
  });
  return deals.isLong ? { ...rows, trades } : rows;
}

/**
 * Lists the open positions. Positions without a printed result share the rest of the printed total
 * by volume and price; without a total they are left out. A position needs a profit wherever it is
 * shown, so each is an estimate, with a note. Their sum is exact.
 */
function knownPositions(statement: CtraderStatement): Position[] {
  const { positions } = statement;
  const total = unrealisedOf(statement);
  const printed = positions.filter(({ profit }) => profit !== '');
  const unknown = positions.filter(({ profit }) => profit === '');
  if (unknown.length === 0 || total === null) return printed;
  const left = sumDecimals([total, ...printed.map(({ profit }) => negateDecimal(profit))]);
  const weights = unknown.map(({ volume, openPrice }) =>
    BigInt(Math.max(1, Math.round(Number(volume) * Number(openPrice) * 1e6))),
  );
  const shares = shareOut(left, weights);
  return [...printed, ...unknown.map((each, at) => ({ ...each, profit: shares[at] ?? '0' }))];
}

/**
 * Returns the result of all open positions, as printed or as equity minus balance; null if neither
 * is printed.
 */
export function unrealisedOf({ figures }: CtraderStatement): string | null {
  const named = [...figures].find(([name]) => unrealised.test(name));
  const printed = parseDecimal(named?.[1] ?? '');
  if (printed !== null) return printed;
  const [equity, balance] = ['equity', 'balance'].map((name) =>
    parseDecimal(figures.get(name) ?? ''),
  );
  if (!equity || !balance) return null;
  return sumDecimals([equity, negateDecimal(balance)]);
}

const unrealised = /^unr(\.|eali[sz]ed)?( net| gross)? (p&l|profit)\b/;
