import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PackWriter } from '../../../pipeline/snapshot/pack.ts';
import { withDirectory } from './directory.ts';

const pack = suite('pack');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const megabyte = 1024 * 1024;
const never = () => false;

interface Given {
  sizes: number[];
  isKnown: boolean;
}

/** Bytes that differ from part to part and from append to append. */
const bytesOf = (part: number, piece: number, size: number): Buffer =>
  Buffer.alloc(size, `${part}/${piece};`);

/** Writes the parts, and compares the file with those that were not taken back. */
async function check(parts: readonly Given[]): Promise<void> {
  await withDirectory((directory) => {
    const writer = new PackWriter(directory, directory, 'unfinished', 'json');
    const kept: Buffer[] = [];
    for (const [number, { sizes, isKnown }] of parts.entries()) {
      const pieces = sizes.map((size, piece) => bytesOf(number, piece, size));
      const whole = Buffer.concat(pieces);
      writer.begin();
      for (const piece of pieces) writer.append(piece);
      const written = writer.end((digest) => isKnown && digest === sha256(whole));
      const offset = kept.reduce((sum, { length }) => sum + length, 0);
      assert.equal(written, { offset, bytes: whole.length, sha256: sha256(whole) });
      if (!isKnown) kept.push(whole);
    }
    const content = Buffer.concat(kept);
    const file = writer.finish(7);
    assert.equal(file, {
      path: `packs/${sha256(content)}.json`,
      sha256: sha256(content),
      bytes: content.length,
      rows: 7,
    });
    assert.equal(readdirSync(directory), [`${sha256(content)}.json`]);
    assert.ok(readFileSync(join(directory, `${sha256(content)}.json`)).equals(content));
  });
}

pack('lays parts one behind the other under the name of their content', async () => {
  await check([]);
  await check([{ sizes: [3], isKnown: false }]);
  await check([
    { sizes: [3, 4], isKnown: false },
    { sizes: [], isKnown: false },
    { sizes: [5], isKnown: false },
  ]);
});

pack('takes back a known part however large, wherever the buffer stands', async () => {
  const large = { sizes: [megabyte, 9 * megabyte, 17], isKnown: true };
  const edge = { sizes: [4 * megabyte], isKnown: true };
  const small = { sizes: [100], isKnown: false };
  await check([large, small]);
  await check([small, large, edge, small, large]);
  await check([
    { sizes: [4 * megabyte - 100], isKnown: false },
    { sizes: [200], isKnown: true },
    small,
  ]);
  await check([
    { sizes: [4 * megabyte], isKnown: false },
    { sizes: [1], isKnown: true },
    edge,
    small,
  ]);
});

pack('is right for any sequence of parts', async () => {
  const size = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 5000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 3 * megabyte, max: 5 * megabyte }) },
  );
  const part = fc.record({ sizes: fc.array(size, { maxLength: 3 }), isKnown: fc.boolean() });
  await fc.assert(fc.asyncProperty(fc.array(part, { maxLength: 8 }), check), {
    numRuns: 40,
    seed: 1,
  });
});

pack('abandoned, leaves no file', () =>
  withDirectory((directory) => {
    const writer = new PackWriter(directory, directory, 'unfinished', 'json');
    writer.begin();
    writer.append(Buffer.alloc(5 * megabyte));
    writer.end(never);
    writer.abandon();
    assert.equal(readdirSync(directory), []);
  }),
);

pack.run();
