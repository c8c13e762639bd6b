import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Outcome } from '../../../pipeline/connect/outcome.ts';
import type { KeyedBody } from '../../../pipeline/connect/receive.ts';
import { largeBytes, queueBySize } from '../../../pipeline/connect/receiver.ts';
import type { Receipt } from '../../../pipeline/deliveries/receipts.ts';

const lanes = suite('small and large bodies');

const receipt: Receipt = {
  receipt: 'rcp_1',
  state: 'received',
  received_at: '2026-02-03T08:00:00.000Z',
  accepted: 1,
  rejected: [],
  rejected_count: 0,
  run: null,
  version: null,
};

const arrival = (keyId: string, length: number): KeyedBody => ({
  bytes: Buffer.alloc(length),
  type: 'application/json',
  isGzip: false,
  keyId,
  accountId: keyId,
  owner: keyId.slice(0, 1),
  plan: 'free',
  idempotencyKey: null,
});

/** Lanes. The test decides when large bodies are answered. */
function openLanes() {
  const begun: string[] = [];
  const ends = new Map<string, (outcome: Outcome) => void>();
  const take = queueBySize({
    // The body holds its decompressed size.
    small: async ({ idempotencyKey }) => (idempotencyKey === 'opens' ? null : { receipt }),
    large({ keyId }) {
      begun.push(keyId);
      return new Promise((end) => ends.set(keyId, end));
    },
  });
  const end = async (keyId: string, bytes: number): Promise<void> => {
    ends.get(keyId)?.({ receipt, bytes });
    await new Promise(setImmediate);
  };
  return { take, begun, end };
}

lanes('receive a small body while large ones wait', async () => {
  const { take, begun } = openLanes();
  for (const keyId of ['a1', 'b1', 'c1']) void take(arrival(keyId, largeBytes + 1));
  assert.equal(await take(arrival('d1', largeBytes)), { receipt });
  assert.equal(begun, ['a1']);
});

lanes('receive one large body per key at a time', async () => {
  const { take, begun, end } = openLanes();
  const first = take(arrival('a1', largeBytes + 1));
  for (const again of [
    arrival('a1', largeBytes + 1),
    { ...arrival('a1', 10), idempotencyKey: 'opens' },
  ]) {
    const refused = await take(again);
    assert.ok('status' in refused);
    assert.is(refused.status, 429);
    assert.match(refused.detail, /Wait for its answer/);
  }
  assert.equal(await take(arrival('a1', 10)), { receipt }, 'a small one of the same key');
  await end('a1', 1);
  assert.ok('receipt' in (await first));
  void take(arrival('a1', largeBytes + 1));
  await new Promise(setImmediate);
  assert.equal(begun, ['a1', 'a1']);
});

lanes('begin with the owner whose large bodies had the fewest bytes', async () => {
  const { take, begun, end } = openLanes();
  for (const keyId of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) {
    void take(arrival(keyId, largeBytes + 1));
  }
  // Owner a sends 30 MB at a time, owner b 10 MB.
  for (let turn = 0; turn < 6; turn += 1) {
    await new Promise(setImmediate);
    const keyId = begun.at(-1) ?? '';
    await end(keyId, keyId.startsWith('a') ? 30 : 10);
  }
  assert.equal(begun, ['a1', 'b1', 'b2', 'b3', 'a2', 'a3']);
});

lanes('go on if a large body ends the process that reads it', async () => {
  const outcomes: (() => Promise<Outcome>)[] = [
    () => Promise.reject(new Error('SIGABRT')),
    async () => ({ receipt }),
  ];
  const take = queueBySize({
    small: async () => null,
    large: () => outcomes.shift()?.() ?? Promise.reject(new Error('one too many')),
  });
  const body = arrival('a1', largeBytes + 1);
  assert.is(await take(body).catch(({ message }) => message), 'SIGABRT');
  assert.equal(await take(body), { receipt });
});

lanes.run();
