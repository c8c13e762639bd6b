import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { removeRows } from '../../../pipeline/load/remove-rows.ts';
import { pick, randomFrom, wholeBetween } from '../../promises/privacy/random.ts';
import { within } from '../../support/within.ts';
import { rowsOf, type World, withWorld } from './world.ts';

const reports = suite('load: reports of an account');
const inWorld = within(reports, withWorld);

const account_id = 'MT5:1@Live';

/** Makes a report from one day of 2024 to another. */
const report = (statement: string, from: string, until: string, says: Record<string, string>) => ({
  account_id,
  statement,
  broker: '',
  server: '',
  leverage: '',
  demo: '',
  created_at: `2024-${from}T00:00:00Z`,
  updated_at: `2024-${until}T00:00:00Z`,
  opening_balance: '',
  reported_balance: '',
  ...says,
});

const described = (world: World) =>
  world.rows(`select * replace (
      created_at::date::varchar as created_at, updated_at::date::varchar as updated_at,
      opening_balance::double as opening_balance, reported_balance::double as reported_balance)
    from accounts order by account_id`);

const january = report('january', '01-01', '01-31', {
  broker: 'Old name',
  leverage: '100',
  demo: 'false',
  opening_balance: '0',
  reported_balance: '1030',
  contradicted: 'a balance',
});
const february = report('february', '02-01', '02-29', {
  broker: 'New name',
  opening_balance: '1030',
  reported_balance: '1020',
});
const march = report('march', '03-01', '03-31', {
  server: 'Live',
  opening_balance: '1020',
  reported_balance: '1025',
  currency: 'EUR',
});

/**
 * Worked out by hand: January has the first value, March the last. Values that March omits come
 * from the newest report that has them.
 */
const together = {
  account_id,
  platform: 'MT5',
  currency: 'EUR',
  broker: 'New name',
  server: 'Live',
  leverage: 100,
  demo: false,
  created_at: '2024-01-01',
  updated_at: '2024-03-31',
  opening_balance: 0,
  reported_balance: 1025,
  data_source: 'operator_file',
  contradicted: null,
  described_by: ['operator_file'],
  is_read_from_broker: false,
  deposits_unknown: false,
};

const orders = [
  [january, february, march],
  [january, march, february],
  [february, january, march],
  [february, march, january],
  [march, january, february],
  [march, february, january],
];

const idsOf = (some: readonly unknown[]): string[] => some.map((_each, at) => `MT5:${at + 1}@Live`);

inWorld('have the same result in each of 6 orders, at once and one by one', async (world) => {
  const ids = idsOf(orders);
  const rows = orders.map((order, at) =>
    order.map((row) => ({ ...row, account_id: ids[at] ?? '' })),
  );
  const expected = ids.map((id) => ({ ...together, account_id: id }));
  world.put({ 'accounts.csv': rowsOf('accounts', ...rows.flat()) });
  await world.load();
  assert.equal(await described(world), expected);
  await removeRows(world.database, ids);
  for (const place of [0, 1, 2]) {
    const some = rows.flatMap((order) => order.slice(place, place + 1));
    world.put({ [`accounts-${place}.csv`]: rowsOf('accounts', ...some) });
    await world.load();
  }
  assert.equal(await described(world), expected);
});

inWorld(
  'of one period: the row without a statement counts, then the greatest statement',
  async (world) => {
    const rows = ['', 'b', 'a'].map((statement, at) =>
      report(statement, '01-01', '01-31', { opening_balance: `${at}`, reported_balance: `1${at}` }),
    );
    world.put({ 'accounts-1.csv': rowsOf('accounts', ...rows.slice(1)) });
    await world.load();
    const figures = async () =>
      (await described(world)).map((row) => [row.opening_balance, row.reported_balance]);
    assert.equal(await figures(), [[1, 11]]);
    world.put({ 'accounts-2.csv': rowsOf('accounts', ...rows.slice(0, 1)) });
    await world.load();
    assert.equal(await figures(), [[0, 10]]);
  },
);

inWorld(
  'without a statement replace each other whole, also by one that ends earlier',
  async (world) => {
    const earlier = report('', '02-01', '02-10', { reported_balance: '7' });
    world.put({ 'accounts-1.csv': rowsOf('accounts', { ...january, statement: '' }) });
    await world.load();
    world.put({ 'accounts-2.csv': rowsOf('accounts', earlier) });
    await world.load();
    assert.equal(await described(world), [
      {
        account_id,
        platform: 'MT5',
        currency: 'USD',
        broker: null,
        server: null,
        leverage: null,
        demo: null,
        created_at: '2024-02-01',
        updated_at: '2024-02-10',
        opening_balance: null,
        reported_balance: 7,
        data_source: 'operator_file',
        contradicted: null,
        described_by: ['operator_file'],
        is_read_from_broker: false,
        deposits_unknown: false,
      },
    ]);
    assert.is((await world.rows('from account_reports')).length, 1);
  },
);

inWorld(
  'a statement that comes again with other times replaces itself, and changes only its account',
  async (world) => {
    const otherAccount = { ...january, account_id: 'MT5:2@Live' };
    world.put({ 'accounts-1.csv': rowsOf('accounts', january, february, otherAccount) });
    await world.load();
    const again = report('january', '02-03', '03-02', { reported_balance: '5' });
    world.put({ 'accounts-2.csv': rowsOf('accounts', again) });
    await world.load();
    assert.equal(await world.touched(), [account_id]);
    const [own, untouched] = await described(world);
    assert.equal(
      [own?.created_at, own?.opening_balance, own?.reported_balance, own?.leverage],
      ['2024-02-01', 1030, 5, null],
    );
    assert.is(untouched?.reported_balance, 1030);
  },
);

inWorld('that are removed leave no account', async (world) => {
  const otherAccount = { ...january, account_id: 'MT5:2@Live' };
  world.put({ 'accounts.csv': rowsOf('accounts', january, february, otherAccount) });
  await world.load();
  await removeRows(world.database, [account_id]);
  for (const table of ['accounts', 'account_reports']) {
    const left = await world.rows(`select distinct account_id from ${table}`);
    assert.equal(left, [{ account_id: 'MT5:2@Live' }], table);
  }
});

/** Makes reports of an account that nobody thought up. */
function randomReports(random: () => number, id: string) {
  const day = () => `0${wholeBetween(random, 1, 9)}-0${wholeBetween(random, 1, 9)}`;
  return Array.from({ length: wholeBetween(random, 2, 7) }, (_, at) => {
    const [from = '', until = ''] = [day(), day()].sort();
    return report(at === 0 ? '' : `s${at}`, from, until, {
      account_id: id,
      broker: pick(random, ['', 'One', 'Two']),
      server: pick(random, ['', 'Live', 'Demo']),
      leverage: pick(random, ['', '50', '100']),
      demo: pick(random, ['', 'true', 'false']),
      opening_balance: pick(random, ['', '0', '5']),
      reported_balance: pick(random, ['', '1', '2']),
      contradicted: pick(random, ['', 'a balance']),
    });
  });
}

inWorld(
  'at random, of 12 accounts, have the same result however they are loaded',
  async (world) => {
    const randoms = Array.from({ length: 12 }, (_, at) => randomFrom(at + 1));
    const ids = idsOf(randoms);
    const rows = randoms.map((random, at) => randomReports(random, ids[at] ?? ''));
    world.put({ 'accounts.csv': rowsOf('accounts', ...rows.flat()) });
    await world.load();
    const expected = await described(world);
    assert.is(expected.length, ids.length);
    for (let round = 0; round < 3; round += 1) {
      await removeRows(world.database, ids);
      const left = rows.map((ofAccount, at) => {
        const random = randoms[at] ?? randomFrom(0);
        return ofAccount
          .map((row) => [random(), row] as const)
          .sort(([first], [second]) => first - second);
      });
      for (let load = 0; left.some((waiting) => waiting.length > 0); load += 1) {
        const some = left.flatMap((waiting, at) =>
          waiting.splice(0, wholeBetween(randoms[at] ?? randomFrom(0), 1, 3)).map(([, row]) => row),
        );
        // Another file, because the content of the first is known from an earlier round.
        const file = rowsOf('accounts', ...some, { ...january, account_id: `${round} ${load}` });
        world.put({ [`accounts-${round}-${load}.csv`]: file });
        await world.load();
      }
      const found = await described(world);
      const isOwn = ({ account_id: id }: (typeof found)[number]) => ids.includes(String(id));
      assert.equal(found.filter(isOwn), expected);
      assert.ok(found.length > ids.length);
    }
  },
);

reports.run();
