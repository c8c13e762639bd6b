import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemoryLimits } from '../../../../server/callers/limits/create-limits.ts';
import type { Allowance, Limits } from '../../../../server/callers/limits/limits.ts';
import { clientOf } from '../../../../server/http/clients.ts';
import { createMovableClock } from './clock.ts';

const memoryLimits = suite('limits in memory');

/** Sends this many requests. Returns the number that pass. */
async function passing(limits: Limits, client: string, requests: number): Promise<number> {
  let passed = 0;
  for (let number = 0; number < requests; number += 1) {
    if ((await limits.take('anonymous', client)).isAllowed) passed += 1;
  }
  return passed;
}

memoryLimits('are those that are documented, each counted by itself', async () => {
  const limits = createMemoryLimits(createMovableClock());
  const promised: readonly (readonly [Allowance, number])[] = [
    ['anonymous', 20],
    ['free', 30],
    ['paid', 120],
    ['calendar', 600],
    ['calendar_messages', 60],
    ['pages', 120],
  ];
  for (const [allowance, limit] of promised) {
    for (let number = 1; number <= limit; number += 1) {
      const verdict = await limits.take(allowance, 'client');
      assert.ok(verdict.isAllowed);
      assert.is(verdict.limit, limit);
      assert.is(verdict.remaining, limit - number);
    }
    assert.not((await limits.take(allowance, 'client')).isAllowed, allowance);
    assert.ok((await limits.take(allowance, 'other')).isAllowed, allowance);
  }
});

memoryLimits(
  'say when the oldest request leaves, in whole seconds of at most a window',
  async () => {
    const clock = createMovableClock();
    const limits = createMemoryLimits(clock);
    const first = await limits.take('anonymous', 'client');
    // The first came at …400.5, so it expires at …460.5.
    assert.is(first.resetAt, 1_772_366_461);
    clock.pass(30_000);
    await passing(limits, 'client', 19);
    const refused = await limits.take('anonymous', 'client');
    assert.equal(refused, {
      isAllowed: false,
      limit: 20,
      remaining: 0,
      resetAt: 1_772_366_461,
      retryAfter: 30,
    });
    clock.pass(29_999);
    assert.is((await limits.take('anonymous', 'client')).retryAfter, 1);
    clock.pass(1);
    const next = await limits.take('anonymous', 'client');
    assert.ok(next.isAllowed);
    assert.is(next.resetAt, 1_772_366_491, 'now the second is the oldest');
  },
);

memoryLimits('let a client send again at the second of the reset, however it began', async () => {
  for (let begin = 0; begin < 1000; begin += 111) {
    const clock = createMovableClock();
    clock.pass(begin);
    const limits = createMemoryLimits(clock);
    await passing(limits, 'client', 20);
    clock.pass(17);
    const { resetAt } = await limits.take('anonymous', 'client');
    clock.pass(resetAt * 1000 - clock.wall());
    assert.ok((await limits.take('anonymous', 'client')).isAllowed, `${begin}`);
  }
});

memoryLimits('are not changed by setting the wall clock', async () => {
  for (const hours of [-1, 1]) {
    const clock = createMovableClock();
    const limits = createMemoryLimits(clock);
    assert.is(await passing(limits, 'client', 25), 20);
    clock.set(hours * 3_600_000);
    const refused = await limits.take('anonymous', 'client');
    assert.not(refused.isAllowed, `${hours}`);
    const now = clock.wall() / 1000;
    assert.ok(refused.resetAt >= now + 60 && refused.resetAt < now + 61, `${hours}`);
    clock.pass(59_999);
    assert.is(await passing(limits, 'client', 25), 0, `${hours}`);
    clock.pass(1);
    assert.is(await passing(limits, 'client', 25), 20, `${hours}`);
  }
});

memoryLimits('hold for a /64 as a whole and, sixteen times as high, for a /48', async () => {
  const limits = createMemoryLimits(createMovableClock());
  let passed = 0;
  for (let host = 0; host < 40; host += 1) {
    passed += await passing(limits, clientOf(`2001:db8:1:2::${host.toString(16)}`), 1);
  }
  assert.is(passed, 20);
  for (let network = 3; network < 60; network += 1) {
    passed += await passing(limits, clientOf(`2001:db8:1:${network.toString(16)}::1`), 20);
  }
  assert.is(passed, 320);
  const refused = await limits.take('anonymous', clientOf('2001:db8:1:ffff::1'));
  assert.equal([refused.isAllowed, refused.limit, refused.remaining], [false, 20, 0]);
  assert.is(await passing(limits, clientOf('2001:db8:2:2::1'), 25), 20);
});

memoryLimits('do not count for the /64 what the /48 refused', async () => {
  const clock = createMovableClock();
  const limits = createMemoryLimits(clock);
  for (let network = 0; network < 16; network += 1) {
    await passing(limits, clientOf(`2001:db8:1:${network.toString(16)}::1`), 20);
  }
  clock.pass(30_000);
  assert.is(await passing(limits, clientOf('2001:db8:1:ff::1'), 20), 0);
  clock.pass(30_000);
  assert.is(await passing(limits, clientOf('2001:db8:1:ff::1'), 20), 20);
});

memoryLimits.run();
