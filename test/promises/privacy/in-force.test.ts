import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createKey, revokeKey } from '../../../pipeline/registry/keys.ts';
import { type Hidable, hidables, scopes } from '../../../pipeline/registry/words.ts';
import { flagOf, sectionNames } from '../../../sql/marts/index.ts';
import { openServer, type Server } from '../../server/open-server.ts';
import {
  bearer,
  everything,
  facts,
  gold,
  north,
  northId,
  now,
  owners,
  publishFacts,
  withWorld,
} from '../../server/world.ts';
import { isInFull } from '../../support/in-full.ts';
import { whileOpen } from '../../support/while-open.ts';
import { within } from '../../support/within.ts';
import { addLone, lone, loneFacts, type Surface, surfacesOf } from './addresses.ts';
import { type Random, randomFrom, someNames } from './random.ts';

const decisions = suite('decisions');
const onTwo = within(decisions, withTwo);

/** Few, since each is a decision that is written; 200 if tests run in full. */
const trials = isInFull ? 200 : 12;
const all = sectionNames;
const objectUrl = (slug: string) => `/api/v1/accounts/${slug}?include=${all.join(',')}`;

interface Two {
  readonly surfaces: readonly Surface[];
  readonly decide: Server['registry'];
  /** Separate processes. The first makes the decisions. */
  readonly apps: readonly Server['app'][];
  readonly servers: readonly Pick<Server, 'app' | 'snapshots'>[];
  readonly dataDir: DataDirectory;
}

/** Calls `work` with two processes over one data directory. */
async function withTwo(work: (two: Two) => Promise<void>, clock = () => now): Promise<void> {
  await withWorld(
    async (first) => {
      const { dataDir, registry, app } = first;
      const surfaces = await surfacesOf(app);
      await whileOpen(openServer({ dataDir, clock, log: silentLog }), async (second) => {
        await work({
          surfaces,
          decide: registry,
          apps: [app, second.app],
          servers: [first, second],
          dataDir,
        });
      });
    },
    { clock, facts: loneFacts },
  );
}

async function statuses({ apps }: Two, url: string, key?: string): Promise<number[]> {
  const answers = apps.map((app) => app.inject({ url, headers: bearer(key) }));
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

const stranger = { owner: 'solo', name: 'stranger', scopes };

onTwo('to hide are in force at the next request in every process', async (two) => {
  const random = randomFrom(1);
  const { key } = await createKey(two.decide, stranger);
  const etags = new Set<unknown>();
  for (let trial = 0; trial < trials; trial += 1) {
    const hide = someNames(random, hidables);
    const name = `Renamed ${trial}`;
    await applyRegistry(two.decide, { accounts: [{ ...north, name, hide }] });
    for (const app of two.apps) {
      const answer = await app.inject(objectUrl(north.slug));
      etags.add(answer.headers.etag);
      const body = answer.json();
      assert.is(body.name, name);
      const hidden = all.filter((name) => body[name] === null);
      assert.equal(
        hidden,
        all.filter((name) => hide.includes(flagOf(name))),
      );
      const holder = (await app.inject(objectUrl('north-all'))).json();
      const heldBack = all.filter((name) => holder[name] === null);
      assert.equal(heldBack, hidden);
      await expectRows(app, key, hide);
    }
  }
  assert.is(etags.size, trials);
});

async function expectRows(app: Server['app'], key: string, hide: readonly Hidable[]) {
  const url = `/api/v1/accounts/${north.slug}/trades`;
  const { data, pagination } = (await app.inject({ url, headers: bearer(key) })).json();
  assert.is(pagination.total, hide.includes('trades') ? 0 : 45);
  if (pagination.total === 0) return;
  const row = data[1];
  assert.is(row.volume === 0, hide.includes('volume'));
  assert.is(row.stop_loss === null, hide.includes('stop_loss'));
  assert.is(row.take_profit === null, hide.includes('take_profit'));
  assert.is(row.comment === null, hide.includes('comment'));
}

/** Only owners read statistics of trades. */
const isForOwners = ({ name }: Surface) => /^get_trade_stat|^\/api\/.*\/statistics$/.test(name);

onTwo('to publish or not are in force at the next request on every surface', async (two) => {
  const random: Random = randomFrom(2);
  const { key } = await createKey(two.decide, stranger);
  const surfaces = two.surfaces.filter((surface) => !isForOwners(surface));
  await addLone({ registry: two.decide }, false);
  for (let trial = 0; trial < trials; trial += 1) {
    const published = random() < 0.5;
    const accounts = [lone, gold].map((account) => ({ ...account, published }));
    await applyRegistry(two.decide, { accounts });
    for (const app of two.apps) {
      for (const { name, of } of surfaces) {
        const request = of(lone.slug);
        const known = published ? {} : { 'if-none-match': '*' };
        const headers = { ...bearer(key), ...known, ...request.headers };
        const { statusCode, body } = await app.inject({ ...request, headers });
        const isAnswered = statusCode === 200 && !body.includes('"isError":true');
        assert.is(isAnswered, published, `${name} ${statusCode}`);
        if (!isAnswered) assert.is(statusCode, request.url === '/mcp' ? 200 : 404, name);
      }
      const found = (await app.inject('/api/v1/search/accounts?q=lonely')).json();
      assert.is(found.pagination.total, published ? 1 : 0);
      const url = '/api/v1/accounts/north-all/trades';
      const rows = (await app.inject({ url, headers: bearer(key) })).json();
      assert.is(rows.pagination.total === 300, published);
      for (const url of ['/', '/sitemap.xml']) {
        assert.is((await app.inject(url)).body.includes('/account/lone'), published, url);
      }
    }
  }
});

onTwo(
  'to cut history take the figures of before away at the next request',
  async ({ decide, servers, dataDir }) => {
    const isGone = async (day: string, expected: boolean) => {
      for (const { app } of servers) {
        for (const slug of [north.slug, everything.slug]) {
          const body = (await app.inject(objectUrl(slug))).json();
          assert.is(body.balance === null, expected, day);
          assert.is(body.twr.twr_trade_by_trade.length === 0, expected, day);
        }
      }
    };
    for (let trial = 0; trial < trials; trial += 1) {
      const day = new Date(Date.UTC(2026, 0, 1 + trial)).toISOString().slice(0, 10);
      await isGone(day, false);
      await applyRegistry(decide, { accounts: [{ slug: north.slug, history_cut_at: day }] });
      await isGone(day, true);
      const parts = facts[northId]?.parts ?? {};
      await publishFacts(dataDir, { ...facts, [northId]: { parts, history_cut_at: day } });
      for (const { snapshots } of servers) await snapshots.refresh();
    }
  },
);

onTwo('to revoke a key end it at the next request', async (two) => {
  for (let trial = 0; trial < trials; trial += 1) {
    const { key, id } = await createKey(two.decide, { ...stranger, owner: 'north-desk' });
    const urls = ['/api/v1/accounts', '/api/v1/search/accounts', objectUrl(north.slug)];
    for (const url of urls) assert.equal(await statuses(two, url, key), [200, 200], url);
    await revokeKey(two.decide, id);
    for (const url of urls) assert.equal(await statuses(two, url, key), [401, 401], url);
  }
});

decisions('on a plan, and its end, change what credit is due at the next request', async () => {
  let instant = now;
  const isDue = async ({ apps }: Two, key: string) => {
    const asked = apps.map((app) =>
      app.inject({ url: '/api/v1/accounts/north-gold', headers: bearer(key) }),
    );
    return (await Promise.all(asked)).map((answer) => answer.json().attribution.required);
  };
  await withTwo(
    async (two) => {
      const { key } = await createKey(two.decide, stranger);
      const solo = owners.find(({ slug }) => slug === stranger.owner);
      for (let trial = 0; trial < trials; trial += 1) {
        const plan = trial % 2 === 0 ? 'ultra' : 'free';
        const plan_until = new Date(instant.getTime() + 1000).toISOString();
        await applyRegistry(two.decide, { owners: [{ ...solo, plan, plan_until }] });
        assert.equal(await isDue(two, key), [plan === 'free', plan === 'free']);
        instant = new Date(plan_until);
        assert.equal(await isDue(two, key), [true, true]);
      }
    },
    () => instant,
  );
});

decisions.run();
