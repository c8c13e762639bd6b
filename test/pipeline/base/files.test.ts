import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readFault, writeFault } from '../../../pipeline/base/errors.ts';
import { makeFolder } from '../../../pipeline/base/files.ts';
import { withDirectory } from '../../support/directory.ts';

const files = suite('files');

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

files('makes a folder with those above it, also where it is there', () =>
  withDirectory((directory) => {
    const path = join(directory, 'a', 'b');
    makeFolder(path);
    makeFolder(path);
    assert.ok(existsSync(path));
  }),
);

files('says in plain words why no folder can be made', () =>
  withDirectory((directory) => {
    const path = join(directory, 'file');
    writeFileSync(path, '');
    assert.is(writeFault(thrownBy(() => makeFolder(path))), 'a file has its name');
    const below = thrownBy(() => makeFolder(join(path, 'below', 'that')));
    assert.match(writeFault(below), /^a (part of its path is a file|file has its name)/);
  }),
);

files('says in plain words why a file cannot be read, and other reasons as they are', () => {
  const coded = (code: string) => Object.assign(new Error(`${code}: words, open 'X'`), { code });
  assert.is(readFault(coded('ENOENT')), 'there is no such file');
  assert.is(readFault(coded('EISDIR')), 'it is a folder');
  assert.is(readFault(coded('EACCES')), 'this user may not read it');
  assert.is(readFault(new Error('two\n lines')), 'two lines');
});

files.run();
