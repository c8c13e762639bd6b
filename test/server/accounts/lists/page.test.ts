import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { portfolioId } from '../../../../pipeline/publish/snapshot/layout.ts';
import { type ListRow, versionOf } from '../../rows.ts';
import { everything, facts, gold, lendWorld, north, northId, withWorld } from '../../world.ts';

const page = suite('a page of a list');

const lists = ['trades', 'positions'] as const;
const ofAccount = (list: string) => `/api/v1/accounts/north-eurusd/${list}?limit=200`;
const ofPortfolio = (list: string, number = 1) =>
  `/api/v1/accounts/north-all/${list}?limit=200&page=${number}`;
const none = { page: 1, total: 0, has_more: false, version: versionOf([]) };

const neutral = {
  volume: { volume: 0 },
  stop_loss: { stop_loss: null },
  take_profit: { take_profit: null },
  comment: { comment: null },
} as const;
const flags = ['volume', 'stop_loss', 'take_profit', 'comment'] as const;

page('of a stranger has every hidden member neutral and no other touched', async () => {
  await withWorld(async ({ read, apply, keyOf }) => {
    const { key } = await keyOf('solo');
    for (const list of lists) {
      await apply(north);
      const shown = await read(ofAccount(list), key);
      for (let mask = 1; mask < 2 ** flags.length; mask += 1) {
        const hide = flags.filter((_, at) => (mask & (1 << at)) !== 0);
        await apply({ ...north, hide: [...hide, 'twr', 'advanced'] });
        const changes = Object.assign({}, ...hide.map((flag) => neutral[flag]));
        const changed = (row: object) => ({ ...row, ...changes });
        const rows = facts[northId]?.lists?.[list].map(({ object }) => changed(object)) ?? [];
        const expected = {
          ...shown,
          data: shown.data.map(changed),
          pagination: { ...shown.pagination, version: versionOf(rows) },
        };
        assert.equal(await read(ofAccount(list), key), expected, String(hide));
      }
    }
  });
});

page('of a hidden list is empty on every page and range', async () => {
  await withWorld(async ({ app, read, apply, keyOf }) => {
    const { key } = await keyOf('solo');
    await apply({ ...north, hide: ['trades'] }, { ...everything, hide: ['trades'] });
    for (const list of lists) {
      const limit = list === 'trades' ? 20 : 200;
      for (const url of [ofAccount(list), ofPortfolio(list)]) {
        const body = await read(url, key);
        assert.equal(body.data, []);
        assert.equal(body.pagination, { ...none, limit }, url);
      }
      assert.is((await read(ofPortfolio(list, 3), key)).pagination.total, 0);
    }
    assert.is((await read(`${ofAccount('trades')}&from=2020-01-01`, key)).pagination.total, 0);
    const headers = { authorization: `Bearer ${key}` };
    const bad = await app.inject({ url: `${ofAccount('trades')}&from=x`, headers });
    assert.is(bad.statusCode, 400);
  });
});

/** Makes rows of the portfolio by member name: gold has the position 0, north 1. */
function rowsOf(list: 'trades' | 'positions', isMember: (member: number) => boolean): ListRow[] {
  const rows = facts[portfolioId('north-all')]?.lists?.[list] ?? [];
  return rows.filter(({ member }) => isMember(member));
}

const portfolioCases: [
  name: string,
  changed: object[],
  seen: (member: number) => boolean,
  changes: (member: number) => object,
][] = [
  ['nothing hidden', [], () => true, () => ({})],
  ['a private member', [{ ...gold, published: false }], (member) => member === 1, () => ({})],
  [
    'a member that hides its list',
    [{ ...north, hide: ['trades'] }],
    (member) => member === 0,
    () => ({}),
  ],
  [
    'members that hide different things',
    [
      { ...gold, hide: ['volume'] },
      { ...north, hide: ['comment', 'stop_loss'] },
    ],
    () => true,
    (member) => (member === 0 ? neutral.volume : { ...neutral.comment, ...neutral.stop_loss }),
  ],
  [
    'a portfolio that hides on top of a member',
    [
      { ...gold, hide: ['volume'] },
      { ...everything, hide: ['take_profit'] },
    ],
    () => true,
    (member) => ({ ...neutral.take_profit, ...(member === 0 && neutral.volume) }),
  ],
  [
    'all members private',
    [
      { ...gold, published: false },
      { ...north, published: false },
    ],
    () => false,
    () => ({}),
  ],
];

page('of a portfolio has rows of members that show them, before paging and totals', async () => {
  for (const [name, changed, isSeen, changes] of portfolioCases) {
    await withWorld(async ({ read, apply, keyOf }) => {
      const { key } = await keyOf('solo');
      const ownKey = await keyOf('north-desk');
      if (changed.length > 0) await apply(...changed);
      for (const list of lists) {
        const expected = rowsOf(list, isSeen).map(({ member, object }) => ({
          ...object,
          ...changes(member),
        }));
        const seen: object[] = [];
        for (let number = 1; ; number += 1) {
          const { data, pagination } = await read(ofPortfolio(list, number), key);
          assert.is(pagination.total, expected.length, name);
          seen.push(...data);
          if (!pagination.has_more) break;
        }
        assert.equal(seen, expected, `${name}: ${list}`);
        const { version } = (await read(ofPortfolio(list), key)).pagination;
        assert.is(version, versionOf(expected), `${name}: ${list}`);
        const { total } = (await read(ofPortfolio(list), ownKey.key)).pagination;
        assert.is(total, rowsOf(list, () => true).length, 'its owner sees all');
      }
      const instant = rowsOf('trades', isSeen)[7]?.instant ?? 0;
      const to = new Date(instant).toISOString();
      const within = rowsOf('trades', isSeen).filter((row) => row.instant <= instant);
      const { pagination } = await read(`${ofPortfolio('trades')}&to=${to}`, key);
      assert.is(pagination.total, within.length, `${name}: range`);
    });
  }
});

page('has the same bytes whether nothing is hidden or nothing that is there', async () => {
  await withWorld(async ({ app, apply, keyOf }) => {
    const { key } = await keyOf('solo');
    const headers = { authorization: `Bearer ${key}` };
    for (const list of lists) {
      await apply(north);
      const shown = await app.inject({ url: ofAccount(list), headers });
      await apply({ ...north, hide: ['monthly', 'equity_curve'] });
      const again = await app.inject({ url: ofAccount(list), headers });
      assert.is(again.body, shown.body);
      assert.is(again.headers.etag, shown.headers.etag);
      await apply({ ...north, hide: ['comment'] });
      const hidden = await app.inject({ url: ofAccount(list), headers });
      assert.is.not(hidden.headers.etag, shown.headers.etag);
      assert.not.ok(hidden.body.includes('comment, '));
    }
  });
});

page('names no account id and no member', async () => {
  await lendWorld(async ({ app, keyOf }) => {
    const { key } = await keyOf('north-desk');
    for (const list of lists) {
      const headers = { authorization: `Bearer ${key}` };
      const { body } = await app.inject({ url: ofPortfolio(list), headers });
      assert.not.ok(body.includes(northId));
      assert.not.ok(body.includes('member'));
    }
  });
});

page.run();
