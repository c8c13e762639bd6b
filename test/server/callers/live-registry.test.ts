import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { createLiveRegistry } from '../../../server/callers/live-registry.ts';

const live = suite('Connection Keys of very many terminals');

/** Keys that each send once a minute. */
const keys = Array.from({ length: 50_000 }, (_, at) => `sha256 of key ${at}`);

live('are read once, not again with each sending', async () => {
  let reads = 0;
  const registry = {
    store: { revision: () => 1 },
    clock: () => new Date(),
    findConnectionByHash: async (id: string) => {
      reads += 1;
      return { id, owner: 'ada', terms: { plan: 'pro', plan_until: null } };
    },
  } as unknown as Registry;
  const { decisions } = createLiveRegistry(registry);
  for (let minute = 0; minute < 2; minute += 1) {
    for (const key of keys) await (await decisions()).findConnection(key);
  }
  assert.is(reads, keys.length);
});

live.run();
