import { dirname } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { isInFull } from '../../support/in-full.ts';
import { differenceBetween, openWorld } from './answers.ts';
import { kinds, kindsUnseenByOwners } from './change-world.ts';
import { tablesOf } from './hiding-world.ts';
import { type Pair, publishPair } from './pairs.ts';
import { plantedLeaks } from './planted-leaks.ts';
import { plant, withLeak } from './planting.ts';
import { publishHiding, tellingSeed } from './published-world.ts';
import { ownerAsks } from './surfaces.ts';

const hidden = suite<{ pair: Pair }>('what is hidden');

hidden.before(async (context) => {
  context.pair = await publishPair({ seed: tellingSeed, kinds });
});

hidden.after(({ pair }) => pair.remove());

hidden('changes no byte of any answer to strangers', async ({ pair }) => {
  for (const kind of kinds) assert.ok((pair.hits.get(kind) ?? 0) > 0, `${kind}: never changed`);
  assert.is(await differenceBetween(pair.one, pair.other, pair.asks), null);
});

hidden('changes no byte for owners either where it counts for nobody', async ({ pair }) => {
  const options = { seed: tellingSeed, kinds: kindsUnseenByOwners, isForOwners: true };
  const { one, other, asks } = await publishPair(options, publishHiding, pair.one);
  assert.is(await differenceBetween(one, other, asks), null);
  other.remove();
});

/** One leak of each room, because each takes a second or two. All of them if tests run in full. */
const leaks = plantedLeaks.filter(
  ({ file }, at) =>
    isInFull ||
    plantedLeaks.findIndex((plantedLeak) => dirname(plantedLeak.file) === dirname(file)) === at,
);

hidden('has a line for every leak to be planted in', () => {
  for (const planted of plantedLeaks) assert.is.not(withLeak(planted), '');
});

for (const planted of leaks) {
  hidden(`would be seen with this leak: ${planted.leak}`, async ({ pair }) => {
    const { answers, publishing, isOfPublishing, remove } = await plant(planted);
    const { seed } = planted;
    const isNew = isOfPublishing || seed !== undefined;
    const options =
      seed === undefined
        ? { seed: tellingSeed, accounts: 8, kinds }
        : { seed, accounts: 12, kinds };
    const leaking = isNew ? await publishPair(options, publishing.publishHiding) : pair;
    const { one, other, asks } = leaking;
    const found = await answers.differenceBetween(one, other, asks, true);
    if (isNew) leaking.remove();
    await remove();
    assert.is.not(found, null);
  });
}

hidden('changes no byte for owners, whose answers no flag touches', async ({ pair: { one } }) => {
  const { registry, ask, close } = await openWorld(one);
  const answers = async (hide: readonly Hidable[]) => {
    const { accounts } = tablesOf(one.world).registry;
    await applyRegistry(registry, { accounts: accounts.map((entry) => ({ ...entry, hide })) });
    const texts: string[] = [];
    for (const owned of ownerAsks(one.world)) texts.push((await ask(owned)).text);
    return texts;
  };
  assert.equal(await answers(hidables), await answers([]));
  await close();
});

hidden.run();
