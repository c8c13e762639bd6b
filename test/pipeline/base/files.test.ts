import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  asFileFault,
  CommandError,
  connectFault,
  readFault,
  writeFault,
} from '../../../pipeline/base/errors.ts';
import { makeFolder, syncFiles } from '../../../pipeline/base/files.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';

const files = suite('files');
const inDirectory = within(files, withDirectory);

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

inDirectory('creates a folder and its parents, and accepts an existing one', (directory) => {
  const path = join(directory, 'a', 'b');
  makeFolder(path);
  makeFolder(path);
  assert.ok(existsSync(path));
});

inDirectory('writes files to the disk, however their folder is named', (directory) => {
  makeFolder(join(directory, 'a'));
  const path = join(directory, 'a', 'b');
  writeFileSync(path, 'b');
  for (const folder of [directory, `${directory}/`, join(directory, 'elsewhere')]) {
    syncFiles(folder, [path]);
  }
  assert.throws(() => syncFiles(directory, [join(directory, 'none')]), /ENOENT/);
});

inDirectory('says in plain words why no folder can be made', (directory) => {
  const path = join(directory, 'file');
  writeFileSync(path, '');
  assert.is(writeFault(thrownBy(() => makeFolder(path))), 'a file has the name of that folder');
  const below = thrownBy(() => makeFolder(join(path, 'below', 'that')));
  assert.match(writeFault(below), /^a (part of its path is a file|file has the name)/);
});

files('says in plain words why a file cannot be read, and other reasons as they are', () => {
  const coded = (code: string) => Object.assign(new Error(`${code}: words, open 'X'`), { code });
  assert.is(readFault(coded('ENOENT')), 'there is no such file');
  assert.is(readFault(coded('EISDIR')), 'it is a folder');
  assert.is(readFault(coded('EACCES')), 'this user may not read it');
  assert.is(readFault(new Error('two\n lines')), 'two lines');
});

files('says of a full disk where it is and what to do, wherever it happens', () => {
  const messages: [error: Error, line: string][] = [
    [
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
      '/data: that disk is full; make room on that disk and run again',
    ],
    [
      Object.assign(new Error("EROFS: x, open '/a/b'"), { code: 'EROFS', path: '/a/b' }),
      '/a/b: that file system is read-only; mount it so that it can be written and run again',
    ],
    [
      new Error('IO Error: Could not write file "/data/x.duckdb": No space left on device'),
      '/data/x.duckdb: that disk is full; make room on that disk and run again',
    ],
    [
      Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
      '/data: that disk is full; make room on that disk and run again',
    ],
    [
      new Error('IO Error: Corrupt database file: computed checksum 1 does not match 2 in block'),
      '/data: a database is damaged; see with `trackrecord verify` which, add --rebuild and run again',
    ],
  ];
  for (const [error, line] of messages) {
    const fault = asFileFault(error, '/data');
    assert.instance(fault, CommandError);
    assert.is(fault instanceof Error && fault.message, line);
  }
  const otherError = new Error('something else');
  assert.is(asFileFault(otherError, '/data'), otherError);
});

files('says in plain words why a server cannot be reached, and where it is', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), {
    code: 'ECONNREFUSED',
    address: '::1',
    port: 5432,
  });
  assert.is(connectFault(refused), 'nothing listens at [::1]:5432');
  assert.is(connectFault(new AggregateError([refused])), 'nothing listens at [::1]:5432');
  const unknown = { code: 'ENOTFOUND', hostname: 'db.example' };
  assert.is(
    connectFault(Object.assign(new Error('getaddrinfo ENOTFOUND db.example'), unknown)),
    'there is no such host at db.example',
  );
  assert.is(
    connectFault(new Error('password authentication failed')),
    'password authentication failed',
  );
  assert.is(connectFault(new Error('Query read timeout')), 'nothing answered in time', "pg's own");
});

files.run();
