import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Bucket, Snapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import { createCatalogue } from '../../../server/accounts/catalogue.ts';
import { partsOf } from '../facts.ts';

const catalogue = suite('catalogue');

/** Makes a version of buckets. `read` notes each id whose summary is read. */
function snapshotOf(buckets: Record<string, Record<string, string>>, read: string[]) {
  const bucketOf = ([sha256, accounts]: [string, Record<string, string>]): Bucket => ({
    sha256,
    *entries() {
      for (const [id, hash] of Object.entries(accounts)) {
        const parts = { summary: { at: 0, bytes: 1, sha256: hash, rows: 1 } };
        yield { id, type: 'account', history_cut_at: null, members: [], member_cuts: [], parts };
      }
    },
  });
  return {
    buckets: () => Object.entries(buckets).map(bucketOf),
    part(id: string) {
      read.push(id);
      return Buffer.from(JSON.stringify(partsOf(id.charCodeAt(0)).summary));
    },
  } as unknown as Snapshot;
}

catalogue('reads the summaries of buckets that changed, and no content twice', async () => {
  const read: string[] = [];
  const first = await createCatalogue(
    snapshotOf({ one: { a: 'hash a', b: 'hash b' }, two: { c: 'hash c' } }, read),
  );
  assert.equal(read.splice(0), ['a', 'b', 'c']);
  const second = await createCatalogue(
    // In the first bucket a changed and d came. The second is the same.
    snapshotOf({ three: { a: 'new a', b: 'hash b', d: 'hash d' }, two: { c: 'hash c' } }, read),
    first,
  );
  assert.equal(read, ['a', 'd']);
  assert.is(second.size, 4);
  assert.is(second.get('hash b'), first.get('hash b'));
  assert.is(second.get('hash c'), first.get('hash c'));
  assert.is(second.get('hash a'), undefined, 'what no account has goes');
  assert.equal(second.get('new a'), partsOf(97).summary);
});

catalogue.run();
