import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fillDisk, mountSmall, unmount } from './full-disk.ts';
import { withPlace } from './place.ts';

const full = suite('a full disk');

full('fails the run with one line, and once there is room the next one is good', () =>
  withPlace(async ({ root }) => {
    const disk = join(root, 'disk');
    const reason = mountSmall(disk, 64);
    if (reason !== null) {
      console.log(`skipped: ${reason}`);
      return;
    }
    try {
      const report = await fillDisk(root, disk, [0, 4000, 8000, 60_000]);
      assert.equal(report.faults, []);
      const { failed, inService, published } = report;
      assert.ok(failed > inService && inService > 0 && published === 1, JSON.stringify(report));
    } finally {
      unmount(disk);
    }
  }),
);

full.run();
