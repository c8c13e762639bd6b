import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  account,
  type Desk,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../../pipeline/desk.ts';
import { partsOf, unfit } from './world.ts';

const odd = suite('odd facts of one account');

type Cells = Record<string, string | number | null>;

/** Unusual data of an account, and the check that holds it back; null if it is published. */
interface Odd {
  readonly heldBy: string | null;
  readonly described?: Cells;
  readonly trades?: readonly Cells[];
  readonly flows?: readonly Cells[];
  readonly equity?: readonly Cells[];
  readonly position?: Cells;
}

const minute = (at: number): string => `2024-06-03T09:${String(at).padStart(2, '0')}:00Z`;
const report = (at: string, amount: string) => ({ at, balance: amount, equity: amount });

/** Makes trades and deposits that move the account up or down by 10^13 each time, in turn. */
const inTurns = (profit: string, amount: string): Pick<Odd, 'trades' | 'flows'> => ({
  trades: Array.from({ length: 30 }, (_, turn) => ({ closed_at: minute(2 * turn), profit })),
  flows: Array.from({ length: 30 }, (_, turn) => ({ at: minute(2 * turn + 1), amount })),
});

const oddities: Readonly<Record<string, Odd>> = {
  'prices beyond a double': {
    heldBy: 'figures_are_finite',
    trades: [{ open_price: '1e308', close_price: '-1e308' }],
  },
  'such prices of an unknown instrument': {
    heldBy: null,
    trades: [{ open_price: '1e308', close_price: '-1e308', symbol: 'XYZ' }],
  },
  'prices below any pip': {
    heldBy: null,
    trades: [{ open_price: '1e-300', close_price: '2e-300', stop_loss: '1e-320' }],
  },
  'leverage beyond reason': { heldBy: null, described: { leverage: '1e308' } },
  'volumes at both ends': {
    heldBy: null,
    trades: [{ volume: '9999999999.99999999' }, { volume: '0.00000001' }],
  },
  'capital that cents do not fit into': {
    heldBy: 'amounts_are_exact',
    described: { opening_balance: '90071992547409.91' },
  },
  'a balance below zero that is made good': {
    heldBy: null,
    described: { opening_balance: '-5000.55' },
    trades: [{ profit: 6000 }, { profit: 100, closed_at: '2024-06-04T09:00:00Z' }],
  },
  'a profit that its costs take back': {
    heldBy: 'amounts_are_exact',
    trades: [{ profit: '90071992547409.91', commission: '-90071992547409.90' }],
  },
  'eight decimals of forty million': {
    heldBy: 'amounts_are_exact',
    trades: [{ profit: '40000000.00000791' }, { profit: '40000000.00007919' }],
  },
  'a report with more digits than a number': {
    heldBy: 'amounts_are_exact',
    equity: [report('2024-06-03T10:00:00Z', '99999999.12345678')],
  },
  'reports of nothing and of less': {
    heldBy: null,
    equity: [
      report('2024-06-03T10:00:00Z', '0'),
      report('2024-06-04T10:00:00Z', '-5'),
      report('2024-06-05T10:00:00Z', '40000000000000'),
    ],
  },
  'returns that rise beyond a double': {
    heldBy: 'figures_are_finite',
    described: { opening_balance: '0.01' },
    ...inTurns('1e11', '-1e11'),
  },
  'returns that fall below one': {
    heldBy: 'figures_are_finite',
    described: { opening_balance: '100000000000.01' },
    ...inTurns('-1e11', '1e11'),
  },
  'from 1990 to 2099': {
    heldBy: null,
    trades: [{ opened_at: '1990-01-01T00:00:00Z', closed_at: '2099-12-31T23:59:59.999Z' }],
    equity: [report('1990-01-01T00:00:00Z', '1'), report('2099-12-31T00:00:00Z', '2')],
  },
  'instruments of any name': {
    heldBy: null,
    trades: ['a"b', "it's", 'back\\slash', '<b>', 'ü☃', '__proto__', 'constructor', ' '].map(
      (symbol) => ({ symbol }),
    ),
  },
  'a position beyond all means': {
    heldBy: null,
    position: { profit: '40000000000000', open_price: '1e308', volume: '9999999999' },
  },
};

const defaults: Cells = { stop_loss: null, commission: null };

function writeOdd(desk: Desk, name: string, described: Odd): Record<string, Cells[]> {
  desk.registered.push(registeredAccount(name));
  const of = <Row extends Cells>(rows: readonly Row[] = []) =>
    rows.map((row, at) => ({ account_id: idOf(name), id: at, ...row }));
  const { close_price: _, closed_at: __, ...open } = trade(name, 99);
  const { position, trades = [{}] } = described;
  return {
    accounts: [account(name, { leverage: null, ...described.described })],
    trades: trades.map((row, at) => trade(name, at, { ...defaults, ...row })),
    cash_flows: of(described.flows),
    equity: of(described.equity).map(({ id: _id, ...row }) => row),
    positions: position ? [{ ...open, ...position, reported_at: '2024-06-10T00:00:00Z' }] : [],
  };
}

odd('stop no other account, and are published unchanged or withheld', () =>
  withDesk(async (desk) => {
    const tables: Record<string, Cells[]> = {};
    const names = Object.keys(oddities);
    const all: [string, Odd][] = [['neighbour', { heldBy: null }]];
    for (const [at, name] of names.entries())
      all.push([`o${at}`, oddities[name] ?? { heldBy: '' }]);
    for (const [name, described] of all) {
      for (const [table, rows] of Object.entries(writeOdd(desk, name, described))) {
        tables[table] = [...(tables[table] ?? []), ...rows];
      }
    }
    for (const [table, rows] of Object.entries(tables)) desk.write(`${table}.csv`, rows);
    const { heldBack, load } = await desk.run();
    assert.equal([load.rowsRejected, load.failures], [0, []]);
    const checkOf = new Map(heldBack.map(({ id, check }) => [id, check]));
    for (const [at, name] of names.entries()) {
      const id = idOf(`o${at}`);
      assert.is(checkOf.get(id) ?? null, oddities[name]?.heldBy, name);
      assert.is(partsOf(desk, id) !== undefined, !checkOf.has(id), name);
    }
    assert.equal(unfit(desk), []);
    const beside = partsOf(desk, idOf('neighbour'));
    await withDesk(async (alone) => {
      for (const [table, rows] of Object.entries(writeOdd(alone, 'neighbour', { heldBy: null }))) {
        if (rows.length > 0) alone.write(`${table}.csv`, rows);
      }
      // Luck is measured against the number of published accounts.
      for (const [name] of all.slice(1)) alone.registered.push(registeredAccount(name));
      await alone.run();
      assert.equal(partsOf(alone, idOf('neighbour')), beside);
    });
  }),
);

odd('an account that changes its currency takes its portfolios along, once there is a rate', () =>
  withDesk(async (desk) => {
    desk.write('accounts.csv', [account('a'), account('b')]);
    desk.write('trades.csv', [trade('a', 1), trade('b', 2)]);
    desk.registered.push(registeredAccount('a'), registeredAccount('b'));
    desk.registered.push(registeredPortfolio('both', ['a', 'b']));
    await desk.run();
    desk.write('accounts-2.csv', [account('b', { currency: 'EUR' })]);
    const heldBy = async () => (await desk.run()).heldBack.map(({ id, check }) => `${id} ${check}`);
    assert.equal(await heldBy(), ['portfolio:both missing_rates']);
    assert.is(desk.part(idOf('b'), 'summary').currency, 'EUR');
    assert.is(desk.part('portfolio:both', 'summary').balance, 2020);
    const rate = (value: string) =>
      desk.write('fx_rates.csv', [{ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: value }]);
    rate('1e15');
    assert.equal(await heldBy(), ['portfolio:both amounts_are_exact']);
    assert.is(desk.part('portfolio:both', 'summary').balance, 2020);
    rate('2');
    assert.equal(await heldBy(), []);
    // 1,010 dollars plus 1,010 euros at a rate of 2.
    assert.is(desk.part('portfolio:both', 'summary').balance, 3030);
    assert.equal(unfit(desk), []);
  }),
);

odd.run();
