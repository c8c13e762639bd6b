import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { portfolioId } from '../../../pipeline/publish/snapshot/layout.ts';
import { removeOldVersions } from '../../../pipeline/publish/snapshot/publish.ts';
import { rollBack } from '../../../pipeline/publish/snapshot/rollback.ts';
import { within } from '../../support/within.ts';
import { partsOf } from '../facts.ts';
import { type ListRow, positionRows, tradeRows, versionOf } from '../rows.ts';
import {
  bearer,
  everything,
  type Facts,
  facts,
  goldId,
  north,
  northId,
  publishFacts,
  secret,
  type World,
  withWorld,
} from '../world.ts';

const versions = suite('versions of lists');
const inWorld = within(versions, withWorld);

const all = portfolioId('north-all');
const at = (list: string, query: string, slug = 'north-eurusd') =>
  `/api/v1/accounts/${slug}/${list}?${query}`;

/** Facts in which the first account has these trades and positions. */
const withRows = (trades: readonly ListRow[], positions = positionRows(3)) => ({
  ...facts,
  [northId]: { ...facts[northId], parts: partsOf(1), lists: { trades, positions } },
});

const first = tradeRows(45);
/** A later state: one new trade, one changed, one removed. */
const second = [
  ...tradeRows(1, { seed: 9 }),
  ...first.slice(1).map((row, index) => {
    const changed = { ...row.object, net_profit: -1000, comment: 'corrected' };
    return index === 30 ? { ...row, object: changed } : row;
  }),
];
const third = tradeRows(45, { seed: 12 });

const objects = (rows: readonly ListRow[]) => rows.map(({ object }) => object);

async function publish({ dataDir, snapshots }: World, content: Readonly<Record<string, Facts>>) {
  await publishFacts(dataDir, content);
  await snapshots.refresh();
}

const statusOf = async ({ app }: World, url: string, key: string): Promise<number> =>
  (await app.inject({ url, headers: bearer(key) })).statusCode;

inWorld('are read to their end while a run publishes other rows', async (world) => {
  const { key } = await world.keyOf('solo');
  const read = (query: string) => world.read(at('trades', query), key);
  const { data, pagination } = await read('page=1');
  assert.equal(Object.keys(pagination), ['page', 'limit', 'total', 'has_more', 'version']);
  await publish(world, withRows(second));
  const { version } = pagination;
  const pages = [await read(`page=2&version=${version}`), await read(`page=3&version=${version}`)];
  assert.equal([...data, ...pages.flatMap((page) => page.data)], objects(first));
  assert.equal(pages[1]?.pagination, { page: 3, limit: 20, total: 45, has_more: false, version });
  const newest = await read('page=2');
  assert.equal(newest.data, objects(second).slice(20, 40));
  assert.is.not(newest.pagination.version, version);
  const ranged = await read(`version=${version}&from=2026-02-25&to=2026-02-27`);
  const between = ({ closed_at }: ListRow['object']) =>
    String(closed_at) >= '2026-02-25' && String(closed_at) < '2026-02-28';
  assert.equal(ranged.data, objects(first).filter(between).slice(0, 20));

  await publish(world, withRows(second, positionRows(9, { seed: 8 })));
  const positions = await world.read(at('positions', 'limit=2'), key);
  await publish(world, withRows(second, positionRows(2)));
  const rest = await world.read(
    at('positions', `limit=2&page=2&version=${positions.pagination.version}`),
    key,
  );
  assert.equal(rest.data, objects(positionRows(9, { seed: 8 })).slice(2, 4));
});

inWorld('are gone, with a 410 that says what to do, once they are not kept', async (world) => {
  const { key } = await world.keyOf('solo');
  const { pagination } = await world.read(at('trades', ''), key);
  const url = at('trades', `page=2&version=${pagination.version}`);
  for (const content of [withRows(second), withRows(third)]) {
    await publish(world, content);
    assert.is(await statusOf(world, url, key), 200);
  }
  removeOldVersions(world.dataDir, 2);
  const gone = await world.app.inject({ url, headers: bearer(key) });
  assert.equal(gone.json(), {
    type: 'urn:trackrecord:problem:gone',
    title: 'Gone',
    status: 410,
    detail: 'This version of the list is no longer kept. Start again from page 1, without version.',
  });
  assert.is(gone.headers['content-type'], 'application/problem+json; charset=utf-8');
});

inWorld('never show what a history cut removed, even before the next run', async (world) => {
  const { key } = await world.keyOf('solo');
  const ownKey = (await world.keyOf('north-desk')).key;
  const url = async (slug: string) =>
    at(
      'trades',
      `page=2&version=${(await world.read(at('trades', '', slug), key)).pagination.version}`,
      slug,
    );
  const urls = [await url('north-eurusd'), await url('north-all')];
  await publish(world, withRows(second));
  for (const page of urls) assert.is(await statusOf(world, page, key), 200);
  await world.apply({ ...north, history_cut_at: '2026-02-20' });
  for (const page of urls) {
    assert.is(await statusOf(world, page, key), 410);
    assert.is(await statusOf(world, page, ownKey), 410);
  }
});

inWorld('are shown as owners decide now', async (world) => {
  const { key } = await world.keyOf('solo');
  const ownKey = (await world.keyOf('north-desk')).key;
  const { pagination } = await world.read(at('trades', ''), key);
  const url = at('trades', `page=2&version=${pagination.version}`);
  await publish(world, withRows(second));
  for (const hide of [['comment'], ['trades']]) {
    await world.apply({ ...north, hide });
    assert.is(await statusOf(world, url, key), 410, String(hide));
    assert.is(await statusOf(world, url, ownKey), 200, 'owners see all');
  }
  const hidden = await world.read(at('trades', ''), key);
  assert.is(hidden.pagination.version, versionOf([]), 'as of an account without trades');
  await world.apply({ ...north, published: false });
  const never = at('trades', `page=2&version=${pagination.version}`, 'never-was');
  const [absent, unpublished] = [
    await world.app.inject({ url: never, headers: bearer(key) }),
    await world.app.inject({ url, headers: bearer(key) }),
  ];
  assert.is(unpublished.statusCode, 404);
  assert.is(unpublished.body, absent.body);
});

inWorld('tell strangers nothing of hidden rows and values, or other accounts', async (world) => {
  const { key } = await world.keyOf('solo');
  await world.apply(
    { ...north, hide: ['comment', 'volume'] },
    { ...everything },
    {
      ...north,
      slug: 'north-gold',
      account_id: goldId,
      published: false,
    },
  );
  const seen = async () => {
    const urls = [at('trades', ''), at('trades', '', 'north-all'), at('positions', '')];
    const answers = await Promise.all(
      urls.map((url) => world.app.inject({ url, headers: bearer(key) })),
    );
    return answers.map(({ body, headers }) => [body, headers.etag]);
  };
  const before = await seen();
  const changed = (rows: readonly ListRow[] = []) =>
    rows.map(({ object, ...row }) => ({
      ...row,
      object: { ...object, comment: 'changed', volume: 77 },
    }));
  const lists = facts[all]?.lists;
  const ofGold = { instant: 0, member: 0, object: { ...first[0]?.object, ticket: 'gold' } };
  await publish(world, {
    ...withRows(changed(first), changed(positionRows(3))),
    [secret.account_id]: { parts: partsOf(3), lists: { trades: third, positions: [] } },
    [all]: {
      ...facts[all],
      parts: facts[all]?.parts ?? {},
      lists: {
        trades: [...changed(lists?.trades), ofGold],
        positions: changed(lists?.positions),
      },
    },
  });
  assert.equal(await seen(), before);
});

inWorld('are the same for the same rows, whoever reads, however stored', async (world) => {
  const { key } = await world.keyOf('solo');
  const ownKey = (await world.keyOf('north-desk')).key;
  const versionFor = async (reader: string) =>
    (await world.read(at('trades', ''), reader)).pagination.version;
  const expected = versionOf(objects(first));
  assert.is(await versionFor(ownKey), expected);
  // Hides nothing of the list, but the rows are no longer sent as they are stored.
  await world.apply({ ...north, hide: ['twr'] });
  assert.is(await versionFor(key), expected);
});

inWorld('that a rollback took out of service, or that a server lacks, are gone', async (world) => {
  const { key } = await world.keyOf('solo');
  await publish(world, withRows(second));
  const { pagination } = await world.read(at('trades', ''), key);
  const url = at('trades', `page=2&version=${pagination.version}`);
  await rollBack(world.dataDir, null);
  await world.snapshots.refresh();
  assert.is(await statusOf(world, url, key), 410);
  // Another server that has not seen those rows yet, but has the same ones of the portfolio.
  await withWorld(async (lagging) => {
    const laggingKey = (await lagging.keyOf('solo')).key;
    assert.is(await statusOf(lagging, url, laggingKey), 410);
    const portfolio = await world.read(at('trades', '', 'north-all'), key);
    const next = at('trades', `page=2&version=${portfolio.pagination.version}`, 'north-all');
    assert.is(await statusOf(lagging, next, laggingKey), 200);
  });
});

inWorld('of another form are a 400, after the 404 of the account', async (world) => {
  const { key } = await world.keyOf('solo');
  const { pagination } = await world.read(at('trades', ''), key);
  for (const list of ['trades', 'positions']) {
    for (const value of ['', 'x', '000001-0123456789ab', `${pagination.version}0`, '%00']) {
      const { statusCode, body } = await world.app.inject({
        url: at(list, `version=${value}`),
        headers: bearer(key),
      });
      assert.is(statusCode, 400, value);
      assert.match(body, 'version must be the `pagination.version` of an earlier page.');
    }
  }
  for (const list of ['trades', 'positions']) {
    assert.is(await statusOf(world, at(list, `version=${'0'.repeat(32)}`), key), 410);
  }
});

versions.run();
