import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withDirectory } from './directory.ts';
import { mountsBelow, removeWithMounts } from './mounts.ts';

const mounts = suite('mounts');

mounts('mounts of an interrupted test are removed with its folder', () =>
  withDirectory((directory) => {
    const folder = join(directory, 'tests');
    const disk = join(folder, 'with blank', 'disk');
    mkdirSync(disk, { recursive: true });
    const mount = ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk];
    if (spawnSync('mount', mount, { stdio: 'ignore' }).status !== 0) {
      console.log('skipped: no small disk can be mounted');
      return;
    }
    writeFileSync(join(disk, 'file'), '');
    assert.equal(mountsBelow(folder), [disk]);
    removeWithMounts(folder);
    assert.not(existsSync(folder));
    assert.equal(mountsBelow(folder), []);
  }),
);

mounts.run();
