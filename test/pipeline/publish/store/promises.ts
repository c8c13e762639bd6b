import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { sha256Of } from '../../../../pipeline/publish/snapshot/versions.ts';
import { type Content, type Store, StoreError } from '../../../../pipeline/publish/store/store.ts';

/** Describes the object for a text. */
export const contentOf = (bytes: string | Uint8Array): Content => ({
  sha256: sha256Of(bytes),
  bytes: Buffer.byteLength(bytes),
});
/** Returns the name of an object with this text. */
export const nameOf = (text: string) => `objects/${sha256Of(text)}.json`;

/** Adds the tests that every store must pass. Each test gets an empty store. */
export const promises: Record<string, (store: Store, directory: string) => Promise<void>> = {
  'brings back what was put, from a file and from memory': async (store, directory) => {
    const path = join(directory, 'source');
    writeFileSync(path, 'from a file');
    await store.put(nameOf('from a file'), contentOf('from a file'), path);
    await store.put(nameOf('from memory'), contentOf('from memory'), Buffer.from('from memory'));
    for (const text of ['from a file', 'from memory']) {
      const copy = join(directory, sha256Of(text));
      await store.fetch(nameOf(text), contentOf(text), copy);
      assert.is(readFileSync(copy, 'utf8'), text);
      assert.equal(await store.read(nameOf(text)), Buffer.from(text));
    }
  },
  'puts many at once, and ends with the first that it can not put': async (store, directory) => {
    const objects = Array.from({ length: 60 }, (_, at) => {
      const source = Buffer.from(`text ${at}`);
      return { name: nameOf(`text ${at}`), content: contentOf(source), source };
    });
    await store.putAll(objects);
    await store.putAll(objects.slice(0, 2));
    assert.is((await store.list('objects/')).length, 60);
    for (const { name, content } of objects) await store.check(name, content);
    const lost = { name: nameOf('x'), content: contentOf('x'), source: join(directory, 'lost') };
    const failure = await failureOf(() => store.putAll([lost, ...objects]));
    assert.match(failure.message, /^store \S+: objects\/\S+ could not be put: [^\n]+$/);
    await store.putAll([]);
  },
  'keeps an empty object': async (store, directory) => {
    await store.put(nameOf(''), contentOf(''), Buffer.alloc(0));
    await store.fetch(nameOf(''), contentOf(''), join(directory, 'empty'));
    assert.is(readFileSync(join(directory, 'empty')).length, 0);
  },
  'lists a folder and no other, and removes what may be gone already': async (store) => {
    assert.equal(await store.list('objects/'), []);
    for (const text of ['one', 'two'])
      await store.put(nameOf(text), contentOf(text), Buffer.from(text));
    await store.put('entries/1.ndjson', contentOf('x'), Buffer.from('x'));
    const listed = await store.list('objects/');
    assert.equal(
      listed.map(({ name, bytes }) => [name, bytes]),
      [nameOf('one'), nameOf('two')].sort().map((name) => [name, 3]),
    );
    for (const { modifiedAt } of listed) assert.ok(Math.abs(Date.now() - +modifiedAt) < 60_000);
    for (const _twice of [1, 2]) await store.remove(nameOf('one'));
    assert.equal((await store.list('objects/')).length, 1);
    assert.is(await store.read(nameOf('one')), null);
  },
  'refuses bytes that are not those that were put, and leaves no file of them': async (
    store,
    directory,
  ) => {
    await store.put(nameOf('right'), contentOf('wrong'), Buffer.from('wrong'));
    const copies = join(directory, 'copy');
    for (const expected of ['right', 'longer', 'less']) {
      const failure = await failureOf(() =>
        store.fetch(nameOf('right'), contentOf(expected), copies),
      );
      assert.match(failure.message, /^store \S+: objects\/\S+ could not be fetched: /);
    }
    assert.equal(
      readdirSync(directory).filter((name) => name.startsWith('copy')),
      [],
    );
  },
  'checks every byte of what it has': async (store) => {
    await store.put(nameOf('right'), contentOf('right'), Buffer.from('right'));
    await store.check(nameOf('right'), contentOf('right'));
    await store.put(nameOf('other'), contentOf('wrong'), Buffer.from('wrong'));
    for (const expected of ['other', 'longer', 'less', 'none']) {
      const name = nameOf(expected === 'none' ? 'none' : 'other');
      const failure = await failureOf(() => store.check(name, contentOf(expected)));
      assert.match(failure.message, /^store \S+: objects\/\S+ is not whole: [^\n]+$/);
    }
  },
  'says in one line what it has not': async (store, directory) => {
    const failure = await failureOf(() =>
      store.fetch(nameOf('none'), contentOf('none'), join(directory, 'none')),
    );
    assert.match(failure.message, /^store \S+: objects\/\S+ could not be fetched: [^\n]+$/);
  },
  'puts again what is there in another length': async (store, directory) => {
    await store.put(nameOf('whole'), contentOf('who'), Buffer.from('who'));
    await store.put(nameOf('whole'), contentOf('whole'), Buffer.from('whole'));
    await store.fetch(nameOf('whole'), contentOf('whole'), join(directory, 'whole'));
  },
};

/** Returns the error of some work. Anything but an error of the store fails the test. */
export async function failureOf(work: () => Promise<unknown>): Promise<StoreError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('nothing failed');
}
