import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../../pipeline/config/config.ts';
import { createInboxWatch } from '../../../pipeline/schedule/on-arrival.ts';

const arrival = suite('schedule on arrival');

arrival('is due some seconds after the last of what was sent in, and once for that', () => {
  let now = 1_000_000;
  let newest: Date | null = null;
  const watch = createInboxWatch(10);
  const isDue = () => watch(newest && { at: newest, now: new Date(now) });
  assert.is(isDue(), false);
  newest = new Date(now);
  now += 9_999;
  assert.is(isDue(), false);
  newest = new Date(now);
  now += 9_000;
  assert.is(isDue(), false, 'another one came');
  now += 1_000;
  assert.is(isDue(), true);
  now += 60_000;
  assert.is(isDue(), false, 'a run has begun for it, and its fault would come again');
  newest = new Date(now - 20_000);
  assert.is(isDue(), true);
});

arrival('waits ten seconds unless it is told otherwise', () => {
  const delayOf = (env: Record<string, string>) => readConfig(env).pushDelay;
  assert.equal(
    [delayOf({}), ...['0', '3', '2m'].map((text) => delayOf({ TRACKRECORD_PUSH_DELAY: text }))],
    [10, 0, 3, 120],
  );
  assert.throws(() => delayOf({ TRACKRECORD_PUSH_DELAY: 'soon' }), /such as 0, 10s or 2m/);
});

arrival.run();
