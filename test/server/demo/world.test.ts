import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashKey } from '../../../pipeline/base/key-format.ts';
import { findPayingOwner, replaceDemoKey } from '../../../server/demo/world.ts';
import { withWorld } from '../world.ts';

const demo = suite('demo world');

demo('has one key of a paying owner at a time, however often it starts', () =>
  withWorld(
    async ({ registry }) => {
      const owner = await findPayingOwner(registry);
      assert.is(owner?.plan, 'pro');
      const keys: (string | null)[] = [];
      for (let start = 0; start < 15; start += 1) {
        keys.push(owner && (await replaceDemoKey(registry, owner)));
      }
      const last = keys.pop() ?? '';
      assert.is((await registry.findKeyByHash(hashKey(last)))?.owner, owner?.slug);
      assert.is(await registry.findKeyByHash(hashKey(keys.pop() ?? '')), null);
    },
    { facts: null },
  ),
);

demo.run();
