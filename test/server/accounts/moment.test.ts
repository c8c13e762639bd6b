import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteAt } from '../../../server/accounts/attribution.ts';
import { createMoments } from '../../../server/accounts/moment.ts';
import { strangerFor } from '../../../server/accounts/view.ts';
import type { Caller } from '../../../server/callers/callers.ts';
import { createLiveRegistry } from '../../../server/callers/live-registry.ts';
import { partsOf } from '../facts.ts';
import {
  baseUrl,
  facts,
  gold,
  north,
  northId,
  publishFacts,
  secret,
  type World,
  withWorld,
} from '../world.ts';

const moment = suite('moment');

const stranger: Caller = { kind: 'anonymous' };
const viewer = strangerFor(stranger);

function momentsOf({ registry, snapshots }: World) {
  const liveRegistry = createLiveRegistry(registry);
  return {
    liveRegistry,
    moments: createMoments({ liveRegistry, snapshots, site: () => siteAt(baseUrl) }),
  };
}

moment('is the same one until something is decided or published', () =>
  withWorld(async (world) => {
    const { moments } = momentsOf(world);
    using first = await moments.take(stranger);
    using same = await moments.take(stranger);
    assert.is(same, first);
    assert.is(await same.view(north.slug, viewer), await first.view(north.slug, viewer));

    await world.apply({ ...gold, published: false });
    using decided = await moments.take(stranger);
    assert.is.not(decided, first);
    await publishFacts(world.dataDir, { ...facts, [northId]: { parts: partsOf(7) } });
    await world.snapshots.refresh();
    using published = await moments.take(stranger);
    assert.is.not(published, decided);
  }),
);

moment('brings an account once it is known that its viewer may see it, and nothing else', () =>
  withWorld(async (world) => {
    const brought: string[] = [];
    const take = () => {
      const version = world.snapshots.take();
      if (version) version.snapshot.bring = async (id) => void brought.push(id);
      return version;
    };
    const snapshots = { ...world.snapshots, take };
    const { moments } = momentsOf({ ...world, snapshots });
    await world.apply({ ...gold, published: false });
    using taken = await moments.take(stranger);
    for (const slug of [gold.slug, secret.slug, 'nobody-has-this']) {
      await taken.view(slug, viewer).then(
        () => assert.unreachable(),
        (error) => assert.is(error.problem, 'not_found'),
      );
    }
    assert.equal(brought, []);
    await taken.view(north.slug, viewer);
    assert.equal(brought, [northId]);
  }),
);

moment('is unchanged for everyone who holds it, and its version closes after the last', () =>
  withWorld(async (world) => {
    const { moments } = momentsOf(world);
    const held = await moments.take(stranger);
    await world.apply({ ...gold, published: false });
    await publishFacts(world.dataDir, { ...facts, [northId]: { parts: partsOf(7) } });
    await world.snapshots.refresh();
    const { snapshot } = held.version;
    const balance = () => JSON.parse(String(snapshot.part(northId, 'summary'))).balance;
    assert.is(balance(), 1000);
    {
      using other = await moments.take(stranger);
      assert.is.not(other.version.snapshot, snapshot);
      await other.view(gold.slug, viewer).then(
        () => assert.unreachable(),
        (error) => {
          assert.is(error.problem, 'not_found');
        },
      );
    }
    assert.is(balance(), 1000);
    held[Symbol.dispose]();
    assert.throws(balance, 'the version is closed');
  }),
);

moment('of a key is the one at which the key was accepted', () =>
  withWorld(async (world) => {
    const { liveRegistry, moments } = momentsOf(world);
    const decisions = await liveRegistry.decisions();
    const rights = { owner: 'solo', scopes: [], plan: 'free' } as const;
    const holder = { kind: 'key', id: 'k', sha256: '', ...rights } as const;
    using before = await moments.take({ ...holder, decisions });
    assert.is((await before.view(north.slug, viewer)).account.name, north.name);
    await world.apply({ ...north, name: 'Another' });
    using late = await moments.take({ ...holder, decisions });
    assert.is((await late.view(north.slug, viewer)).account.name, north.name);
    using now = await moments.take(stranger);
    assert.is((await now.view(north.slug, viewer)).account.name, 'Another');
  }),
);

moment('has decisions, and a 503 for all else, before the first version', () =>
  withWorld(
    async (world) => {
      using empty = await momentsOf(world).moments.take(stranger);
      assert.is((await empty.decisions.findAccount(north.slug))?.slug, north.slug);
      assert.throws(() => empty.version, /Nothing is published yet/);
      for (const slug of [north.slug, secret.slug, 'unknown']) {
        await empty.view(slug, viewer).then(
          () => assert.unreachable(),
          (error) => {
            assert.is(error.problem, 'nothing_published', slug);
          },
        );
      }
    },
    { facts: null },
  ),
);

moment.run();
