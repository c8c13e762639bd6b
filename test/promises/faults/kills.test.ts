import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from '../../support/random.ts';
import { killRuns } from './killing.ts';
import { withPlace } from './place.ts';

const kills = suite('killed runs');

// As many as fit into a test, each after another step. test/load does 200.
kills('leave complete versions to readers, and the next run repairs the rest', () =>
  withPlace(async ({ root }) => {
    const report = await killRuns({ root, kills: 3, random: randomFrom(5), stepCount: 3 });
    assert.equal(report.faults, []);
    assert.ok(report.kills >= 3 && report.answers > 0, JSON.stringify(report));
  }),
);

kills.run();
