import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Call, whyNoTrace } from './calls.ts';
import { withPlace } from './place.ts';
import { stageOf } from './stage.ts';
import { callsOf, sweep } from './syscalls.ts';

const syscalls = suite('faults of single system calls');

syscalls('end in the version before or the next one, never in a false success', () =>
  withPlace(async ({ root }) => {
    const reason = whyNoTrace();
    if (reason !== null) {
      console.log(`skipped: ${reason}`);
      return;
    }
    const stage = await stageOf(root, 1);
    const calls = await callsOf(stage);
    const isPointer = ({ name, path }: Call) =>
      name === 'rename' && path.endsWith('snapshots/current.tmp');
    const isLog = ({ name, path, thread }: Call) =>
      thread > 0 && name === 'fsync' && path.endsWith('working.duckdb.wal');
    for (const [one, injection] of [
      [calls.find(isPointer), 'kill'],
      [calls.find(isLog), 'io'],
    ] as const) {
      assert.ok(one, JSON.stringify(calls));
      const { published, ...report } = await sweep(stage, [one], injection);
      assert.equal(report, { injected: 1, missed: [], unharmed: [], faults: [] });
      assert.is(published, 0, 'the version before stays');
    }
  }),
);

syscalls.run();
