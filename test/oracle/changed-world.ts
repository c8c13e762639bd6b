import type { Random } from '../../fixtures/demo/random.ts';
import { dayMilliseconds, dayOf, instant, instantText } from './instants.ts';
import { money, moneyText } from './money.ts';
import { type RegistryEntry, type Row, required, type World } from './world.ts';

/** Changes data of one account. Returns the world unchanged if the account has no such data. */
type Change = (world: World, id: string, random: Random) => World;

type Facts = 'trades' | 'cash_flows' | 'equity';

/** Everything that can happen to data between two runs, also changes that restate nothing. */
export const changes: Readonly<Record<string, Change>> = {
  'nothing happened': (world) => world,
  'rows stand in another order': (world) => ({ ...world, trades: world.trades.toReversed() }),
  'a trade vanished': without('trades'),
  'a booking vanished': without('cash_flows'),
  'a report vanished': without('equity'),
  'a trade has another result': changeRow('trades', ({ profit }) => ({
    profit: onceMore(profit),
  })),
  'a trade has another volume': changeRow('trades', ({ volume }) => ({
    volume: onceMore(volume),
  })),
  'a trade was further in profit': changeRow('trades', ({ mfe }) =>
    mfe ? { mfe: onceMore(mfe) } : {},
  ),
  'a trade has another comment': changeRow('trades', () => ({ comment: 'another' })),
  'a trade has another ticket': changeRow('trades', ({ ticket }) => ({ ticket: `${ticket}0` })),
  'a trade closed a day later': changeRow('trades', (row) => ({
    closed_at: later(row, 'closed_at'),
  })),
  'a trade was added late': added('trades', ({ ticket }) => ({ ticket: `${ticket}1` })),
  'a booking has another amount': changeRow('cash_flows', ({ amount }) => ({
    amount: onceMore(amount),
  })),
  'a booking is of another kind': changeRow('cash_flows', ({ kind }) => ({
    kind: kind === 'credit' ? 'flow' : 'credit',
  })),
  'a booking was added late': added('cash_flows', ({ id }) => ({ id: `${id}-again` })),
  'a report has another equity': changeRow('equity', ({ equity }) => ({
    equity: onceMore(equity),
  })),
  'a report has another margin': changeRow('equity', ({ margin }) =>
    margin ? { margin: onceMore(margin) } : {},
  ),
  'a report was added late': added('equity', (row) => ({ at: later(row, 'at') })),
  'it goes on': (world, id) => {
    const trade = world.trades.find(({ account_id }) => account_id === id);
    const times = [
      ...world.trades.map((row) => required(row, 'closed_at')),
      ...[...world.cash_flows, ...world.equity].map((row) => required(row, 'at')),
    ].map(instant);
    if (trade === undefined) return world;
    const closed_at = instantText(Math.max(...times) + 1000);
    return { ...world, trades: [...world.trades, { ...trade, ticket: 'newest', closed_at }] };
  },
  'its capital is another': (world, id) => ({
    ...world,
    accounts: world.accounts.map((row) =>
      row.account_id === id ? { ...row, opening_balance: onceMore(row.opening_balance) } : row,
    ),
  }),
  'its history is cut': (world, id, random) => {
    const cut = world.registry.accounts.find(({ account_id }) => account_id === id)?.history_cut_at;
    const days = world.trades
      .filter(({ account_id }) => account_id === id)
      .map((row) => dayOf(instant(required(row, 'closed_at'))))
      .filter((day) => day > (cut ?? ''));
    return days.length === 0 ? world : withEntry(world, id, { history_cut_at: random.pick(days) });
  },
};

/** Adds 1 to an amount. */
const onceMore = (amount: string | null | undefined): string =>
  moneyText(money(amount ?? '0') + money('1'), 8);

const keys = { trades: 'ticket', cash_flows: 'id', equity: 'at' } as const;

const later = (row: Row, column: string): string =>
  instantText(instant(required(row, column)) + dayMilliseconds);

/** Removes one row of an account. */
function without(table: Facts): Change {
  return (world, id, random) => {
    const gone = picked(world, table, id, random);
    return { ...world, [table]: world[table].filter((row) => row !== gone) };
  };
}

/** Changes cells of a row, unless another row has the same key. */
function changeRow(table: Facts, cells: (row: Row) => Row): Change {
  return (world, id, random) => {
    const row = picked(world, table, id, random);
    if (row === undefined) return world;
    const changed = { ...row, ...cells(row) };
    const rows = world[table].map((each) => (each === row ? changed : each));
    return hasTwins(rows, table, changed) ? world : { ...world, [table]: rows };
  };
}

/** Adds a copy of a row with some other cells. */
function added(table: Facts, cells: (row: Row) => Row): Change {
  return (world, id, random) => {
    const row = picked(world, table, id, random);
    if (row === undefined) return world;
    const rows = [...world[table], { ...row, ...cells(row) }];
    return hasTwins(rows, table, rows.at(-1) ?? {}) ? world : { ...world, [table]: rows };
  };
}

function picked(world: World, table: Facts, id: string, random: Random): Row | undefined {
  const ownRows = world[table].filter(({ account_id }) => account_id === id);
  return ownRows.length === 0 ? undefined : random.pick(ownRows);
}

const hasTwins = (rows: readonly Row[], table: Facts, { account_id, ...row }: Row): boolean =>
  rows.filter((each) => each.account_id === account_id && each[keys[table]] === row[keys[table]])
    .length > 1;

const withEntry = (world: World, id: string, changed: Partial<RegistryEntry>): World => ({
  ...world,
  registry: {
    ...world.registry,
    accounts: world.registry.accounts.map((entry) =>
      entry.account_id === id ? { ...entry, ...changed } : entry,
    ),
  },
});
