import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KnownFiles } from '../../../pipeline/load/known-files.ts';
import { checkUnlessKnown } from '../../../pipeline/run/check-unless-known.ts';
import { withDirectory } from '../../support/directory.ts';

const checking = suite('published files');

const mebibyte = 1024 * 1024;

/** Writes a file of so many bytes, and returns its line of a manifest. */
function write(folder: string, path: string, bytes: number) {
  const content = Buffer.alloc(bytes, 'entry');
  writeFileSync(join(folder, path), content);
  return { path, bytes, rows: 1, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Files whose states nobody noted, and what is noted. */
function noting(found?: string) {
  const noted: string[] = [];
  return { noted, find: () => found, note: (path: string) => noted.push(path) };
}

checking('are noted if they are large and whole', () =>
  withDirectory(async (folder) => {
    const known = noting();
    const small = write(folder, 'small', mebibyte);
    const large = write(folder, 'large', 8 * mebibyte);
    for (const file of [small, large])
      assert.equal(await checkUnlessKnown(folder, file, known), []);
    assert.equal(known.noted, [join(folder, 'large')]);
    const faults = await checkUnlessKnown(folder, { ...large, sha256: small.sha256 }, known);
    assert.match(faults.join(), 'large: its SHA-256 is not the one in the manifest');
    assert.is(known.noted.length, 1);
  }),
);

checking('are not read if they are known, unless they are small or of another size', () =>
  withDirectory(async (folder) => {
    const large = { ...write(folder, 'large', 8 * mebibyte), sha256: 'of content' };
    const small = { ...write(folder, 'small', mebibyte), sha256: 'of content' };
    const known = noting('of content');
    assert.equal(await checkUnlessKnown(folder, large, known), []);
    for (const file of [small, { ...large, bytes: 1 }, { ...large, path: 'other' }]) {
      assert.is((await checkUnlessKnown(folder, file, known)).length, 1);
    }
    assert.is((await checkUnlessKnown(folder, large, noting('of other content'))).length, 1);
  }),
);

checking('are read again once they were written', () =>
  withDirectory(async (folder) => {
    const large = write(folder, 'large', 8 * mebibyte);
    const noted: { path: string; state: string; sha256: string }[] = [];
    const note: KnownFiles['note'] = (path, { words }, sha256) => {
      noted.push({ path, state: words, sha256 });
    };
    assert.equal(await checkUnlessKnown(folder, large, { find: () => undefined, note }), []);
    write(folder, 'large', 8 * mebibyte);
    writeFileSync(join(folder, 'large'), 'E', { flag: 'r+' });
    assert.is((await checkUnlessKnown(folder, large, new KnownFiles(noted))).length, 1);
  }),
);

checking.run();
