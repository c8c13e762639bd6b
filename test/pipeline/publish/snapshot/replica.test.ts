import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../pipeline/base/log.ts';
import { replicate } from '../../../../pipeline/publish/snapshot/replica.ts';
import type { PublishedPointer } from '../../../../pipeline/publish/store/pointer.ts';
import { withDirectory } from '../../../support/directory.ts';

const replica = suite('local copy of what machines share');

replica("has the age of its own version, not of one that it can't fetch", () =>
  withDirectory(async (directory) => {
    const manifest = { sha256: '', bytes: 0 };
    let pointed: PublishedPointer = {
      serial: 1,
      version: 'one',
      ageSeconds: 1000,
      manifest,
      form: 1,
      state: null,
    };
    let isTruncated = false;
    const copy = replicate(
      {
        name: 'the copy',
        row: { read: async () => pointed },
        directory: { current: join(directory, 'current'), serial: join(directory, 'serial') },
        isHere: () => false,
        fetch: async () => {
          if (isTruncated) throw new Error('object is too short');
        },
        removeOld() {},
        removeFaulty() {},
      },
      silentLog,
    );
    const age = () => Math.floor((copy.ageSeconds() ?? -1) / 100) * 100;
    assert.is(copy.ageSeconds(), null);
    await copy.refresh();
    assert.equal([copy.version(), age()], ['one', 1000]);

    // A run has published since. This server gets only a part of that version.
    isTruncated = true;
    pointed = { ...pointed, serial: 2, version: 'two', ageSeconds: 0 };
    await copy.refresh();
    assert.equal([copy.version(), age(), copy.fault()], ['one', 1000, 'object is too short']);

    isTruncated = false;
    await copy.refresh();
    assert.equal([copy.version(), age(), copy.fault()], ['two', 0, null]);
    pointed = { ...pointed, ageSeconds: 300 };
    await copy.refresh();
    assert.is(age(), 300);
  }),
);

replica.run();
