import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { readerLimits } from '../../../pipeline/connectors/reader.ts';
import { forgetAccount } from '../../../pipeline/deliveries/forget.ts';
import { listDeliveries, withdrawDelivery } from '../../../pipeline/deliveries/withdraw.ts';
import { shownAccounts } from '../../../pipeline/registry/broker-accounts.ts';
import { connectionsOf } from '../../../pipeline/registry/broker-connections.ts';
import { fieldOf, fieldsOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import {
  filledOrder,
  openPosition,
  orderId,
  roundTrip,
  type TradelockerDouble,
} from './tradelocker-server.ts';
import { type ConnectorWorld, day, noon, withTradelocker } from './world.ts';

const connector = suite('tradelocker connector');

const inBoth = within(connector, withTradelocker);

const accountOf = (double: TradelockerDouble) => {
  const [account] = double.accounts;
  if (account === undefined) throw new Error('the double has no account');
  return account;
};

const ago = (days: number) => noon.getTime() - days * day;

async function faultOf({ registry }: ConnectorWorld): Promise<string | null> {
  const fault = (await connectionsOf(registry, 'north'))[0]?.fault ?? null;
  return fault && inEnglish(fault);
}

async function notesOf({ registry }: ConnectorWorld, id: string): Promise<readonly string[]> {
  return ((await shownAccounts(registry, id))[0]?.notes ?? []).map(inEnglish);
}

inBoth('reads trades, balance and open positions, each once', async (world, double) => {
  const account = accountOf(double);
  account.orders = [...roundTrip(ago(30), ago(29), 150), ...roundTrip(ago(3), ago(2), -50)];
  account.balance = '10100.00';
  const position = orderId();
  account.orders.push(filledOrder(position, 'sell', '0.50', '1.20000', ago(1)));
  account.positions = [openPosition(position, 'sell', '0.50', '1.20000', ago(1), '-25.00')];
  await world.connect(double.address);
  assert.equal(await world.sync(), { read: 1, failed: 0, paused: 0, skipped: 0 });
  const rows = await world.delivered();
  assert.equal(fieldsOf(rows.trades, 'profit', 'symbol', 'account_id'), [
    ['150.00', 'EURUSD', 'TradeLocker:712345@MEADOW of north'],
    ['-50.00', 'EURUSD', 'TradeLocker:712345@MEADOW of north'],
  ]);
  const [first] = rows.accounts ?? [];
  assert.is(first?.opening_balance, undefined);
  assert.is(first?.deposits_unknown, 'true');
  assert.is(first?.reported_balance, '10100.00');
  assert.is(first?.demo, 'true');
  assert.is(rows.positions?.[0]?.profit, '-25.00');
  assert.is(rows.equity?.[0]?.equity, '10075.00');
  world.now = new Date(noon.getTime() + 15 * 60_000);
  assert.is((await world.sync()).read, 1);
  assert.equal(await world.delivered(), rows);
});

inBoth('splits the time until each answer has all its orders', async (world, double) => {
  const account = accountOf(double);
  account.orders = Array.from({ length: 200 }, (_, at) =>
    roundTrip(ago(400 - at), ago(400 - at) + 3_600_000, 1),
  ).flat();
  account.balance = '10200.00';
  double.knobs.rows = 25;
  double.knobs.isDoubled = true;
  await world.connect(double.address);
  assert.is((await world.sync()).read, 1);
  const { trades = [], accounts = [] } = await world.delivered();
  assert.is(trades.length, 200);
  assert.is(new Set(trades.map(({ ticket }) => ticket)).size, 200);
  assert.is(accounts.at(-1)?.reported_balance, '10200.00');
  const asked = double.requests.filter((path) => path.includes('ordersHistory'));
  assert.ok(asked.length < 80, `${asked.length} requests for 16 full answers`);
});

inBoth(
  'delivers late and corrected deals, and names those that are gone',
  async (world, double) => {
    const account = accountOf(double);
    const [opening, closing] = roundTrip(ago(2), ago(1), 100);
    const later = roundTrip(ago(4), ago(3), 10);
    if (!opening || !closing) throw new Error('a round trip has two orders');
    account.orders = [opening, closing, ...later];
    account.balance = '10110.00';
    const { id } = await world.connect(double.address);
    await world.sync();
    const late = roundTrip(ago(6), ago(5), 7);
    account.orders = [opening, { ...closing, avgPrice: '1.10200' }, ...late];
    account.balance = '10207.00';
    world.now = new Date(noon.getTime() + day);
    await world.sync();
    const { trades = [] } = await world.delivered();
    assert.equal(fieldOf(trades, 'profit'), ['10.00', '100.00', '7.00', '200.00']);
    assert.is(trades[3]?.ticket, trades[1]?.ticket);
    const gone = [
      'Trades or deposits that were read earlier and are no longer in the broker’s history: 1. They stay recorded.',
    ];
    assert.equal(await notesOf(world, id), gone);
    // Nothing has changed a quarter of an hour later, so the notes have not either.
    world.now = new Date(noon.getTime() + day + 15 * 60_000);
    await world.sync();
    assert.equal(await notesOf(world, id), gone);
  },
);

inBoth('closes in parts, over reads that are months apart', async (world, double) => {
  const account = accountOf(double);
  const position = orderId();
  account.orders = [
    filledOrder(position, 'buy', '1.00', '1.10000', ago(60)),
    filledOrder(position, 'sell', '0.40', '1.11000', ago(59)),
  ];
  account.positions = [openPosition(position, 'buy', '0.60', '1.10000', ago(60), '5.00')];
  account.balance = '10400.00';
  await world.connect(double.address);
  await world.sync();
  assert.is((await world.delivered()).trades?.[0]?.profit, '400.00');
  world.now = new Date(noon.getTime() + 90 * day);
  account.orders.push(filledOrder(position, 'sell', '0.60', '1.12000', ago(-89)));
  account.positions = [];
  account.balance = '11600.00';
  await world.sync();
  const { trades = [], position_reports: reports = [] } = await world.delivered();
  assert.equal(fieldsOf(trades, 'ticket', 'profit', 'volume'), [
    [position, '400.00', '0.40'],
    [`${position}-2`, '1200.00', '0.60'],
  ]);
  assert.is(reports.length, 2);
});

const removals = {
  'the operator withdrew a read': async ({ deliveries }: ConnectorWorld) => {
    const [first] = await listDeliveries(deliveries, 'all');
    assert.is(first?.source, 'broker_api');
    assert.is(await withdrawDelivery(deliveries, first?.receipt ?? ''), true);
  },
  'the account was deleted and added again': ({ deliveries }: ConnectorWorld) =>
    forgetAccount(deliveries, 'TradeLocker:712345@MEADOW of north'),
};

for (const [what, remove] of Object.entries(removals)) {
  inBoth(`reads the whole history again after ${what}`, async (world, double) => {
    const account = accountOf(double);
    account.orders = [...roundTrip(ago(30), ago(29), 150), ...roundTrip(ago(28), ago(27), -950)];
    account.balance = '9200.00';
    await world.connect(double.address);
    await world.sync();
    await remove(world);
    assert.is((await world.delivered()).trades, undefined);
    for (const hours of [1, 2]) {
      world.now = new Date(noon.getTime() + hours * 3_600_000);
      assert.is((await world.sync()).read, 1);
      assert.equal(fieldOf((await world.delivered()).trades, 'profit'), ['150.00', '-950.00']);
    }
  });
}

inBoth(
  'finds an order that rested longer than the overlap, by when it was created',
  async (world, double) => {
    const account = accountOf(double);
    double.knobs.filter = 'createdDate';
    account.resting = [filledOrder('', 'buy', '1.00', '', ago(40), { status: 'New' })];
    await world.connect(double.address);
    await world.sync();
    world.now = new Date(noon.getTime() + 30 * day);
    const position = orderId();
    account.orders = [
      filledOrder(position, 'buy', '1.00', '1.10000', ago(-29), { createdDate: `${ago(40)}` }),
      filledOrder(position, 'sell', '1.00', '1.10500', ago(-29) + 60_000),
    ];
    account.resting = [];
    account.balance = '10500.00';
    await world.sync();
    assert.equal(fieldOf((await world.delivered()).trades, 'profit'), ['500.00']);
  },
);

inBoth('renews its tokens, and signs in again once they expired', async (world, double) => {
  await world.connect(double.address);
  await world.sync();
  const signIns = () => double.requests.filter((path) => path.startsWith('/auth/jwt/token')).length;
  const renewals = () =>
    double.requests.filter((path) => path.startsWith('/auth/jwt/refresh')).length;
  assert.equal([signIns(), renewals()], [1, 0]);
  world.now = new Date(noon.getTime() + 2 * 3_600_000);
  await world.sync();
  assert.equal([signIns(), renewals()], [1, 1]);
  double.revokeTokens();
  world.now = new Date(noon.getTime() + 2.1 * 3_600_000);
  assert.is((await world.sync()).read, 1);
  assert.equal([signIns(), renewals()], [2, 2]);
});

inBoth(
  'pauses a connection whose sign-in is refused, and resumes it after a new one',
  async (world, double) => {
    await world.connect(double.address);
    double.revokeTokens();
    double.credentials = { ...double.credentials, password: 'changed' };
    assert.equal(await world.sync(), { read: 0, failed: 0, paused: 1, skipped: 0 });
    const [connection] = await connectionsOf(world.registry, 'north');
    assert.is(connection?.paused_by, 'refused');
    assert.match((await faultOf(world)) ?? '', /refused the e-mail address, the password/);
    const before = double.requests.length;
    world.now = new Date(noon.getTime() + day);
    assert.equal(await world.sync(), { read: 0, failed: 0, paused: 0, skipped: 0 });
    assert.is(double.requests.length, before);
  },
);

inBoth('waits as long as a rate limit asks', async (world, double) => {
  await world.connect(double.address);
  double.knobs.status = { path: /ordersHistory/, code: 429, retryAfter: '1800' };
  assert.is((await world.sync()).failed, 1);
  double.knobs.status = null;
  world.now = new Date(noon.getTime() + 29 * 60_000);
  assert.equal(await world.sync(), { read: 0, failed: 0, paused: 0, skipped: 0 });
  world.now = new Date(noon.getTime() + 30 * 60_000);
  assert.is((await world.sync()).read, 1);
  assert.equal(fieldOf(await connectionsOf(world.registry, 'north'), 'failures'), [0]);
});

inBoth('waits between requests as the limits of the configuration say', async (world, double) => {
  const account = accountOf(double);
  account.orders = Array.from({ length: 12 }, (_, at) =>
    roundTrip(ago(20 - at), ago(19 - at), 1),
  ).flat();
  account.balance = '10012.00';
  double.knobs.rows = 8;
  const limit = { measure: 'SECONDS', intervalNum: 1, limit: 20 };
  double.knobs.rateLimits = [{ ...limit, rateLimitType: 'GET_ORDERS_HISTORY' }];
  // The rate limit needs a clock that moves.
  const { clock } = world.registry;
  Object.assign(world.registry, { clock: () => new Date() });
  await world.connect(double.address);
  const begun = performance.now();
  assert.is((await world.sync()).read, 1);
  const count = double.requests.filter((path) => path.includes('ordersHistory')).length;
  assert.ok(count > 3);
  const least = (count - 1) * 50 - 10;
  assert.ok(performance.now() - begun >= least, `${count} requests in less than ${least} ms`);
  Object.assign(world.registry, { clock });
});

type Oddity = (double: TradelockerDouble, limits: ConnectorWorld['reader']['limits']) => void;

inBoth(
  'signs in and renews its tokens again if the connection breaks in between',
  async (world, double) => {
    accountOf(double).orders = roundTrip(ago(3), ago(2), 1);
    await world.connect(double.address);
    const { knobs, requests } = double;
    const isRead = { read: 1, failed: 0, paused: 0, skipped: 0 };
    for (const path of [/auth\/jwt\/token$/, /auth\/jwt\/refresh$/]) {
      if (path.test('/auth/jwt/token')) double.revokeTokens();
      else world.now = new Date(world.now.getTime() + 2 * knobs.tokenSeconds * 1000);
      knobs.drop = { path, times: 2 };
      requests.length = 0;
      assert.equal(await world.sync(), isRead);
      assert.equal(requests.filter((asked) => path.test(asked)).length, 3, `${path}`);
      world.now = new Date(world.now.getTime() + 3_600_000);
    }
    // A server that breaks every connection is not asked forever.
    double.revokeTokens();
    knobs.drop = { path: /auth\/jwt/, times: 99 };
    requests.length = 0;
    assert.is((await world.sync()).failed, 1);
    assert.ok(requests.length <= 7, `${requests.length} requests`);
    assert.match((await faultOf(world)) ?? '', /could not be reached/);
  },
);

/** Changes answers to paths that end so. */
const answering =
  (end: string, change: (json: unknown) => unknown): Oddity =>
  ({ knobs }) => {
    knobs.change = (path, json) => (path.endsWith(end) ? change(json) : json);
  };
const inConfig = (text: string, changed: string): Oddity =>
  answering('/config', (json) => JSON.parse(JSON.stringify(json).replaceAll(text, changed)));
const withKnobs =
  (changes: Partial<TradelockerDouble['knobs']>): Oddity =>
  ({ knobs }) =>
    Object.assign(knobs, changes);

const odd: readonly [string, Oddity, RegExp][] = [
  [
    'a column that is gone',
    inConfig('{"id":"avgPrice"},', ''),
    /ordersHistory has no column `avgprice`|ordersHistory, row 1: 22 values/,
  ],
  [
    'a renamed column',
    inConfig('"positionId"', '"positionRef"'),
    /ordersHistory has no column `positionid`/,
  ],
  [
    'a text where a number stands',
    (double) => {
      const account = accountOf(double);
      account.orders = account.orders.map((order) => ({ ...order, avgPrice: '<script>' }));
    },
    /ordersHistory, row 1: avgprice is not a number/,
  ],
  [
    'a list that is an object',
    answering('/positions', () => ({ s: 'ok', d: { positions: {} } })),
    /positions: `d\.positions` is not a list/,
  ],
  [
    'an error in an answer of status 200',
    answering('/state', () => ({ s: 'error', errmsg: 'secret words' })),
    /answered accountDetails with an error/,
  ],
  [
    'an answer that is cut off',
    withKnobs({ cut: /ordersHistory/ }),
    /could not be reached|cut off/,
  ],
  [
    'a redirect',
    withKnobs({ status: { path: /ordersHistory/, code: 302 } }),
    /No redirect is followed/,
  ],
  [
    'an account that is gone',
    (double) => {
      double.accounts[0] = { ...accountOf(double), id: '999' };
    },
    /no longer shows this account/,
  ],
  [
    'maintenance',
    withKnobs({ status: { path: /./, code: 503 } }),
    /The server has an error \(503\)/,
  ],
  [
    'an answer that never comes',
    ({ knobs }, limits) => {
      knobs.hang = /ordersHistory/;
      Object.assign(limits, { requestMilliseconds: 300 });
    },
    /did not answer in time/,
  ],
];
for (const [name, make, message] of odd) {
  inBoth(`tells the owner of ${name}, and goes on once it is over`, async (world, double) => {
    const account = accountOf(double);
    account.orders = roundTrip(ago(2), ago(1), 10);
    account.balance = '10010.00';
    await world.connect(double.address);
    const before = { orders: account.orders, knobs: { ...double.knobs } };
    make(double, world.reader.limits);
    assert.is((await world.sync()).failed, 1);
    assert.match((await faultOf(world)) ?? '', message);
    assert.not.match((await faultOf(world)) ?? '', /script|secret words|169\.254/);
    assert.is((await world.delivered()).trades, undefined);
    Object.assign(double.knobs, before.knobs);
    Object.assign(world.reader.limits, readerLimits);
    double.accounts[0] = account;
    account.orders = before.orders;
    world.now = new Date(noon.getTime() + day);
    assert.is((await world.sync()).read, 1);
    assert.is((await world.delivered()).trades?.length, 1);
    assert.is(await faultOf(world), null);
  });
}

inBoth('leaves out trades without a result in any answer, and says so', async (world, double) => {
  const account = accountOf(double);
  account.orders = [
    ...roundTrip(ago(2), ago(1), 10),
    ...roundTrip(ago(2), ago(1), 10).map((order) => ({ ...order, tradableInstrumentId: '315' })),
  ];
  const { id } = await world.connect(double.address);
  await world.sync();
  const { trades = [] } = await world.delivered();
  assert.is(trades.length, 1);
  assert.match((await notesOf(world, id)).join(), /Trades of USDJPY that are left out: 1\./);
});

inBoth(
  'says by how much the balance differs from the trades, as after a deposit',
  async (world, double) => {
    const account = accountOf(double);
    account.orders = roundTrip(ago(2), ago(1), 10);
    account.balance = '10010.00';
    const { id } = await world.connect(double.address);
    await world.sync();
    account.balance = '15010.00';
    world.now = new Date(noon.getTime() + day);
    await world.sync();
    const notes = await notesOf(world, id);
    assert.match(notes.join(), /differs by 5000\.00 .* no deposits/);
    world.now = new Date(noon.getTime() + day + 15 * 60_000);
    await world.sync();
    assert.equal(await notesOf(world, id), notes);
    const { accounts = [] } = await world.delivered();
    assert.is(accounts.at(-1)?.reported_balance, '15010.00');
  },
);

connector.run();
