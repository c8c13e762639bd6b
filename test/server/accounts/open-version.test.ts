import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { bucketFile, objectFile } from '../../../pipeline/publish/snapshot/layout.ts';
import { removeOldVersions, storedFiles } from '../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import type { PinnedOpenVersion, SnapshotHolder } from '../../../server/accounts/open-version.ts';
import { notedLog } from '../../support/noted-log.ts';
import { partsOf } from '../facts.ts';
import { facts, northId, now, publishFacts, withWorld } from '../world.ts';

const holder = suite('snapshot holder');

const next = { ...facts, [northId]: { parts: partsOf(7) } };
const url = '/api/v1/accounts/north-eurusd';

function taken(snapshots: SnapshotHolder): PinnedOpenVersion {
  const version = snapshots.take();
  if (version === null) throw new Error('no version is in service');
  return version;
}

/** The file of an account in a version. */
function objectOf(dataDir: DataDirectory, version: string): string {
  const subject = openSnapshot(dataDir, version).subject(northId);
  return subject ? objectFile(subject).path : '';
}

function corrupt(dataDir: DataDirectory, version: string): void {
  const path = join(dataDir.snapshots, objectOf(dataDir, version));
  const bytes = readFileSync(path);
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

holder('answers 503 with Retry-After before the first version, 200 right after it', async () => {
  await withWorld(
    async ({ app, read, dataDir, snapshots }) => {
      for (const path of [url, '/healthz', '/api/v1/search/accounts']) {
        const response = await app.inject(path);
        assert.is(response.statusCode, 503, path);
        assert.is(response.headers['retry-after'], '10');
      }
      await publishFacts(dataDir);
      await snapshots.refresh();
      assert.is((await read(url)).balance, 1000);
      assert.equal(await read('/healthz'), { status: 'ok' });
    },
    { facts: null },
  );
});

holder('serves the next version whole to the next request', async () => {
  await withWorld(async ({ app, read, dataDir, snapshots }) => {
    const before = await app.inject('/api/v1/accounts/north-gold');
    await publishFacts(dataDir, next);
    await snapshots.refresh();
    assert.is((await read(url)).balance, 7000);
    const after = await app.inject('/api/v1/accounts/north-gold');
    assert.is(after.headers.etag, before.headers.etag, 'what did not change keeps its ETag');
  });
});

holder('keeps a version open for those that use it', async () => {
  await withWorld(async ({ dataDir, snapshots }) => {
    const summaryIn = (version: PinnedOpenVersion) =>
      String(version.snapshot.part(northId, 'summary'));
    const [earlier, also] = [taken(snapshots), taken(snapshots)];
    await publishFacts(dataDir, next);
    await snapshots.refresh();
    assert.is(JSON.parse(summaryIn(earlier)).balance, 1000);
    using later = taken(snapshots);
    assert.is(JSON.parse(summaryIn(later)).balance, 7000);
    also[Symbol.dispose]();
    assert.is(JSON.parse(summaryIn(earlier)).balance, 1000, 'still held');
    earlier[Symbol.dispose]();
    assert.throws(() => summaryIn(earlier), 'the version is closed');
  });
});

holder('finishes what reads a version whose files are removed meanwhile', async () => {
  await withWorld(async ({ dataDir, snapshots }) => {
    using version = taken(snapshots);
    const { snapshot } = version;
    const object = objectOf(dataDir, snapshot.version);
    const list = () => String(snapshot.list(northId, 'trades')?.slice(0, 45));
    const [summary, trades] = [String(snapshot.part(northId, 'summary')), list()];
    await publishFacts(dataDir, next);
    await snapshots.refresh();
    removeOldVersions(dataDir, 1);
    assert.not(existsSync(dataDir.manifest(snapshot.version)));
    assert.not(storedFiles(dataDir).includes(object));
    assert.is(String(snapshot.part(northId, 'summary')), summary);
    assert.is(list(), trades);
  });
});

holder('has no wrong answer while a purge removes objects that nothing was read of', async () => {
  await withWorld(async ({ app, read, dataDir, snapshots }) => {
    const { snapshot } = taken(snapshots);
    const object = objectOf(dataDir, snapshot.version);
    await publishFacts(dataDir, next);
    removeOldVersions(dataDir, 1);
    assert.not(storedFiles(dataDir).includes(object));
    const { statusCode, headers } = await app.inject(url);
    assert.ok(statusCode === 200 || headers['retry-after'] !== undefined, `${statusCode}`);
    await snapshots.refresh();
    assert.is((await read(url)).balance, 7000);
  });
});

holder('refuses a version with a flipped bit and keeps the last good one', async () => {
  const { lines, log } = notedLog();
  let time = now;
  await withWorld(
    async ({ read, dataDir, snapshots }) => {
      const version = await publishFacts(dataDir, next);
      corrupt(dataDir, version);
      await snapshots.refresh();
      await snapshots.refresh();
      assert.is((await read(url)).balance, 1000);
      assert.equal(await read('/healthz'), { status: 'behind' });
      const refusals = lines.filter((line) => line.startsWith('published snapshot refused'));
      assert.is(refusals.length, 1, 'said once');
      assert.match(refusals[0] ?? '', version);

      corrupt(dataDir, version);
      await snapshots.refresh();
      assert.is((await read(url)).balance, 1000, 'not tried again at once');
      time = new Date(time.getTime() + 10_000);
      await snapshots.refresh();
      assert.is((await read(url)).balance, 7000);
      assert.equal(await read('/healthz'), { status: 'ok' });
    },
    { log, clock: () => time },
  );
});

holder('starts although the object of an account is damaged, and serves the others', async () => {
  await withWorld(
    async ({ app, dataDir, snapshots }) => {
      corrupt(dataDir, await publishFacts(dataDir));
      await snapshots.refresh();
      const statusOf = async (path: string) => (await app.inject(path)).statusCode;
      assert.is(await statusOf('/api/v1/accounts/north-gold'), 200);
      assert.is(await statusOf(url), 503);
      assert.is(await statusOf('/readyz'), 503);
    },
    { facts: null },
  );
});

holder('refuses to start on a version whose list of accounts is damaged', async () => {
  await withWorld(
    async ({ app, dataDir, snapshots }) => {
      const entries = openSnapshot(dataDir, await publishFacts(dataDir));
      for (const bucket of Object.values(entries.manifest.buckets)) {
        writeFileSync(join(dataDir.snapshots, bucketFile(bucket).path), '{}\n');
      }
      await snapshots.refresh();
      assert.is((await app.inject('/healthz')).statusCode, 503);
      assert.is((await app.inject(url)).statusCode, 503);
    },
    { facts: null },
  );
});

holder('stays where it is when the pointer is garbage or gone', async () => {
  await withWorld(async ({ read, dataDir, snapshots }) => {
    for (const name of ['', '../../etc', '000009-aaaaaaaaaaaa', '\0']) {
      writeFileSync(dataDir.current, name);
      await snapshots.refresh();
      assert.is((await read(url)).balance, 1000, name);
    }
  });
});

holder('takes requests while versions are published all the time', async () => {
  await withWorld(async ({ read, dataDir, snapshots }) => {
    let isDone = false;
    const reading = (async () => {
      while (!isDone) {
        const { balance, equity } = await read(url);
        assert.is(equity / balance, 1.001, 'both of one version');
        await new Promise(setImmediate);
      }
    })();
    for (let scale = 2; scale < 20; scale += 1) {
      await publishFacts(dataDir, { ...facts, [northId]: { parts: partsOf(scale) } });
      await snapshots.refresh();
    }
    isDone = true;
    await reading;
    assert.is((await read(url)).balance, 19_000);
  });
});

holder.run();
