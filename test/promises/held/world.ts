import { partNames } from '../../../pipeline/publish/snapshot/layout.ts';
import {
  account,
  type Desk,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
} from '../../pipeline/desk.ts';

type Rows = Parameters<Desk['write']>[1];
type Source = Readonly<Record<string, Rows>>;

const day = 86_400_000;
const firstDay = Date.UTC(2024, 0, 2);
const at = (days: number, hours: number): string =>
  new Date(firstDay + days * day + hours * 3_600_000).toISOString();

const healthy = Array.from({ length: 34 }, (_, number) => `h${number}`);

/** Makes some trades of an account. Every account has other ones. */
const tradesOf = (name: string, number: number, count: number, first = 0): Rows =>
  Array.from({ length: count }, (_, place) => {
    const ticket = first + place;
    const days = (7 * ticket + number) % 150;
    return trade(name, ticket, {
      symbol: ['EURUSD', 'USDJPY', 'XAUUSD', '"odd" <name>'][ticket % 4] ?? '',
      side: ticket % 3 === 0 ? 'sell' : 'buy',
      opened_at: at(days, 8),
      closed_at: at(days, 9 + (ticket % 5)),
      profit: ((ticket * 37 + number * 11) % 101) - 40,
    });
  });

/** Rows that make it impossible to publish an account, and rows that repair it. */
interface Poison {
  readonly check: string;
  readonly reason: RegExp;
  readonly facts: Source;
  readonly cure: Source;
}

/**
 * Makes equity reports of 0.00001 cents and of 100,000 in turn. All changes are deposits and
 * withdrawals.
 */
const contradictions = Array.from({ length: 30 }, (_, turn) => turn);

export const poisons: Readonly<Record<string, Poison>> = {
  digits: {
    check: 'amounts_are_exact',
    reason: /^amounts bookings, decimals 8, largest 10000\d{4}\.\d+, total \d/,
    facts: { trades: [trade('digits', 900, { profit: '100000000.12345678' })] },
    cure: { trades: [trade('digits', 900, { profit: '100.12345678' })] },
  },
  sums: {
    check: 'amounts_are_exact',
    reason: /^amounts bookings, decimals 8, largest 1000\d{5}(\.\d+)?, total \d/,
    facts: {
      trades: Array.from({ length: 2000 }, (_, ticket) =>
        trade('sums', 1000 + ticket, { profit: '50000.00000003' }),
      ),
    },
    cure: {
      trades: Array.from({ length: 2000 }, (_, ticket) =>
        trade('sums', 1000 + ticket, { profit: '0.00000003' }),
      ),
    },
  },
  prices: {
    check: 'figures_are_finite',
    reason: /^figure pips of a trade, value Infinity$/,
    facts: { trades: [trade('prices', 900, { open_price: '-1e308', close_price: '1e308' })] },
    cure: { trades: [trade('prices', 900)] },
  },
  reports: {
    check: 'figures_are_finite',
    reason: /^figure index of equity reports, value (Infinity|[\d.]+e\+?\d{3})$/,
    facts: {
      equity: contradictions.flatMap((turn) => [
        equity('reports', 2 * turn, '0.00000001'),
        equity('reports', 2 * turn + 1, '100000'),
      ]),
      cash_flows: contradictions.map((turn) => ({
        account_id: idOf('reports'),
        id: turn,
        at: at(2 * turn + 1, 12),
        amount: -100_000,
      })),
    },
    cure: {
      equity: contradictions.flatMap((turn) => [
        equity('reports', 2 * turn, '100000'),
        equity('reports', 2 * turn + 1, '100000'),
      ]),
    },
  },
};

function equity(name: string, days: number, amount: string): Rows[number] {
  return { account_id: idOf(name), at: at(days, 10), balance: amount, equity: amount };
}

const sick = Object.keys(poisons);
/** Accounts of which nothing was published before. */
export const neverPublished = ['sums', 'reports'];
const known = sick.filter((name) => !neverPublished.includes(name));

export const healthyIds = ['', ...healthy.map(idOf), 'portfolio:healthy'];
export const heldIds = [...sick.map(idOf), 'portfolio:mixed', 'portfolio:with-sick'];

const describe = (names: readonly string[]): Rows =>
  names.map((name) => account(name, { currency: name === 'h1' ? 'EUR' : 'USD' }));
const numberOf = (name: string) => [...healthy, ...sick].indexOf(name);

/** Data that was published while all accounts were valid. */
export const before = (names: readonly string[] = [...healthy, ...known]): Source => ({
  accounts: describe(names),
  trades: names.flatMap((name) => tradesOf(name, numberOf(name), 12)),
});

/** Next data: new trades of all accounts. Some of them can't be published. */
export const after: Source = {
  accounts: describe(neverPublished),
  trades: [
    ...healthy.flatMap((name) => tradesOf(name, numberOf(name), 5, 100)),
    ...sick.flatMap((name) => [
      ...(poisons[name]?.facts.trades ?? []),
      ...tradesOf(name, numberOf(name), 5, 100),
    ]),
  ],
  equity: poisons.reports?.facts.equity ?? [],
  cash_flows: poisons.reports?.facts.cash_flows ?? [],
};

/** Next data without the accounts that can't be published. */
export const healthyAfter: Source = {
  accounts: [],
  trades: healthy.flatMap((name) => tradesOf(name, numberOf(name), 5, 100)),
};

/** Corrected rows, and the missing rate. */
export const cure: Source = {
  trades: sick.flatMap((name) => poisons[name]?.cure.trades ?? []),
  equity: poisons.reports?.cure.equity ?? [],
  fx_rates: [{ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }],
};

export const onlyHealthy = healthy;

/** Writes the files of a step into a source. */
export function put(desk: Desk, moment: string, source: Source): void {
  for (const [table, rows] of Object.entries(source)) {
    if (rows.length > 0) desk.write(`${table}-${moment}.csv`, rows);
  }
}

/** Applies the decisions of owners with valid accounts, or of all owners. */
export function register(desk: Desk, names: readonly string[], portfolios = true): void {
  desk.registered.push(...names.map((name) => registeredAccount(name)));
  desk.registered.push(registeredPortfolio('healthy', ['h0', 'h2', 'h3']));
  if (!portfolios) return;
  desk.registered.push(registeredPortfolio('mixed', ['h0', 'h1']));
  desk.registered.push(registeredPortfolio('with-sick', ['h4', 'digits']));
}

export const everyone = [...healthy, ...sick];

/** Reads the bytes of every part of a subject; undefined if it is not published. */
export function partsOf(desk: Desk, id: string): Map<string, string> | undefined {
  return desk.read((snapshot) => {
    if (!snapshot.entry(id)) return undefined;
    // Restatements count from the first version on, which differs in another data directory.
    const names = partNames.filter((name) => name !== 'restatements');
    return new Map(names.map((name) => [name, String(snapshot.part(id, name))]));
  });
}

/** Lists numbers and texts in published JSON that can't be a number, such as NaN. */
export function unfit(desk: Desk): string[] {
  return desk.read((snapshot) =>
    [...snapshot.ids()].flatMap((id) =>
      partNames.flatMap((name) => {
        const text = String(snapshot.part(id, name) ?? '');
        if (name.endsWith('.index')) return [];
        if (/\b(?:NaN|-?Infinity|-?inf|nan)\b/.test(text)) return [`${id} ${name}`];
        if (name.endsWith('.csv')) return [];
        const isList = name === 'trades' || name === 'positions';
        JSON.parse(isList ? `[${text.replace(/,\n$/, '')}]` : text);
        return [];
      }),
    ),
  );
}
