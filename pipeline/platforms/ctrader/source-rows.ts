import { negateDecimal, parseDecimal, sumDecimals } from '../../read/decimals.ts';
import type { Timezone } from '../../read/timezone.ts';
import { spanOf, type ToUtc } from '../source/orders.ts';
import type { FigureNames } from '../source/printed-figures.ts';
import { shareOut } from '../source/shares.ts';
import type { SourceRows } from '../source/source-tables.ts';
import { statementRows } from '../source/statement-rows.ts';
import { createUniqueNames, madeOpenTicket, stamp } from '../source/tickets.ts';
import type { Deals } from './deals.ts';
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
  deals: Deals,
  { opening, currency, accountId, utc, fingerprint }: AccountOf,
): SourceRows {
  const { figures } = statement;
  const positions = knownPositions(statement);
  const printed = (name: string) => parseDecimal(figures.get(name) ?? '');
  const balance = printed('balance') ?? deals.all.at(-1)?.balance ?? '';
  const [nameOpen, nameFlow] = [createUniqueNames(), createUniqueNames()];
  return statementRows({
    account: {
      account_id: accountId,
      platform: 'cTrader',
      currency,
      opening_balance: opening ?? '',
      statement: fingerprint,
    },
    span: spanOf(utc, { trades: deals.all, positions: statement.positions, others: [] }),
    utc,
    trades: deals.all,
    tickets: deals.tickets,
    positions: statement.listsPositions
      ? positions.map((position) => {
          const ticket = nameOpen(position.ticket || madeOpenTicket(position));
          return { ...position, ticket };
        })
      : undefined,
    flows: deals.jumps.map(({ deal, amount, kind }) => ({
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
