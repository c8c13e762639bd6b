import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileEntry, Identity } from '../../../../pipeline/publish/snapshot/layout.ts';
import { packHere } from '../../../../pipeline/publish/snapshot/packs.ts';
import { Parts } from '../../../../pipeline/publish/snapshot/parts.ts';
import { withDirectory } from '../../../support/directory.ts';
import { entriesWith, type Whole, wholeOf } from '../../../support/entries.ts';
import { putPart } from '../../../support/put-part.ts';

const gathering = suite('parts');

const identity = (id: string): Identity => ({
  id,
  type: 'account',
  history_cut_at: null,
  members: [id],
  member_cuts: [null],
});

async function write(parts: Parts, id: string, text: string): Promise<void> {
  parts.enter(identity(id));
  await putPart(parts, 'sections', id, 'summary', 1, text);
  await putPart(parts, 'csv', id, 'by_symbol.csv', 2, `${text},\r\n`);
}

function contentOf(directory: string, { files, entries }: Whole, id: string) {
  const entry = entries.find((candidate) => candidate.id === id);
  return Object.fromEntries(
    Object.entries(entry?.parts ?? {}).map(([part, [ordinal, offset, bytes]]) => {
      const path = join(directory, files[ordinal]?.path ?? '');
      return [part, readFileSync(path).toString('utf8', offset, offset + bytes)];
    }),
  );
}

/** Opens the parts in `directory`. Packs are in the folder that file entries name. */
const partsIn = (directory: string, files: readonly FileEntry[] = [], fullBytes?: number): Parts =>
  new Parts(packHere(join(directory, 'packs'), directory, fullBytes), files);

async function first(directory: string, ids: readonly string[]): Promise<Whole> {
  const parts = partsIn(directory);
  for (const id of ids) await write(parts, id, `text of ${id}`);
  await parts.seal();
  return wholeOf(parts.assemble());
}

const withPacks = (work: (directory: string) => Promise<void>) =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    await work(directory);
  });

gathering('the hash is of the content, in whatever order accounts were written', () =>
  withPacks(async (directory) => {
    const forwards = await first(directory, ['b', 'a', 'c']);
    const backwards = await first(directory, ['c', 'b', 'a']);
    assert.is(forwards.sha256, backwards.sha256);
    assert.equal(
      forwards.entries.map(({ id }) => id),
      ['a', 'b', 'c'],
    );
    assert.equal(contentOf(directory, forwards, 'b'), contentOf(directory, backwards, 'b'));
    assert.is.not((await first(directory, ['a', 'b'])).sha256, forwards.sha256);
  }),
);

gathering('full packs are followed by others, with the same content and hash', () =>
  withPacks(async (directory) => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const firstWrite = await first(directory, ids);
    const parts = partsIn(directory, [], 20);
    for (const id of ids) await write(parts, id, `text of ${id}`);
    await parts.seal();
    const many = wholeOf(parts.assemble());
    assert.is(many.sha256, firstWrite.sha256);
    for (const id of ids) {
      assert.equal(contentOf(directory, many, id), contentOf(directory, firstWrite, id));
    }
    // A summary has 9 bytes and 1 row, a CSV 12 bytes and 2 rows.
    const sizes = (ending: string) =>
      many.files
        .filter(({ path }) => path.endsWith(ending))
        .map(({ bytes, rows }) => [bytes, rows])
        .sort();
    assert.equal(sizes('.json'), [
      [18, 2],
      [27, 3],
    ]);
    assert.equal(sizes('.csv'), [
      [12, 2],
      [24, 4],
      [24, 4],
    ]);
  }),
);

gathering('unchanged parts keep their place, changed ones get a new one', () =>
  withPacks(async (directory) => {
    const before = await first(directory, ['a', 'b']);
    const parts = partsIn(directory, before.files);
    for (const entry of before.entries) parts.keep(entry);
    await write(parts, 'a', 'text of a');
    await write(parts, 'b', 'other text');
    parts.enter(identity('c'));
    await putPart(parts, 'sections', 'c', 'summary', 1, 'new');
    await parts.seal();
    const after = wholeOf(parts.assemble());
    const places = ({ files, entries }: Whole, id: string) =>
      Object.values(entries.find((entry) => entry.id === id)?.parts ?? {}).map(
        ([file, ...place]) => [files[file]?.path, ...place],
      );
    assert.equal(places(after, 'a'), places(before, 'a'));
    assert.equal(contentOf(directory, after, 'b'), {
      summary: 'other text',
      'by_symbol.csv': 'other text,\r\n',
    });
    assert.equal(contentOf(directory, after, 'c'), { summary: 'new' });
    assert.is(after.files.length, 4);
  }),
);

gathering('nothing new makes no pack, and the same hash', () =>
  withPacks(async (directory) => {
    const before = await first(directory, ['a', 'b']);
    const packs = readdirSync(join(directory, 'packs'));
    const parts = partsIn(directory, before.files);
    for (const entry of before.entries) parts.keep(entry);
    await write(parts, 'b', 'text of b');
    await parts.seal();
    assert.equal(wholeOf(parts.assemble()), before);
    assert.equal(readdirSync(join(directory, 'packs')), packs);
  }),
);

gathering('an account that is not retained leaves, with its files', () =>
  withPacks(async (directory) => {
    const before = await first(directory, ['a', 'b']);
    const parts = partsIn(directory, before.files);
    for (const entry of before.entries) parts.keep(entry);
    parts.retain((id) => id === 'b');
    const after = wholeOf(parts.assemble());
    assert.equal(
      after.entries.map(({ id }) => id),
      ['b'],
    );
    parts.retain(() => false);
    assert.equal(parts.assemble().files, []);
  }),
);

gathering('an unchanged entry keeps its bytes, and no other does', () =>
  withPacks(async (directory) => {
    const before = await first(directory, ['a', 'b', 'c', 'd']);
    const parts = partsIn(directory, before.files);
    const from = entriesWith(
      directory,
      before.lines.map((line) => `${line} `),
    );
    for (const entry of from.all()) parts.keep(entry, from);
    await write(parts, 'b', 'other text');
    parts.enter({ ...identity('c'), history_cut_at: '2024-01-01' });
    parts.date('d', '2024-01-02T00:00:00Z');
    await parts.seal();
    const { entries, lines } = wholeOf(parts.assemble());
    assert.equal(
      lines.map((line) => line.endsWith(' ')),
      [true, false, false, false],
    );
    assert.equal(
      lines.slice(1),
      entries.slice(1).map((entry) => JSON.stringify(entry)),
    );
    from.close();
  }),
);

gathering('files keep their numbers, but for what fills the place of one that is gone', () =>
  withPacks(async (directory) => {
    const numbersOf = ({ entries }: Whole) =>
      Object.fromEntries(
        entries.map(({ id, parts }) => [id, Object.values(parts).map(([file]) => file)]),
      );
    let version = await first(directory, ['a', 'b']);
    const after = async (work: (parts: Parts) => unknown) => {
      const parts = partsIn(directory, version.files);
      const from = entriesWith(directory, version.lines);
      for (const entry of from.all()) parts.keep(entry, from);
      await work(parts);
      await parts.seal();
      version = wholeOf(parts.assemble());
      from.close();
      for (const { id } of version.entries) {
        const text = contentOf(directory, version, id).summary;
        assert.is(text, `${id === 'b' ? 'other' : 'text of'} ${id}`);
      }
      return numbersOf(version);
    };
    assert.equal(await after((parts) => write(parts, 'b', 'other b')), { a: [0, 1], b: [2, 3] });
    assert.equal(await after((parts) => write(parts, 'c', 'text of c')), {
      a: [0, 1],
      b: [2, 3],
      c: [4, 5],
    });
    assert.equal(await after((parts) => parts.retain((id) => id !== 'a')), {
      b: [2, 3],
      c: [0, 1],
    });
  }),
);

gathering('members, type and cut are content too', () =>
  withPacks(async (directory) => {
    const before = await first(directory, ['a']);
    const parts = partsIn(directory, before.files);
    for (const entry of before.entries) parts.keep(entry);
    parts.enter({ ...identity('a'), history_cut_at: '2024-01-01' });
    assert.is.not(parts.assemble().sha256, before.sha256);
  }),
);

gathering('abandoned, leaves no file; what was not sealed cannot be assembled', () =>
  withPacks(async (directory) => {
    const parts = partsIn(directory);
    await write(parts, 'a', 'text');
    assert.throws(() => parts.assemble(), 'a part of an account was never sealed');
    await parts.abandon();
    assert.equal(readdirSync(directory), ['packs']);
    assert.equal(readdirSync(join(directory, 'packs')), []);
  }),
);

gathering('an invalid entry is refused', () =>
  withPacks(async (directory) => {
    const { files, entries } = await first(directory, ['a']);
    const [entry] = entries;
    if (!entry) throw new Error('no entry');
    assert.throws(() => partsIn(directory, files.slice(0, 1)).keep(entry), 'names file 1');
  }),
);

gathering('a part that only another program knows is left out of the next version', () =>
  withPacks(async (directory) => {
    const before = await first(directory, ['a']);
    const { files, entries } = before;
    const [entry] = entries;
    if (!entry) throw new Error('no entry');
    const place = JSON.stringify(entry.parts.summary);
    for (const name of ['later', 'trades.csv']) {
      const [parts, own] = [partsIn(directory, files), partsIn(directory, files)];
      const later = { ...entry, parts: { ...entry.parts, ...JSON.parse(`{"${name}":${place}}`) } };
      const from = entriesWith(directory, [JSON.stringify(later)]);
      parts.keep(later, from);
      from.close();
      own.keep(entry);
      assert.equal(parts.usage(), own.usage());
      assert.equal(wholeOf(parts.assemble()), before);
    }
  }),
);

gathering.run();
