import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createClockWatch } from '../../../pipeline/schedule/clock-watch.ts';

const clockWatch = suite('clock watch');
const hour = 3_600_000;

clockWatch('tells when the clock was set, forward or back, and not while it runs', () => {
  let wall = 10 * hour;
  let steady = 0;
  let jumps = 0;
  const look = createClockWatch(
    () => {
      jumps += 1;
    },
    () => wall,
    () => steady,
  );
  const pass = (wallMilliseconds: number, steadyMilliseconds: number): number => {
    wall += wallMilliseconds;
    steady += steadyMilliseconds;
    look();
    return jumps;
  };
  assert.is(pass(5_000, 5_000), 0);
  assert.is(pass(24 * hour, 24 * hour), 0);
  assert.is(pass(5_400, 5_000), 0, 'slewed');
  assert.is(pass(-hour, 5_000), 1, 'an hour back');
  assert.is(pass(5_000, 5_000), 1);
  assert.is(pass(hour, 5_000), 2, 'an hour forward');
  assert.is(pass(5_000, 5_000), 2);
});

clockWatch.run();
