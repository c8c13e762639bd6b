import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { leaks } from '../../../pipeline/registry/leaks.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { flagOf, sectionFlags, sectionNames } from '../../../sql/marts/index.ts';
import type { Row } from '../../oracle/world.ts';
import { openServer, type Server } from '../../server/open-server.ts';
import { attacks, calendar, prices, type Seen } from './attacks.ts';
import type { Entry, Part } from './hiding-world.ts';
import { clock, type PublishedWorld, publishHiding } from './published-world.ts';

interface Context {
  published: PublishedWorld;
  server: Server;
}

const register = suite<Context>('the register of leaks');

const victim: Entry = {
  slug: 'victim',
  type: 'account',
  account_id: 'MT5:1@Broker',
  owner: 'desk',
  name: 'Victim',
  published: true,
  hide: [],
  created_at: '2024-01-01T00:00:00Z',
};
const partner: Entry = {
  ...victim,
  slug: 'partner',
  account_id: 'MT5:2@Broker',
  name: 'Partner',
  published: false,
};
const both: Entry = {
  slug: 'both',
  type: 'portfolio',
  owner: 'desk',
  name: 'Both',
  published: true,
  hide: [],
  created_at: '2024-01-01T00:00:00Z',
  currency: 'USD',
  members: ['victim', 'partner'],
};

/** Columns: symbol, side, lots, prices, profit, day and comment. A pip of one lot is worth 10. */
const trades = [
  ['EURUSD', 'buy', '0.5', '1.1000', '1.1020', '100', '2024-01-10', ''],
  ['GBPUSD', 'sell', '1.2', '1.2700', '1.2650', '600', '2024-01-11', '[tp]'],
  ['EURUSD', 'buy', '0.3', '1.1050', '1.1040', '-30', '2024-01-11', '[sl]'],
  ['EURUSD', 'buy', '2', '1.1000', '1.1010', '200', '2024-02-05', ''],
];

/** Findings of each attack, worked out by hand. A row of the register needs findings here. */
// biome-ignore format: a table
const found: Readonly<Record<string, readonly number[]>> = {
  'volume from trades': [0.5, 1.2, 0.3, 2],
  'volume from by_symbol': [1.35, 1.2],
  'volume from by_magic_number': [1.2, 1.35],
  'volume from advanced': [1.242857],
  'stop_loss from trades': [1.104],
  'take_profit from trades': [1.265],
  'stop_loss from trades, comment': [1.104],
  'take_profit from trades, comment': [1.265],
  'trades from twr': [100, 600, -30, 200],
  'trades from equity_curve': [100, 200],
  'trades from monthly': [670, 200],
  'trades from by_symbol': [600],
  'trades from by_magic_number': [600],
  'trades from advanced': [4, 600, -30],
  'equity_curve from trades': [100, 570, 200],
  'equity_curve from twr': [10100, 10700, 10670, 10870],
  'equity_curve from monthly': [670, 200],
  'equity_curve from advanced': [7.8, 2, 570, 100],
  'twr from trades': [1, 7, 6.7, 8.7],
  'twr from equity_curve': [1, 6.7, 8.7],
  'twr from advanced': [5.6436, 1],
  'monthly from trades': [670, 200],
  'monthly from equity_curve': [100, 570, 200],
  'monthly from advanced': [670, 200],
  'by_symbol from trades': [270, 600],
  'by_magic_number from trades': [270, 600],
  'advanced from trades': [4, 600],
  'advanced from by_symbol': [4, 3],
  'advanced from by_magic_number': [4, 3],
  'advanced from equity_curve': [4],
  'advanced from monthly': [4, 75],
  'advanced from twr': [4],
  'volume from distribution': [0.3, 1.2],
  'trades from distribution': [-30, 100, 200, 600],
  'trades from rolling': [6.7, 8.7],
  'equity_curve from rolling': [6.7, 8.7],
  'twr from rolling': [6.7, 8.7],
  'monthly from rolling': [6.7, 8.7],
  'advanced from distribution': [-30, 600],
  'distribution from trades': [-30, 600],
  'distribution from advanced': [-30, 600],
  'distribution from twr': [-30, 600],
  'rolling from trades': [6.7, 8.7],
  'rolling from equity_curve': [6.7, 8.7],
  'rolling from monthly': [6.7, 1.8744],
  // 50 pips in GBPUSD, 20 - 10 + 10 in EURUSD; 600 / 50 and 270 / 20.
  'by_symbol from by_magic_number': [50, 12, 20, 13.5],
  'by_symbol from advanced': [68.9655],
  'exposure from trades': [2],
  'trades from excursion': [600],
  'trades from provenance': [4],
  'equity_curve from provenance': [1],
  'advanced from provenance': [4],
  'distribution from provenance': [4],
  'trades from behaviour': [4],
  'advanced from behaviour': [4],
  'distribution from behaviour': [4],
  'behaviour from trades': [4],
  // Strangers can read the accounts only since after their last trade.
  'trades from observed': [4],
  'advanced from observed': [4, 75],
  'distribution from observed': [4],
  'observed from trades': [4, 75],
  // 1 January to 5 February 2024: five weeks and a Monday.
  'luck from trades': [26],
  'luck from equity_curve': [26],
};

/**
 * Account that falls by 5 % on a day and by 10 % in a month. Each fall is one trade, one of them at
 * news.
 */
const fallen: Entry = {
  ...victim,
  slug: 'fallen',
  account_id: 'MT5:3@Broker',
  name: 'Fallen',
  benchmark: 'GOLD',
};
const falls = [
  ['EURUSD', 'buy', '1', '1.1000', '1.1100', '1000', '2024-01-10', ''],
  ['EURUSD', 'buy', '1', '1.1000', '1.0945', '-550', '2024-01-11', ''],
  ['EURUSD', 'buy', '1', '1.1000', '1.1104', '1045', '2024-01-12', ''],
  ['USDJPY', 'buy', '1', '150.00', '148.85', '-1149.5', '2024-02-20', ''],
  ['EURUSD', 'buy', '1', '1.1000', '1.1207', '2069.1', '2024-03-05', ''],
  ['XYZ', 'buy', '1', '10', '11', '12.4', '2024-04-15', ''],
];

/**
 * Account whose equity doubles every second weekday, fifteen times. So the Sharpe ratio is √(252 ×
 * 29/30).
 */
const doublings = Array.from({ length: 31 }, (_, weekday) => weekday)
  .filter((weekday) => weekday % 2 === 0)
  .map((weekday) => {
    const day = new Date(Date.UTC(2024, 1, 12 + weekday + 2 * Math.floor(weekday / 5)));
    return [`${day.toISOString().slice(0, 10)}T20:00:00Z`, String(2 ** (weekday / 2))];
  });

/** Findings of the account that falls: 10000, 11000, 10450, 11495, 10345.5, 12414.6, 12427. */
// biome-ignore format: a table
const foundOfFallen: Readonly<Record<string, readonly number[]>> = {
  'trades from drawdowns': [-1149.5, -550],
  'equity_curve from drawdowns': [-10, -1149.5, -5, -550],
  'twr from drawdowns': [10, 5],
  'monthly from drawdowns': [-10],
  'advanced from drawdowns': [1149.5, -10],
  'drawdowns from trades': [5, 10],
  'drawdowns from equity_curve': [5, 10],
  'drawdowns from twr': [5, 10],
  'trades from news': [-1149.5, 12.4],
  'equity_curve from news': [-1149.5, 12.4],
  'advanced from news': [6, 2427],
  'by_symbol from news': [1, 2, 4, 12.4],
  'news from trades': [-1149.5],
  'advanced from rolling': [15.60769],
  'twr from monthly': [14.95, 3.455, 24.146],
  'monthly from twr': [10, 4.5, 14.95, 3.455, 24.146, 24.27],
  'rolling from twr': [10, 4.5, 14.95, 3.455, 24.146, 24.27],
  'rolling from advanced': [15.60769],
  'rolling from drawdowns': [10, 5],
  'drawdowns from monthly': [10],
  'drawdowns from advanced': [1149.5, -10],
  'drawdowns from rolling': [5, 10],
  // It doubles fifteen times. The deviation of fifteen 0s and fifteen 1s is √(7.5 / 29).
  'equity_curve from benchmark': [3276700],
  'advanced from benchmark': [3276700, 807.3],
  'benchmark from equity_curve': [3276700],
  'benchmark from advanced': [3276700],
  'rolling from observed': [15.60769],
  'observed from advanced': [2.428067, 15.60769],
  'observed from rolling': [15.60769],
  'equity_curve from observed': [24.27],
  'drawdowns from observed': [10],
  'observed from equity_curve': [24.27],
};

/** An account with one trade, and a public portfolio of it and the account that falls. */
const single: Entry = {
  ...victim,
  slug: 'single',
  account_id: 'MT5:4@Broker',
  name: 'Single',
};
const open: Entry = { ...both, slug: 'open', name: 'Open', members: ['fallen', 'single'] };
const lone = [['EURUSD', 'buy', '1', '1.1000', '1.1033', '330.5', '2024-04-16', '']];

/** Findings of that portfolio: 1000 - 550 + 1045 - 1149.5 + 2069.1 + 12.4, and the one trade. */
const foundOfOpen: Readonly<Record<string, readonly number[]>> = {
  'trades from contributions': [2427, 330.5],
};

const allFound = { ...found, ...foundOfFallen, ...foundOfOpen };

/** Expected of the victim: 10780 / 10000 - 1 = 7.8 %, and 2 % below 11000. */
const reports = [
  ['2024-01-10T20:00:00Z', '10000'],
  ['2024-01-11T20:00:00Z', '11000'],
  ['2024-02-05T20:00:00Z', '10780'],
];

function partOf(
  entry: Entry,
  deposit: string,
  rows: readonly (readonly string[])[],
  reports: readonly (readonly string[])[] = [],
): Part {
  const account_id = entry.account_id ?? '';
  const at = '2024-01-01T00:00:00Z';
  return {
    entry,
    accounts: [{ account_id, platform: 'MT5', currency: 'USD', created_at: at, updated_at: at }],
    trades: rows.map(
      ([symbol, side, volume, open_price, close_price, profit, day, comment], number): Row => ({
        account_id,
        ticket: String(number),
        symbol: symbol ?? null,
        side: side ?? null,
        volume: volume ?? null,
        open_price: open_price ?? null,
        close_price: close_price ?? null,
        stop_loss: comment === '[sl]' ? (close_price ?? null) : '1.0',
        take_profit: comment === '[tp]' ? (close_price ?? null) : '2.0',
        opened_at: `${day}T08:00:00Z`,
        closed_at: `${day}T1${number}:00:00Z`,
        profit: profit ?? null,
        commission: null,
        swap: null,
        comment: comment ?? null,
        magic_number: symbol === 'EURUSD' ? '7' : null,
        mae: symbol === 'GBPUSD' ? '-150' : null,
        mfe: symbol === 'GBPUSD' ? '800' : null,
      }),
    ),
    positions: [],
    cash_flows: [{ account_id, id: 'deposit', at, amount: deposit, kind: 'flow' }],
    equity: reports.map(
      ([day = null, equity = null]): Row => ({ account_id, at: day, balance: equity, equity }),
    ),
  };
}

register.before(async (context) => {
  context.published = await publishHiding({
    owners: [{ slug: 'desk', name: 'Desk', plan: 'free' }],
    parts: [
      partOf(victim, '10000', trades, reports),
      partOf(partner, '500', []),
      partOf(fallen, '10000', falls, doublings),
      partOf(single, '10000', lone),
    ],
    portfolios: [both, open],
    calendar,
    prices,
  });
  const { dataDir } = context.published;
  context.server = await openServer({ dataDir, clock, log: silentLog });
});

register.after(async ({ server, published }) => {
  await server.close();
  published.remove();
});

const victimOf = (attack: string): Entry =>
  attack in found ? victim : attack in foundOfFallen ? fallen : open;

/** Returns what a stranger sees of an account with these things hidden. */
async function look(
  { server, published }: Context,
  account: Entry,
  hide: readonly Hidable[],
): Promise<Seen> {
  await applyRegistry(server.registry, { accounts: [{ ...account, hide }] });
  const url = `/api/v1/accounts/${account.slug}`;
  const headers = { authorization: `Bearer ${published.keys.get('pro')}` };
  const read = async (path: string) =>
    (await server.app.inject({ url: url + path, headers })).json();
  const object = await read(`?include=${sectionNames}`);
  return { object, trades: (await read('/trades')).data.toReversed() };
}

/** Empty if the attack finds nothing to work with. */
function recovered(name: string, seen: Seen): number[] {
  try {
    return (attacks[name]?.(seen) ?? []).map((number) => Number(number.toFixed(6)));
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

const nameOf = ({ hidden, shown }: (typeof leaks)[number]) => `${hidden} from ${shown.join(', ')}`;

register('has one attack for every row', () => {
  const listed: Readonly<Record<string, readonly string[]>> = {
    'pipeline/registry/leaks.ts': leaks.map(nameOf),
    'test/promises/privacy/attacks.ts': Object.keys(attacks),
    'what is found in test/promises/privacy/attacks.test.ts': Object.keys(allFound),
  };
  const names = new Set(Object.values(listed).flat());
  const missing = Object.entries(listed).flatMap(([file, own]) =>
    [...names].filter((name) => !own.includes(name)).map((name) => `${file} lacks '${name}'`),
  );
  assert.equal(missing, []);
});

register('tells what attacks find, and how to close it', async (context) => {
  for (const leak of leaks) {
    const name = nameOf(leak);
    const account = victimOf(name);
    const open = await look(context, account, [leak.hidden]);
    assert.equal(recovered(name, open), allFound[name], name);
    const closed = await look(context, account, [leak.hidden, ...leak.shown]);
    assert.equal(recovered(name, closed), [], `${name}, hidden as well`);
  }
});

register('leaves nothing to any attack where everything is hidden', async (context) => {
  for (const account of [victim, fallen]) {
    const seen = await look(context, account, hidables);
    for (const name of Object.keys(attacks)) assert.equal(recovered(name, seen), [], name);
  }
});

/**
 * Lists the numbers in a part. Leaves out numbers that may be equal by chance: those of few digits,
 * and shares of few trades.
 */
function numbersOf(part: unknown): number[] {
  if (typeof part === 'number') {
    const isTelling = /[1-9].*\d.*\d.*\d/.test(String(part)) && part !== 66.6667;
    return isTelling ? [Math.abs(part)] : [];
  }
  return part !== null && typeof part === 'object' ? Object.values(part).flatMap(numbersOf) : [];
}

register('names every section that repeats a number of a hidden one', async (context) => {
  const unnamed: string[] = [];
  for (const account of [victim, fallen]) {
    const { object: open, trades } = await look(context, account, []);
    // A trade that alone makes up a day, a month or a drawdown also appears in the sections about
    // these.
    const ofTrades = trades.map(({ net_profit }) => Math.abs(net_profit));
    for (const hidden of sectionFlags) {
      const seen = await look(context, account, [hidden]);
      const all = { ...seen.object, trades: seen.trades };
      const isPublic = (key: string) =>
        ![...sectionNames, ...hidables].some((hidable) => hidable === key);
      const publicParts = Object.entries(all).filter(([key]) => isPublic(key));
      const known = new Set([...numbersOf(publicParts.map(([, part]) => part)), ...ofTrades]);
      const secret = new Set(numbersOf(open[hidden]).filter((number) => !known.has(number)));
      for (const shown of hidables) {
        const hiddenTogether = sectionNames.filter((name) => flagOf(name) === shown);
        const parts = [shown, ...hiddenTogether].map((name) => all[name]);
        const repeated = numbersOf(parts).filter((number) => secret.has(number));
        const isNamed = leaks.some((leak) => nameOf(leak) === `${hidden} from ${shown}`);
        if (repeated.length > 0 && !isNamed) unnamed.push(`${hidden} from ${shown}: ${repeated}`);
      }
    }
  }
  assert.equal(unnamed, []);
});

register('knows that a portfolio tells of a private member by the others', async (context) => {
  const balanceOf = async (slug: string): Promise<number> =>
    (await context.server.app.inject(`/api/v1/accounts/${slug}`)).json().balance;
  assert.is((await balanceOf('both')) - (await balanceOf('victim')), 500);
});

register(
  'shows contributions only while no account of the portfolio is private',
  async (context) => {
    await look(context, fallen, []);
    const { object: shown } = await look(context, open, []);
    assert.equal(
      shown.contributions.members.map(({ member }: { member: string }) => member),
      ['fallen', 'single'],
    );
    const { registry } = context.server;
    await applyRegistry(registry, { accounts: [{ ...single, published: false }] });
    assert.is((await look(context, open, [])).object.contributions, null);
    await look(context, single, ['contributions']);
    assert.is((await look(context, open, [])).object.contributions, null);
    await look(context, single, []);
  },
);

register.run();
