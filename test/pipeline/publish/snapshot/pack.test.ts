import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PackWriter, roomBytes } from '../../../../pipeline/publish/snapshot/pack.ts';
import { withDirectory } from '../../../support/directory.ts';

const pack = suite('pack');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const writerIn = (directory: string) => new PackWriter(directory, directory, 'unfinished', 'json');

/** Writes bytes into the buffer, and adds this many of them to the pack. */
function put(writer: PackWriter, bytes: Uint8Array, added: number = bytes.length): void {
  writer.room(bytes.length).set(bytes);
  writer.add(added);
}

pack('holds what was added, one behind the other, under the name of its content', () =>
  withDirectory((directory) => {
    const writer = writerIn(directory);
    const sizes = [3, 0, roomBytes - 3, 1, roomBytes, roomBytes - 1, 2, 17];
    const parts = sizes.map((size, at) => Buffer.alloc(size, `${at};`));
    for (const [at, part] of parts.entries()) {
      assert.is(writer.size, Buffer.concat(parts.slice(0, at)).length);
      put(writer, part);
    }
    const content = Buffer.concat(parts);
    assert.equal(writer.finish(), {
      path: `packs/${sha256(content)}.json`,
      sha256: sha256(content),
      bytes: content.length,
    });
    assert.equal(readdirSync(directory), [`${sha256(content)}.json`]);
    assert.ok(readFileSync(join(directory, `${sha256(content)}.json`)).equals(content));
  }),
);

pack('contains no bytes of unused room', () =>
  withDirectory((directory) => {
    const writer = writerIn(directory);
    put(writer, Buffer.from('kept'));
    put(writer, Buffer.alloc(roomBytes, 'left'), 0);
    put(writer, Buffer.from('left'), 0);
    put(writer, Buffer.from(' too'));
    const { path, bytes } = writer.finish();
    assert.is(bytes, 8);
    assert.is(readFileSync(join(directory, path.replace('packs/', '')), 'utf8'), 'kept too');
  }),
);

pack('abandoned, leaves no file', () =>
  withDirectory((directory) => {
    const [empty, full] = [writerIn(directory), writerIn(directory)];
    empty.abandon();
    put(full, Buffer.alloc(roomBytes));
    put(full, Buffer.alloc(roomBytes));
    assert.equal(readdirSync(directory), ['unfinished.json']);
    full.abandon();
    assert.equal(readdirSync(directory), []);
  }),
);

pack.run();
