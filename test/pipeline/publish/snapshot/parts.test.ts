import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Assembled } from '../../../../pipeline/publish/snapshot/assemble.ts';
import type { Entries } from '../../../../pipeline/publish/snapshot/entries.ts';
import type { Identity } from '../../../../pipeline/publish/snapshot/layout.ts';
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

/** Begins with the accounts of a version, whose packs are in `directory`. */
const partsIn = (directory: string, before?: Entries, fullBytes?: number): Parts =>
  new Parts(packHere(join(directory, 'packs'), directory, fullBytes), before);

async function first(directory: string, ids: readonly string[]): Promise<Assembled> {
  const parts = partsIn(directory);
  for (const id of ids) await write(parts, id, `text of ${id}`);
  await parts.seal();
  return parts.assemble();
}

/** Does work on a version after another, and returns both. */
async function after(
  directory: string,
  earlier: Assembled,
  work: (parts: Parts) => unknown,
): Promise<{ before: Whole; after: Whole }> {
  const entries = entriesWith(directory, earlier);
  try {
    const parts = partsIn(directory, entries);
    await work(parts);
    await parts.seal();
    return { before: wholeOf(earlier), after: wholeOf(parts.assemble(), entries) };
  } finally {
    entries.close();
  }
}

const withPacks = (work: (directory: string) => Promise<void>) =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    await work(directory);
  });

gathering('the hash is of the content, in whatever order accounts were written', () =>
  withPacks(async (directory) => {
    const forwards = wholeOf(await first(directory, ['b', 'a', 'c']));
    const backwards = wholeOf(await first(directory, ['c', 'b', 'a']));
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
    const firstWrite = wholeOf(await first(directory, ids));
    const parts = partsIn(directory, undefined, 20);
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
    const { before, after: later } = await after(
      directory,
      await first(directory, ['a', 'b']),
      async (parts) => {
        await write(parts, 'a', 'text of a');
        await write(parts, 'b', 'other text');
        parts.enter(identity('c'));
        await putPart(parts, 'sections', 'c', 'summary', 1, 'new');
      },
    );
    const places = ({ files, entries }: Whole, id: string) =>
      Object.values(entries.find((entry) => entry.id === id)?.parts ?? {}).map(
        ([file, ...place]) => [files[file]?.path, ...place],
      );
    assert.equal(places(later, 'a'), places(before, 'a'));
    assert.equal(contentOf(directory, later, 'b'), {
      summary: 'other text',
      'by_symbol.csv': 'other text,\r\n',
    });
    assert.equal(contentOf(directory, later, 'c'), { summary: 'new' });
    assert.is(later.files.length, 4);
  }),
);

gathering('without anything new there is no pack, and the hash is the same', () =>
  withPacks(async (directory) => {
    const earlier = await first(directory, ['a', 'b']);
    const packs = readdirSync(join(directory, 'packs'));
    const same = await after(directory, earlier, (parts) => write(parts, 'b', 'text of b'));
    assert.equal(same.after, same.before);
    const isPart = (name: string) => !name.endsWith('.ndjson');
    assert.equal(readdirSync(join(directory, 'packs')).filter(isPart), packs);
  }),
);

gathering('an account that is not retained leaves, with its files', () =>
  withPacks(async (directory) => {
    const earlier = await first(directory, ['a', 'b']);
    const left = await after(directory, earlier, (parts) => parts.retain((id) => id === 'b'));
    assert.equal(
      left.after.entries.map(({ id }) => id),
      ['b'],
    );
    const none = await after(directory, earlier, (parts) => parts.retain(() => false));
    assert.equal(none.after.files, []);
    assert.equal(none.after.entries, []);
  }),
);

gathering('an unchanged entry keeps its bytes, and no other does', () =>
  withPacks(async (directory) => {
    const { buckets, ...earlier } = await first(directory, ['a', 'b', 'c', 'd', 'e']);
    const spaced = buckets.map((bucket) => ({
      ...bucket,
      lines: () => [...(bucket.lines?.() ?? [])].map((line) => Buffer.from(`${line} `)),
    }));
    const { after: later } = await after(
      directory,
      { ...earlier, buckets: spaced },
      async (parts) => {
        assert.is(parts.identityOf('a')?.id, 'a', 'its bucket is opened');
        await write(parts, 'b', 'other text');
        parts.enter({ ...identity('c'), history_cut_at: '2024-01-01' });
        parts.date('d', '2024-01-02T00:00:00Z');
      },
    );
    const { entries, lines } = later;
    assert.equal(
      lines.map((line) => line.endsWith(' ')),
      [true, false, false, false, true],
    );
    assert.equal(
      lines.slice(1, 4),
      entries.slice(1, 4).map((entry) => JSON.stringify(entry)),
    );
  }),
);

gathering('files keep their numbers, except one that takes the number of a removed file', () =>
  withPacks(async (directory) => {
    const numbersOf = ({ entries }: Whole) =>
      Object.fromEntries(
        entries.map(({ id, parts }) => [id, Object.values(parts).map(([file]) => file)]),
      );
    const earlier = await first(directory, ['a', 'b']);
    let version = entriesWith(directory, earlier);
    const next = async (work: (parts: Parts) => unknown) => {
      const parts = partsIn(directory, version);
      await work(parts);
      await parts.seal();
      const assembled = parts.assemble();
      const whole = wholeOf(assembled, version);
      const entries = entriesWith(directory, assembled, version);
      version.close();
      version = entries;
      for (const { id } of whole.entries) {
        const text = contentOf(directory, whole, id).summary;
        assert.is(text, `${id === 'b' ? 'other' : 'text of'} ${id}`);
        assert.equal(
          entries.entry(id),
          whole.entries.find((entry) => entry.id === id),
        );
      }
      return numbersOf(whole);
    };
    assert.equal(await next((parts) => write(parts, 'b', 'other b')), { a: [0, 1], b: [2, 3] });
    // The pack of buckets had the number 4. Parts come before it in the next version.
    assert.equal(await next((parts) => write(parts, 'c', 'text of c')), {
      a: [0, 1],
      b: [2, 3],
      c: [4, 5],
    });
    assert.equal(await next((parts) => parts.retain((id) => id !== 'a')), {
      b: [2, 3],
      c: [0, 1],
    });
    version.close();
  }),
);

gathering('parts in a file give the same version, and can be written again', () =>
  withPacks(async (directory) => {
    const version = async (settled: readonly string[]) => {
      const file = join(directory, `settled${settled.join('')}`);
      const parts = partsIn(directory);
      for (const id of ['a', 'b', 'c']) await write(parts, id, `text of ${id}`);
      parts.settle(settled, `${file}.1`);
      await write(parts, 'b', 'other text');
      parts.date('c', '2024-01-02T00:00:00Z');
      parts.settle(settled, `${file}.2`);
      await parts.seal();
      return wholeOf(parts.assemble());
    };
    const expected = await version([]);
    assert.equal(await version(['a', 'b', 'c']), expected);
    assert.is(contentOf(directory, expected, 'b').summary, 'other text');
  }),
);

gathering('members, type and cut are content too', () =>
  withPacks(async (directory) => {
    const { before, after: later } = await after(
      directory,
      await first(directory, ['a']),
      (parts) => parts.enter({ ...identity('a'), history_cut_at: '2024-01-01' }),
    );
    assert.is.not(later.sha256, before.sha256);
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
    const { files, ...assembled } = await first(directory, ['a']);
    const entries = entriesWith(directory, { ...assembled, files: files.slice(0, 1) });
    assert.throws(() => partsIn(directory, entries).identityOf('a'), 'names file 1');
    entries.close();
  }),
);

gathering('a part that only another program knows is left out of the next version', () =>
  withPacks(async (directory) => {
    const { buckets, ...earlier } = await first(directory, ['a']);
    for (const name of ['later', 'trades.csv']) {
      const withPart = (line: Buffer): Buffer => {
        const entry = JSON.parse(line.toString());
        const parts = { ...entry.parts, [name]: entry.parts.summary };
        return Buffer.from(JSON.stringify({ ...entry, parts }));
      };
      const later = buckets.map((bucket) => ({
        ...bucket,
        lines: () => [...(bucket.lines?.() ?? [])].map(withPart),
      }));
      let usage: unknown;
      const written = await after(directory, { ...earlier, buckets: later }, (parts) => {
        assert.is(parts.identityOf('a')?.id, 'a', 'its bucket is opened');
        usage = [...parts.usage().values()];
      });
      assert.equal(usage, [9, 12], 'text of a, and its CSV');
      assert.equal(written.after, wholeOf({ ...earlier, buckets }));
    }
  }),
);

gathering.run();
