import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { differencesOf, newFiles } from '../../../../pipeline/publish/snapshot/differences.ts';
import { Draft } from '../../../../pipeline/publish/snapshot/draft.ts';
import { bucketCount, bucketFile } from '../../../../pipeline/publish/snapshot/layout.ts';
import { bucketOf, StoredSnapshot } from '../../../../pipeline/publish/snapshot/reader.ts';
import { partsWith } from '../../../support/part-contents.ts';
import { within } from '../../../support/within.ts';
import { identityOf, openDrafted, withDataDir } from './writing.ts';

const reading = suite('entries');

/** Opens a version in which accounts have these records. */
function opened(dataDir: DataDirectory, records: Record<string, string>): StoredSnapshot {
  const draft = new Draft(dataDir);
  for (const [id, record] of Object.entries(records)) {
    draft.enter(identityOf(id), partsWith({ record }));
  }
  return openDrafted(dataDir, draft.finish());
}

const inDataDir = within(reading, withDataDir);

/** Two ids whose accounts share a bucket. */
function neighbours(): [string, string] {
  const ids = new Map<number, string>();
  for (let at = 0; ; at += 1) {
    const id = `MT5:${at}`;
    const neighbour = ids.get(bucketOf(id));
    if (neighbour) return [neighbour, id];
    ids.set(bucketOf(id), id);
  }
}

reading('are in one of the buckets, much the same number in each', () => {
  const counts = new Uint32Array(bucketCount);
  for (let at = 0; at < 100 * bucketCount; at += 1) {
    const bucket = bucketOf(`MT5:${at}@Broker`);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  // Of 1,024 buckets with 100 each by chance, none is outside of 100 ± 6 standard deviations.
  assert.ok(counts.every((count) => count > 40 && count < 160));
});

inDataDir('are found by id, and others are not', (dataDir) => {
  const ids = ['', 'a', 'b', ...neighbours()];
  const entries = opened(dataDir, Object.fromEntries(ids.map((id) => [id, `of ${id}`])));
  assert.equal([...entries.ids()].sort(), [...ids].sort());
  for (const id of ids) assert.is(String(entries.part(id, 'record')), `of ${id}`);
  assert.equal([entries.entry('d'), entries.has('d'), entries.has('a')], [undefined, false, true]);
  assert.is([...entries.files()].length, 2 * ids.length - 1);
  entries.close();
  assert.throws(() => entries.part('a', 'record'), 'the version is closed');
});

inDataDir('differ from another version if their own line does, not their bucket', (dataDir) => {
  const [same, changed] = neighbours();
  const before = opened(dataDir, { [same]: '1', [changed]: '2', gone: '3', a: '4' });
  const now = opened(dataDir, { [same]: '1', [changed]: '5', added: '6', a: '4' });
  const found = [...differencesOf(before, now)].map(({ before: old, now: next }) => [
    old?.identity.id,
    next?.identity.id,
    old?.data === next?.data,
  ]);
  const expected = [
    [changed, changed, false],
    ['gone', undefined, false],
    [undefined, 'added', false],
  ];
  assert.equal(found.sort(), expected.sort());
  const folders = newFiles(before, now).map(({ path }) => path.split('/')[0]);
  assert.equal(folders.sort(), ['buckets', 'buckets', 'objects', 'objects']);
  for (const entries of [before, now]) entries.close();
});

inDataDir('are refused where a bit of their bucket is another', (dataDir) => {
  const entries = opened(dataDir, { a: '1' });
  const [bucket] = Object.values(entries.manifest.buckets);
  const name = bucket ? bucketFile(bucket).path : '';
  const path = join(dataDir.snapshots, name);
  const bytes = readFileSync(path);
  for (const at of [0, 5, bytes.length - 2]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    const again = new StoredSnapshot(dataDir, entries.manifest);
    assert.throws(() => [...again.ids()], name);
    again.close();
  }
  entries.close();
});

reading.run();
