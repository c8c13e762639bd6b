import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fillSmallDisk } from './full-disk.ts';
import { withPlace } from './place.ts';

const full = suite('a full disk');

full('fails the run with one line, and once there is room the next one is good', () =>
  withPlace(async ({ root }) => {
    const report = await fillSmallDisk(root, [0, 8000, 60_000]);
    if (report === null) return;
    assert.equal(report.faults, []);
    const { failed, inService, published } = report;
    assert.ok(failed > inService && inService > 0 && published === 1, JSON.stringify(report));
  }),
);

full.run();
