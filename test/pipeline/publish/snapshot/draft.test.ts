import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { Draft, type Drafted } from '../../../../pipeline/publish/snapshot/draft.ts';
import { storedFiles } from '../../../../pipeline/publish/snapshot/publish.ts';
import { bucketOf } from '../../../../pipeline/publish/snapshot/reader.ts';
import { sha256Of } from '../../../../pipeline/publish/snapshot/versions.ts';
import { partsWith } from '../../../support/part-contents.ts';
import { within } from '../../../support/within.ts';
import { identityOf, openDrafted, withDataDir } from './writing.ts';

const drafting = suite('draft');

const enter = (draft: Draft, id: string, text = `text of ${id}`): void =>
  draft.enter(identityOf(id), partsWith({ monthly: text, 'by_symbol.csv': `${text},\r\n` }));

const inDataDir = within(drafting, withDataDir);

function draftOf(dataDir: DataDirectory, ids: readonly string[]): Drafted {
  const draft = new Draft(dataDir);
  for (const id of ids) enter(draft, id);
  return draft.finish();
}

inDataDir('the hash is of the content, in whatever order accounts were entered', (dataDir) => {
  const forwards = draftOf(dataDir, ['b', 'a', 'c']);
  assert.equal(draftOf(dataDir, ['c', 'b', 'a']).buckets, forwards.buckets);
  assert.is.not(draftOf(dataDir, ['a', 'b']).sha256, forwards.sha256);
  // By hand: parts and identity of each account, then buckets, in order of their numbers.
  const contentOf = (id: string) => {
    const hashes = [`monthly\0${sha256Of(`text of ${id}`)}\n`];
    hashes.push(`by_symbol.csv\0${sha256Of(`text of ${id},\r\n`)}\n`);
    return sha256Of(`${sha256Of(hashes.join(''))} ${JSON.stringify(identityOf(id))}\n`);
  };
  const lines = ['a', 'b', 'c']
    .map((id) => [bucketOf(id), `${bucketOf(id)} ${contentOf(id)}\n`] as const)
    .sort(([first], [second]) => first - second);
  assert.is(forwards.sha256, sha256Of(lines.map(([, line]) => line).join('')));
});

inDataDir('an object has a head and then its parts, under its SHA-256', (dataDir) => {
  const entries = openDrafted(dataDir, draftOf(dataDir, ['a']));
  const subject = entries.subject('a');
  const path = join(
    dataDir.snapshots,
    'objects',
    subject?.object.slice(0, 2) ?? '',
    subject?.object ?? '',
  );
  const text = readFileSync(path, 'utf8');
  const [head = ''] = text.split('\n');
  assert.equal(text.slice(head.length + 1), 'text of atext of a,\r\n');
  assert.equal(JSON.parse(head).monthly, {
    at: 0,
    bytes: 9,
    sha256: sha256Of('text of a'),
    rows: 1,
  });
  assert.is(JSON.parse(head)['by_symbol.csv'].at, 9);
  assert.equal([sha256Of(text), text.length], [subject?.object, subject?.bytes]);
  assert.is(String(entries.part('a', 'by_symbol.csv')), 'text of a,\r\n');
  assert.is(entries.part('a', 'advanced'), undefined);
  entries.close();
});

inDataDir('what is as before is not written again, whether it was computed or not', (dataDir) => {
  const first = draftOf(dataDir, ['a', 'b']);
  const before = openDrafted(dataDir, first);
  const files = storedFiles(dataDir);
  const inodes = () => files.map((path) => statSync(join(dataDir.snapshots, path)).ino);
  const written = inodes();
  const draft = new Draft(dataDir, before);
  enter(draft, 'b');
  const second = draft.finish();
  assert.equal([second.written, second.buckets], [[], first.buckets]);
  assert.equal(inodes(), written);
  const third = new Draft(dataDir, before);
  enter(third, 'b', 'other text');
  third.date('a', '2024-01-02T00:00:00Z');
  const { written: files3, sha256 } = third.finish();
  assert.is.not(sha256, first.sha256);
  const folders = files3.map(({ path }) => path.split('/')[0]).sort();
  assert.equal(folders, ['buckets', 'buckets', 'objects']);
  before.close();
});

inDataDir('a damaged file that nothing is known of is written over', (dataDir) => {
  const first = draftOf(dataDir, ['a']);
  const paths = storedFiles(dataDir).map((path) => join(dataDir.snapshots, path));
  for (const path of paths) writeFileSync(path, 'half');
  assert.equal(draftOf(dataDir, ['a']).buckets, first.buckets);
  for (const path of paths) assert.is(sha256Of(readFileSync(path)), path.slice(-64));
  assert.equal(readdirSync(dataDir.temporary), []);
});

inDataDir('an account that is not retained leaves, and an empty bucket with it', (dataDir) => {
  const before = openDrafted(dataDir, draftOf(dataDir, ['a', 'b']));
  const left = new Draft(dataDir, before);
  left.retain((id) => id === 'b');
  const { buckets, accounts } = left.finish();
  assert.equal([Object.keys(buckets), accounts], [[`${bucketOf('b')}`], 1]);
  const none = new Draft(dataDir, before);
  none.retain(() => false);
  assert.equal(none.finish().buckets, {});
  before.close();
});

drafting.run();
