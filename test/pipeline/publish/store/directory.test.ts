import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../../../pipeline/publish/store/open.ts';
import { withDirectory } from '../../../support/directory.ts';
import { fieldOf } from '../../../support/fields.ts';
import { promises } from './promises.ts';

const inDirectory = suite('store in a directory');

for (const [name, promise] of Object.entries(promises)) {
  inDirectory(name, () =>
    withDirectory(async (directory) => {
      const address = join(directory, 'store');
      mkdirSync(address);
      await promise(await openStore({ address, endpoint: null, region: '' }), directory);
    }),
  );
}

inDirectory('says in plain words that an object is gone', () =>
  withDirectory(async (directory) => {
    const store = await openStore({ address: directory, endpoint: null, region: '' });
    const content = { bytes: 1, sha256: 'a'.repeat(64) };
    const fetched = store.fetch('objects/a.json', content, join(directory, 'a.json'));
    const message = await fetched.then(
      () => 'nothing was thrown',
      (error: Error) => error.message,
    );
    assert.match(message, /: objects\/a\.json could not be fetched: there is no such file$/);
  }),
);

inDirectory('does not create a directory that is missing, as one that is not mounted', () =>
  withDirectory(async (directory) => {
    const address = join(directory, 'store');
    const store = await openStore({ address, endpoint: null, region: '' });
    const content = { bytes: 1, sha256: hash('sha256', 'a') };
    const attempts = {
      'objects/a.json could not be put': () =>
        store.put('objects/a.json', content, Buffer.from('a')),
      'objects/a.json could not be fetched': () =>
        store.fetch('objects/a.json', content, join(directory, 'a.json')),
      'objects/a.json could not be read': () => store.read('objects/a.json'),
      'objects/ could not be listed': () => store.list('objects/'),
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      const message = await attempt().then(String, (error: Error) => error.message);
      assert.is(
        message,
        `store ${address}: ${what}: there is no such directory; mount it, or create it for a new store`,
      );
    }
    assert.not(existsSync(address));
    mkdirSync(address);
    await store.put('objects/a.json', content, Buffer.from('a'));
    assert.equal(fieldOf(await store.list('objects/'), 'name'), ['objects/a.json']);
  }),
);

inDirectory('says in plain words that nothing can be written there', () =>
  withDirectory(async (directory) => {
    const store = await openStore({ address: directory, endpoint: null, region: '' });
    const content = { bytes: 1, sha256: 'a'.repeat(64) };
    const put = (source: string | Uint8Array) =>
      store.put('objects/a.json', content, source).then(
        () => 'nothing was thrown',
        (error: Error) => error.message,
      );
    assert.match(await put(join(directory, 'gone.json')), /: there is no such file$/);
    const isRoot = process.getuid?.() === 0;
    chmodSync(directory, 0o500);
    // Root may write everywhere, so this test needs another user.
    if (isRoot) process.seteuid?.(65534);
    try {
      assert.match(await put(Buffer.from('a')), /: this user may not write there$/);
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(directory, 0o700);
    }
  }),
);

inDirectory.run();
