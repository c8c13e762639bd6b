import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSlidingLog } from '../../../../server/callers/limits/local-counts.ts';

const slidingLog = suite('sliding log');

const windowMilliseconds = 60_000;
const logOf = (limit: number, maxClients = 100) =>
  createSlidingLog({ limit, windowMilliseconds, maxClients });

slidingLog('lets no window of 60 seconds hold more than the limit, whatever the times', () => {
  const gaps = fc.array(fc.oneof(fc.nat(500), fc.nat(20_000), fc.constantFrom(0, 59_999, 60_000)), {
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 25 }), gaps, (limit, steps) => {
      const log = logOf(limit);
      const passed: number[] = [];
      let at = 0;
      for (const gap of steps) {
        at += gap;
        const window = passed.filter((time) => time > at - windowMilliseconds);
        const { isAllowed, remaining, untilReset } = log.take('client', at);
        assert.is(isAllowed, window.length < limit, 'refused only where the window is full');
        if (isAllowed) window.push(at);
        assert.is(remaining, limit - window.length);
        assert.is(untilReset, (window[0] ?? at) + windowMilliseconds - at);
        assert.ok(untilReset > 0 && untilReset <= windowMilliseconds);
        if (isAllowed) passed.push(at);
      }
    }),
    { numRuns: 500 },
  );
});

slidingLog('forgets no client to make room; further clients share one count', () => {
  const log = logOf(2, 3);
  for (const client of ['a', 'b', 'c']) {
    log.take(client, 0);
    log.take(client, 1);
  }
  const flood = Array.from({ length: 10_000 }, (_, at) => log.take(`flood ${at}`, 2));
  assert.is(flood.filter(({ isAllowed }) => isAllowed).length, 2);
  assert.is(log.clientCount(), 3);
  for (const client of ['a', 'b', 'c']) assert.not(log.take(client, 59_999).isAllowed, client);
});

slidingLog('counts what a client had of the shared count when it gets one of its own', () => {
  const log = logOf(2, 1);
  log.take('first', 0);
  assert.ok(log.take('second', 30_000).isAllowed);
  assert.ok(log.take('second', 30_001).isAllowed);
  const later = [60_000, 60_001, 60_002].map((at) => log.take('second', at).isAllowed);
  assert.equal(later, [false, false, false]);
  assert.ok(log.take('second', 90_000).isAllowed);
});

slidingLog('drops clients whose requests have all left the window', () => {
  const log = logOf(20, 1000);
  for (let number = 0; number < 1000; number += 1) log.take(`old ${number}`, 0);
  assert.is(log.clientCount(), 1000);
  for (let number = 0; number < 1000; number += 1) {
    assert.ok(log.take(`new ${number}`, 60_000).isAllowed, `${number}`);
  }
  for (let number = 0; number < 1000; number += 1) log.take('one', 130_000 + number);
  assert.is(log.clientCount(), 1);
});

slidingLog('takes a request back', () => {
  const log = logOf(1);
  log.take('client', 5);
  log.giveBack('client', 6);
  assert.not(log.take('client', 7).isAllowed);
  log.giveBack('client', 5);
  assert.ok(log.take('client', 8).isAllowed);
});

slidingLog.run();
