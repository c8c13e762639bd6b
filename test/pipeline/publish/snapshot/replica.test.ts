import { hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../../pipeline/base/log.ts';
import { replicate } from '../../../../pipeline/publish/snapshot/replica.ts';
import { fetchFile } from '../../../../pipeline/publish/snapshot/shared.ts';
import type { PublishedPointer } from '../../../../pipeline/publish/store/pointer-row.ts';
import { receive } from '../../../../pipeline/publish/store/receive.ts';
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

replica('has a file that two requests fetch at once, if the first removes what is unfinished', () =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const bytes = Buffer.from('an object');
    const content = { sha256: hash('sha256', bytes), bytes: bytes.length };
    const file = { path: `objects/${content.sha256.slice(0, 2)}/${content.sha256}`, ...content };
    const path = join(dataDir.snapshots, file.path);
    let go = (): void => {};
    const gone = new Promise<void>((resolve) => {
      go = resolve;
    });
    const storeOf = (pieces: () => AsyncIterable<Uint8Array>) => ({
      fetch: (_: string, wanted: typeof content, to: string) => receive(pieces(), wanted, to),
    });
    const slow = fetchFile(
      storeOf(async function* () {
        await gone;
        yield bytes;
      }),
      dataDir,
      file,
    );
    await fetchFile(
      storeOf(async function* () {
        yield bytes;
      }),
      dataDir,
      file,
    );
    for (const name of readdirSync(dirname(path))) {
      if (name !== basename(path)) rmSync(join(dirname(path), name));
    }
    go();
    await slow;
    assert.equal(readFileSync(path), bytes);
  }),
);

replica.run();
