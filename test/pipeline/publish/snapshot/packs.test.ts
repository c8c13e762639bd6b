import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readListIndex } from '../../../../pipeline/publish/snapshot/list-index.ts';
import { roomBytes } from '../../../../pipeline/publish/snapshot/pack.ts';
import { packThread } from '../../../../pipeline/publish/snapshot/pack-thread.ts';
import { type Packer, packHere } from '../../../../pipeline/publish/snapshot/packs.ts';
import type { PartSheet, Slices } from '../../../../pipeline/publish/snapshot/sheet.ts';
import { withDirectory } from '../../../support/directory.ts';

const packs = suite('packs');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Pack = (directory: string, temporaryDirectory: string, fullBytes?: number) => Packer;

/** Calls the work with a packing, a folder for packs, and one for unfinished packs. */
const withPacking = (pack: Pack, work: (packing: Packer, directory: string) => Promise<void>) =>
  withDirectory(async (directory) => {
    mkdirSync(join(directory, 'packs'));
    mkdirSync(join(directory, 'unfinished'));
    const packing = pack(join(directory, 'packs'), join(directory, 'unfinished'));
    try {
      await work(packing, directory);
    } finally {
      await packing.close();
    }
  });

const lines = (
  first: readonly number[],
  count: readonly number[],
  rest: Pick<Extract<Slices, { by: 'lines' }>, 'as' | 'header' | 'keys'>,
): Slices => ({
  by: 'lines',
  first: Uint32Array.from(first),
  count: Uint32Array.from(count),
  ...rest,
});

const sheet = (
  text: string | Uint8Array,
  slices: Slices,
  known: PartSheet['known'] = [],
): PartSheet => ({
  kind: 'sections',
  source: typeof text === 'string' ? Buffer.from(text) : text,
  slices,
  known,
});

/** Reads the pack of a kind, and the range of each part in it. */
async function contentOf(packing: Packer, directory: string, kind: PartSheet['kind'] = 'sections') {
  const { path } = await packing.seal(kind);
  return readFileSync(join(directory, path));
}

for (const [name, pack] of Object.entries({ here: packHere, 'in a thread': packThread })) {
  packs(`${name}, lays values in the order asked for, without the ends of their lines`, () =>
    withPacking(pack, async (packing, directory) => {
      const slices = lines([2, 0, 1], [1, 1, 1], { as: 'value' });
      const { parts } = await packing.write(sheet('{"a":1}\n\n[3]\n', slices));
      assert.equal(
        parts.map((part) => [part?.offset, part?.bytes]),
        [
          [0, 3],
          [3, 7],
          [10, 0],
        ],
      );
      assert.equal(
        parts.map((part) => part?.sha256),
        ['[3]', '{"a":1}', ''].map((text) => sha256(Buffer.from(text))),
      );
      assert.is(String(await contentOf(packing, directory)), '[3]{"a":1}');
    }),
  );

  packs(`${name}, indexes the lines of a list from where its part begins`, () =>
    withPacking(pack, async (packing, directory) => {
      const keys = {
        instants: Float64Array.of(5e12, 4e12, 3e12),
        members: Uint16Array.of(0, 2, 65_535),
      };
      const slices = lines([1, 0, 0], [2, 1, 0], { as: 'list', keys });
      const { parts, indexes } = await packing.write(sheet('{},\n{"a":1},\n{"a":22},\n', slices));
      assert.equal(
        parts.map((part) => part?.bytes),
        [19, 4, 0],
      );
      const bytes = await contentOf(packing, directory, 'index');
      const read = [2, 1, 0].map((rows, at) => {
        const { offset = 0, bytes: length = 0 } = indexes?.[at] ?? {};
        const { offsets, instants, members } = readListIndex(
          Uint8Array.from(bytes.subarray(offset, offset + length)),
          rows,
        );
        return [[...offsets], [...instants], [...members]];
      });
      assert.equal(read, [
        [
          [0, 9, 19],
          [4e12, 3e12],
          [2, 65_535],
        ],
        [[0, 4], [5e12], [0]],
        [[0], [], []],
      ]);
    }),
  );

  packs(`${name}, puts a header above rows and line feeds back into texts`, () =>
    withPacking(pack, async (packing, directory) => {
      const slices = lines([0, 0, 2], [2, 0, 1], { as: 'table', header: 'a,b\r\n' });
      const { parts } = await packing.write(sheet('1,"x\x1ey"\r\n2,\r\n3,z\r\n', slices));
      assert.equal(
        parts.map((part) => part?.bytes),
        [5 + 9 + 4, 5, 5 + 5],
      );
      const text = String(await contentOf(packing, directory));
      assert.is(text, 'a,b\r\n1,"x\ny"\r\n2,\r\na,b\r\na,b\r\n3,z\r\n');
    }),
  );

  packs(`${name}, ends full packs before the next sheet, their indexes' too`, () => {
    const packSmall: Pack = (packs, unfinished) => pack(packs, unfinished, 8);
    return withPacking(packSmall, async (packing, directory) => {
      const keys = { instants: Float64Array.of(1), members: Uint16Array.of(0) };
      const write = (text: string) =>
        packing.write(sheet(`${text}\n`, lines([0], [1], { as: 'list', keys })));
      const [first, second, third] = [await write('{}'), await write('{"a":1}'), await write('3')];
      const endedOf = ({ ended }: typeof first) => ended.map(({ kind }) => kind);
      // An index of one line is longer than eight bytes, so each sheet begins a new one.
      assert.equal([endedOf(first), endedOf(second)], [[], ['index']]);
      assert.equal(endedOf(third).sort(), ['index', 'sections']);
      assert.equal(
        [first, second, third].map(({ parts }) => parts[0]?.offset),
        [0, 3, 0],
      );
      const { path, bytes } = third.ended.find(({ kind }) => kind === 'sections')?.file ?? {};
      assert.is(readFileSync(join(directory, path ?? ''), 'utf8'), '{}\n{"a":1}\n');
      assert.is(bytes, 11);
      assert.is(String(await contentOf(packing, directory)), '3\n');
    });
  });

  packs(`${name}, abandons what is not sealed, and says of a file what is wrong with it`, () =>
    withPacking(pack, async (packing, directory) => {
      const slices = lines([0], [2], { as: 'list' });
      const path = join(directory, 'lines');
      const failed = async (): Promise<Error & { code?: string }> => {
        try {
          await packing.write({ kind: 'trades', source: path, slices, known: [] });
        } catch (error) {
          if (error instanceof Error) return error;
        }
        return new Error('nothing was wrong');
      };
      assert.is((await failed()).code, 'ENOENT');
      writeFileSync(path, 'one\n');
      assert.is((await failed()).message, `${path} ends after 1 of 2 lines`);
      writeFileSync(path, `${'a'.repeat(roomBytes)}\n\n`);
      await packing.write({ kind: 'trades', source: path, slices, known: [] });
      assert.equal(readdirSync(join(directory, 'unfinished')), ['trades.json']);
      await packing.abandon();
      assert.equal(readdirSync(join(directory, 'unfinished')), []);
    }),
  );
}

packs('in a thread that is gone, say so', () =>
  withPacking(packThread, async (packing) => {
    await packing.close();
    const said = await packing.abandon().then(() => 'nothing', String);
    assert.match(said, 'the thread that packs has ended');
  }),
);

packs('write nothing of what is known, however long', async () => {
  const size = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 5000 }) },
    { weight: 1, arbitrary: fc.integer({ min: roomBytes - 2, max: 2 * roomBytes + 2 }) },
  );
  const part = fc.record({ size, isKnown: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), (parts) =>
      withPacking(packHere, async (packing, directory) => {
        const buffers = parts.map(({ size }, at) => Buffer.alloc(size, `${at};`));
        const lengths = Float64Array.from(buffers, ({ length }) => length);
        const offsets = lengths.map((_, at) => lengths.slice(0, at).reduce((a, b) => a + b, 0));
        const known = parts.map(({ isKnown }, at) =>
          isKnown ? sha256(buffers[at] ?? Buffer.of()) : undefined,
        );
        const slices: Slices = { by: 'bytes', offsets, lengths };
        const written = await packing.write(sheet(Buffer.concat(buffers), slices, known));
        const stored = buffers.filter((_, at) => !parts[at]?.isKnown);
        const content = await contentOf(packing, directory);
        assert.ok(content.equals(Buffer.concat(stored)));
        for (const [at, one] of written.parts.entries()) {
          if (parts[at]?.isKnown) assert.is(one, null);
          else {
            const bytes = content.subarray(one?.offset, (one?.offset ?? 0) + (one?.bytes ?? 0));
            assert.ok(buffers[at]?.equals(bytes));
            assert.is(one?.sha256, sha256(bytes));
          }
        }
      }),
    ),
    { numRuns: 40, seed: 1 },
  );
});

packs.run();
