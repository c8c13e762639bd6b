import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../../pipeline/base/data-directory.ts';
import {
  currentVersion,
  filesOf,
  publishVersion,
  removeOldVersions,
  storedFiles,
} from '../../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot, readManifest } from '../../../../pipeline/publish/snapshot/reader.ts';
import { within } from '../../../support/within.ts';
import { withDataDir, writeTexts } from './writing.ts';

const publishing = suite('publish');

const inDataDir = within(publishing, withDataDir);

/** Writes a version with new content for these accounts. Returns its name. */
const write = async (dataDir: DataDirectory, contents: Record<string, string>) =>
  (await writeTexts(dataDir, contents))?.version ?? null;

async function publish(dataDir: DataDirectory, contents: Record<string, string>): Promise<string> {
  const version = await write(dataDir, contents);
  if (version === null) throw new Error('nothing new');
  publishVersion(dataDir, version);
  return version;
}

/** Names of the versions whose files are there, oldest first. */
const versionsIn = (dataDir: DataDirectory) =>
  readdirSync(dataDir.versions).map((name) => name.replace(/\.json$/, ''));

inDataDir('a written version is in service only once it is published', async (dataDir) => {
  assert.is(currentVersion(dataDir), null);
  const version = await write(dataDir, { a: '1' });
  assert.match(version ?? '', /^000001-[0-9a-f]{12}$/);
  assert.is(currentVersion(dataDir), null);
  publishVersion(dataDir, version ?? '');
  assert.is(currentVersion(dataDir), version);
  const { snapshots } = dataDir;
  assert.equal(readdirSync(snapshots).sort(), [
    'buckets',
    'chain.ndjson',
    'current',
    'objects',
    'versions',
  ]);
  assert.equal(readdirSync(dataDir.versions), [`${version}.json`]);
});

inDataDir('the same content makes no version, other content the next number', async (dataDir) => {
  const firstVersion = await publish(dataDir, { a: '1' });
  assert.is(await write(dataDir, { a: '1' }), null);
  const two = await publish(dataDir, { a: '2' });
  assert.match(two, /^000002-/);
  const back = await publish(dataDir, { a: '1' });
  assert.is(back.slice(7), firstVersion.slice(7));
  assert.match(back, /^000003-/);
});

inDataDir('numbers go on past unpublished versions, and past a million', async (dataDir) => {
  await publish(dataDir, { a: '1' });
  await write(dataDir, { a: '2' });
  assert.match(await publish(dataDir, { a: '3' }), /^000003-/);
  writeFileSync(dataDir.manifest('999999-0123456789ab'), '');
  assert.match(await publish(dataDir, { a: '4' }), /^1000000-/);
  const newest = await publish(dataDir, { a: '5' });
  removeOldVersions(dataDir, 2);
  assert.equal(versionsIn(dataDir).sort().pop(), newest);
  assert.ok(versionsIn(dataDir).every((version) => version.startsWith('10000')));
});

inDataDir('keeps as many versions as configured, with files, nothing else', async (dataDir) => {
  const versions: string[] = [];
  for (const text of ['1', '2', '3', '4', '5']) {
    versions.push(await publish(dataDir, { a: text, [`only-${text}`]: text }));
  }
  const [stored = ''] = storedFiles(dataDir);
  writeFileSync(join(dataDir.snapshots, `${stored}-left-behind`), 'x');
  removeOldVersions(dataDir, 2);
  assert.equal(versionsIn(dataDir), versions.slice(-2));
  for (const version of versions.slice(-2)) {
    const snapshot = openSnapshot(dataDir, version);
    for (const id of snapshot.ids()) assert.ok(snapshot.part(id, 'monthly'));
    snapshot.close();
  }
  const used = versions.slice(-2).flatMap((version) => filesOf(dataDir, version));
  assert.equal(storedFiles(dataDir).sort(), [...new Set(used.map(({ path }) => path))].sort());
});

inDataDir('never removes the version in service, even after a step back', async (dataDir) => {
  const first = await publish(dataDir, { a: '1' });
  const second = await publish(dataDir, { a: '2' });
  const third = await publish(dataDir, { a: '3' });
  publishVersion(dataDir, first);
  removeOldVersions(dataDir, 1);
  assert.equal(versionsIn(dataDir), [first, third]);
  assert.not(existsSync(dataDir.manifest(second)));
  openSnapshot(dataDir, first).close();
});

inDataDir('an old version that nobody can read goes; one in service never', async (dataDir) => {
  const first = await publish(dataDir, { a: '1' });
  const second = await publish(dataDir, { a: '2' });
  writeFileSync(dataDir.manifest(first), '{}');
  removeOldVersions(dataDir, 3);
  assert.equal(versionsIn(dataDir), [second]);
  writeFileSync(dataDir.manifest(second), '{}');
  assert.throws(
    () => removeOldVersions(dataDir, 3),
    /^versions\/0.*\.json is not as it was written/,
  );
  assert.equal(versionsIn(dataDir), [second]);
});

inDataDir('a pointer that names no version is invalid', async (dataDir) => {
  for (const text of ['', 'x', '../../etc/passwd', '000001', '000001-0123456789AB']) {
    writeFileSync(dataDir.current, text);
    assert.is(currentVersion(dataDir), null);
  }
});

inDataDir('a manifest with anything changed in it is refused', async (dataDir) => {
  const version = await publish(dataDir, { a: '1' });
  const path = dataDir.manifest(version);
  const text = readFileSync(path, 'utf8');
  for (const [from, to] of [
    ['2024-06-12', '2024-06-13'],
    ['"accounts": 1', '"accounts": 2'],
    ['"format": 5', '"format": 6'],
    ['"sequence": 1', '"sequence": 3'],
  ] as const) {
    assert.is.not(text.replace(from, to), text);
    writeFileSync(path, text.replace(from, to));
    assert.throws(() => readManifest(dataDir, version), /has format 6|not as it was written/);
  }
  writeFileSync(path, text);
  assert.is(readManifest(dataDir, version).accounts, 1);
});

inDataDir('a file that is missing or cut is not read, and names itself', async (dataDir) => {
  const version = await publish(dataDir, { a: '1'.repeat(100) });
  const openBefore = readdirSync('/proc/self/fd').length;
  for (const { path: name } of filesOf(dataDir, version)) {
    const path = join(dataDir.snapshots, name);
    const whole = readFileSync(path);
    for (const change of [() => truncateSync(path, 99), () => rmSync(path)]) {
      change();
      const snapshot = openSnapshot(dataDir, version);
      assert.throws(() => snapshot.part('a', 'monthly'), name);
      assert.equal([...snapshot.damaged.keys()], [name]);
      snapshot.close();
      writeFileSync(path, whole);
    }
  }
  assert.is(readdirSync('/proc/self/fd').length, openBefore);
});

publishing.run();
