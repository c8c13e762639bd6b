import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Assembled,
  assemble,
  inBuckets,
} from '../../../../pipeline/publish/snapshot/assemble.ts';
import { hasLooseBuckets } from '../../../../pipeline/publish/snapshot/buckets.ts';
import { differencesOf } from '../../../../pipeline/publish/snapshot/differences.ts';
import { bucketOf, Entries, identityIn } from '../../../../pipeline/publish/snapshot/entries.ts';
import { type AccountEntry, bucketCount } from '../../../../pipeline/publish/snapshot/layout.ts';
import { withDirectory } from '../../../support/directory.ts';
import { entriesWith } from '../../../support/entries.ts';

const reading = suite('entries');

const entry = (id: string, trades: number): AccountEntry => ({
  id,
  type: 'account',
  history_cut_at: null,
  members: [id],
  member_cuts: [null],
  parts: { trades: [0, trades, 10, 'a'.repeat(64), trades] },
});

const pack = { path: 'packs/a.json', sha256: 'a'.repeat(64), bytes: 1000, rows: 1 };

const versionOf = (entries: readonly AccountEntry[]): Assembled =>
  assemble(inBuckets(entries.map(({ parts, ...identity }) => ({ identity, parts }))), [pack]);

/** Opens what an account of each id has, with so many trades. */
const opened = (directory: string, trades: Record<string, number>, before?: Entries): Entries =>
  entriesWith(
    directory,
    versionOf(Object.entries(trades).map(([id, count]) => entry(id, count))),
    before,
  );

const withPacks = (work: (directory: string) => Promise<void> | void) =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    await work(directory);
  });

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

reading('have their identity read without the rest of the line', () => {
  const text = fc.string({ unit: 'binary' });
  const odd = fc.constantFrom('', ',"parts":{', '","parts":{"', 'back\\slash', 'żółć ✓', '}}');
  fc.assert(
    fc.property(fc.oneof(text, odd), fc.option(text), (id, as_of) => {
      const line = { ...(as_of !== null && { as_of }), ...entry(id, 1) };
      const { parts: _, ...identity } = line;
      assert.equal(identityIn(Buffer.from(JSON.stringify(line))), identity);
    }),
    { seed: 1 },
  );
});

reading('are found by id in files that are gone, where only some were wanted', () =>
  withPacks((directory) => {
    const ids = ['', 'a', 'b', 'c', ...neighbours()];
    const all = ids.map((id, at) => entry(id, at));
    const entries = entriesWith(directory, versionOf(all), null, {}, (id) => id !== 'b');
    rmSync(join(directory, 'packs'), { recursive: true });
    const wanted = ids.filter((id) => id !== 'b').sort();
    assert.equal([...entries.ids()].sort(), wanted);
    assert.equal([...entries.all()].map(({ id }) => id).sort(), wanted);
    assert.equal([...entries.identities()].map(({ id }) => id).sort(), wanted);
    for (const [at, id] of ids.entries()) {
      if (id === 'b') continue;
      assert.equal([entries.entry(id), entries.entry(id)], [all[at], all[at]]);
      assert.is(entries.line(id)?.toString(), JSON.stringify(all[at]));
    }
    const missing = ['b', 'd', 'MT5:no'].flatMap((id) => [entries.entry(id), entries.line(id)]);
    assert.ok(missing.every((found) => found === undefined));
    entries.close();
    assert.throws(() => entries.line('a'), 'the accounts of test are closed');
  }),
);

reading('differ from another version if their own line does, not their bucket', () =>
  withPacks((directory) => {
    const [same, changed] = neighbours();
    const before = opened(directory, { [same]: 1, [changed]: 2, gone: 3, a: 4 });
    const now = opened(directory, { [same]: 1, [changed]: 5, added: 6, a: 4 }, before);
    const found = [...differencesOf(before, now)].map((difference) => [
      difference.before?.parts.trades?.[4],
      difference.now?.parts.trades?.[4],
    ]);
    const expected = [
      [2, 5],
      [3, undefined],
      [undefined, 6],
    ];
    assert.equal(found.sort(), expected.sort());
    before.close();
    now.close();
  }),
);

const packsOf = ({ manifest: { files } }: Entries) =>
  files.filter(({ path }) => path.endsWith('.ndjson'));

reading('of buckets that are the same are not written again', () =>
  withPacks((directory) => {
    const [one, two] = neighbours();
    const before = opened(directory, { a: 1, b: 2, [one]: 3, [two]: 4 });
    assert.is(packsOf(before)[0]?.rows, 4);
    const after = opened(directory, { a: 1, b: 5, [one]: 3, [two]: 6, c: 7 }, before);
    const [first, second] = packsOf(after);
    assert.is(packsOf(after).length, 2);
    // The bucket of both neighbours is written, and those of b and c.
    assert.equal([first, second].map((file) => file?.rows).sort(), [4, 4]);
    assert.equal(after.entry('a'), entry('a', 1));
    assert.equal(after.entry(one), entry(one, 3));
    assert.equal(after.entry(two), entry(two, 6));
    const same = opened(directory, { a: 1, b: 5, [one]: 3, [two]: 6, c: 7 }, after);
    assert.equal(packsOf(same), packsOf(after));
    for (const entries of [before, after, same]) entries.close();
  }),
);

reading('go together into one pack where packs are many, and the largest stays', () =>
  withPacks((directory) => {
    const base = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`MT5:${at}`, at]));
    let version = opened(directory, base);
    const [largest] = packsOf(version);
    const counts: number[] = [];
    for (let run = 1; run <= 20; run += 1) {
      base[`MT5:${run}`] = 1000 + run;
      const next = opened(directory, base, version);
      version.close();
      version = next;
      counts.push(packsOf(version).length);
      assert.equal(
        [...version.all()].map(({ id, parts }) => [id, parts.trades?.[4]]).sort(),
        Object.entries(base).sort(),
      );
    }
    assert.ok(Math.max(...counts) <= 9, `${counts}`);
    assert.ok(packsOf(version).some(({ path }) => path === largest?.path));
    version.close();
  }),
);

reading('leave no bytes of others behind in a purge', () =>
  withPacks((directory) => {
    const before = opened(directory, { a: 1, b: 2, gone: 3 });
    const after = opened(directory, { a: 1, b: 2 }, before);
    assert.ok(hasLooseBuckets(after));
    const purged = entriesWith(directory, versionOf([entry('a', 1), entry('b', 2)]), after, {
      isPurging: true,
    });
    assert.not(hasLooseBuckets(purged));
    const texts = packsOf(purged).map(({ path }) => readFileSync(join(directory, path), 'utf8'));
    assert.not(texts.some((text) => text.includes('gone')));
    assert.equal([...purged.ids()].sort(), ['a', 'b']);
    for (const entries of [before, after, purged]) entries.close();
  }),
);

reading('are refused where a bit of their bucket is another', () =>
  withPacks((directory) => {
    const entries = opened(directory, { a: 1 });
    const [{ path } = { path: '' }] = packsOf(entries);
    const bytes = readFileSync(join(directory, path));
    const [index] = Object.values(entries.manifest.buckets);
    for (const at of [0, (index?.[2] ?? 0) - 2, (index?.[2] ?? 0) + 5, bytes.length - 2]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(join(directory, path), damaged);
      const again = new Entries(entries.manifest, ({ path: name }) => join(directory, name));
      assert.throws(() => [...again.all()], `bucket ${bucketOf('a')} of test is damaged`);
      again.close();
    }
    entries.close();
  }),
);

reading.run();
