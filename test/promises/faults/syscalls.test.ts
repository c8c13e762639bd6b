import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withPlace } from './place.ts';
import { stageOf, sweep, whyNoInjection } from './syscalls.ts';

const syscalls = suite('faults of single system calls');

syscalls('end in the version before or the next one, never in a false success', () =>
  withPlace(async ({ root }) => {
    const reason = whyNoInjection();
    if (reason !== null) {
      console.log(`skipped: ${reason}`);
      return;
    }
    const stage = await stageOf(root, 1);
    for (const [syscall, first, injection] of [
      ['rename', 5, 'kill'],
      ['fsync', 8, 'io'],
    ] as const) {
      const report = await sweep(stage, syscall, injection, { first, most: 1 });
      assert.equal(report.faults, []);
      assert.is(report.injected, 1, syscall);
    }
  }),
);

syscalls.run();
