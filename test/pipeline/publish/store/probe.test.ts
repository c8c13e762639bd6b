import { createServer } from 'node:http';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../../pipeline/base/reasons/reason.ts';
import { openDirectory } from '../../../../pipeline/publish/store/directory.ts';
import { probeStore } from '../../../../pipeline/publish/store/probe.ts';
import { openS3 } from '../../../../pipeline/publish/store/s3.ts';
import { storeRequests } from '../../../../pipeline/publish/store/s3-client.ts';
import type { Store } from '../../../../pipeline/publish/store/store.ts';
import { severalMachines } from '../../../../pipeline/run/machines.ts';
import { withDirectory } from '../../../support/directory.ts';
import { freePort } from '../../../support/free-port.ts';
import { withSharedDesk } from '../../commands/shared-desk.ts';
import { account } from '../../desk.ts';
import { type TestDatabase, withPostgres } from '../../registry/postgres-server.ts';

const test = suite('the store at the beginning of a run');
process.env.AWS_ACCESS_KEY_ID ??= 'key';
process.env.AWS_SECRET_ACCESS_KEY ??= 'secret';

/**
 * Calls the work with an S3 store that gives every request the same answer. Without a status,
 * nobody listens at its address.
 */
async function withBroken(
  status: number | null,
  body: string,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const server = createServer((request, answer) => {
    request.resume();
    request.once('end', () => answer.writeHead(status ?? 500).end(body));
  });
  if (status !== null) await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const store = await openS3(
    {
      bucket: 'some-bucket',
      prefix: 'p/',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
    },
    { attempts: { count: 2, pauseMilliseconds: 1 } },
  );
  try {
    await work(store);
  } finally {
    store.close();
    server.closeAllConnections();
    server.close();
  }
}

const advice = 'see that the store runs there and that its address is right';
const noBucket = '<Error><Code>NoSuchBucket</Code><Message>It is not there</Message></Error>';
const faults: [number | null, string, string][] = [
  [500, '', 'HTTP 500'],
  [503, '<html>the disk is full</html>', 'HTTP 503'],
  [403, '', 'HTTP 403'],
  [404, noBucket, 'HTTP 404, NoSuchBucket, It is not there'],
  [null, '', `nothing listens at 127.0.0.1:PORT; ${advice}, and run again`],
];

for (const [status, body, reason] of faults) {
  test(`that answers ${status ?? 'nothing'} is named in one line with ${reason}`, () =>
    withBroken(status, body, async (store) => {
      const said = await probeStore(store, 'host /data').then(() => 'it works', String);
      assert.is(
        said.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:PORT'),
        `CommandError: nothing was computed, because it could not be published: store s3://some-bucket/p/: a test object could not be removed: ${reason}${status ? '; repair the store and run again' : ''}`,
      );
    }));
}

test('that does not answer is reported as such', async () => {
  const aborted = Object.assign(new Error('Request aborted'), { name: 'AbortError' });
  const attempts = { count: 1, pauseMilliseconds: 0 };
  const asked = storeRequests('s3://b/', attempts)(
    makeReason('run_not_put', { name: 'a' }),
    async () => {
      throw aborted;
    },
  );
  const said = await asked.then(() => 'it works', String);
  assert.is(
    said,
    `CommandError: store s3://b/: a could not be put: nothing answered in time; ${advice}`,
  );
});

test('that works holds nothing afterwards, even if a killed run left its object', () =>
  withDirectory(async (directory) => {
    const store = openDirectory(join(directory, 'store'));
    const refusing: Store = { ...store, remove: async () => {} };
    await probeStore(refusing, 'host /data');
    assert.is((await store.list('probes/')).length, 1);
    await probeStore(store, 'host /data');
    assert.equal(await store.list('probes/'), []);
  }));

test('that stores no objects is refused although it answers', () =>
  withDirectory(async (directory) => {
    const store = openDirectory(join(directory, 'store'));
    const forgetting: Store = { ...store, put: async () => {} };
    const said = await probeStore(forgetting, 'host /data').then(() => 'it works', String);
    assert.match(said, /: a test object is not whole: .*; repair the store and run again$/);
  }));

await withPostgres(test, declare);

function declare({ url }: TestDatabase): void {
  test('ends a run before it reads anything', () =>
    withSharedDesk(url, (world) =>
      withBroken(503, '', async (store) => {
        const { desk } = world;
        const shared = { ...world.shared, store };
        desk.write('accounts.csv', [account('a')]);
        let reads = 0;
        const registry = {
          accounts: async () => {
            reads += 1;
            return [];
          },
        };
        const line = /nothing was computed, because it could not be published: .*: HTTP 503;/;
        assert.match(
          await desk
            .run({ machines: severalMachines(shared), registry })
            .then(() => 'it ran', String),
          line,
        );
        assert.is(reads, 0);
        const runs = await shared.pointer.runs.last(5);
        assert.is(runs.length, 1);
        for (const { run } of runs) assert.match(JSON.stringify(run), /HTTP 503/);
      }),
    ));
}

test.run();
