import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mirror } from '../../../../pipeline/publish/store/mirror.ts';
import { openS3, type S3Options } from '../../../../pipeline/publish/store/s3.ts';
import type { Store } from '../../../../pipeline/publish/store/store.ts';
import { withDirectory } from '../../../support/directory.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { fieldOf } from '../../../support/fields.ts';
import { startS3 } from './memory-s3.ts';
import { contentOf, failureOf, nameOf, promises } from './promises.ts';
import type { TestS3 } from './radosgw.ts';

const inS3 = suite('store in S3');
const bucket = 'trackrecord-tests';
const region = 'us-east-1';
const attempts = { count: 4, pauseMilliseconds: 1 };

await declare(await startS3());

async function declare({ endpoint, stop, ...credentials }: TestS3): Promise<void> {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
  const proxy = await startFaultProxy(endpoint);
  let prefixes = 0;

  inS3.before(async () => {
    const client = new S3Client({ endpoint, region, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  });

  inS3.after(async () => {
    proxy.close();
    await stop();
  });

  /** Calls the work with a store behind the proxy that has its own prefix. */
  async function withS3(
    work: (store: Store, directory: string) => Promise<void>,
    options: Omit<S3Options, 'attempts'> & { bucket?: string } = {},
  ): Promise<void> {
    prefixes += 1;
    const where = { prefix: `p${prefixes}/`, endpoint: proxy.url, region };
    const store = await openS3({ bucket, ...options, ...where }, { attempts, ...options });
    try {
      await withDirectory((directory) => work(store, directory));
    } finally {
      proxy.always(null);
      store.close();
    }
  }

  for (const [name, promise] of Object.entries(promises)) inS3(name, () => withS3(promise));

  inS3('temporary faults are retried: 500, 503, half a body, wrong bytes, no answer', () =>
    withS3(
      async (store, directory) => {
        const text = 'long enough to be cut in half';
        proxy.next(500, null, 503);
        await store.put(nameOf(text), contentOf(text), Buffer.from(text));
        for (const fault of [500, 503, 'half', 'wrong', 'silent'] as const) {
          proxy.next(fault, fault);
          const copy = join(directory, `after-${fault}`);
          await store.fetch(nameOf(text), contentOf(text), copy);
          assert.is(readFileSync(copy, 'utf8'), text, String(fault));
        }
      },
      // Long enough for an answer on a busy machine.
      { timeoutMilliseconds: 1500 },
    ),
  );

  inS3('permanent faults end in one line, without a copy', () =>
    withS3(
      async (store, directory) => {
        const text = 'never whole';
        await store.put(nameOf(text), contentOf(text), Buffer.from(text));
        const reasons: [500 | 503 | 'half' | 'wrong' | 'silent', RegExp][] = [
          [500, /: HTTP 500$/],
          [503, /: HTTP 503$/],
          [
            'half',
            /: the connection was cut; see that the store runs there|: \d+ bytes came instead of 11$/,
          ],
          ['wrong', /: its SHA-256 is another$/],
          ['silent', /time|abort/i],
        ];
        for (const [fault, reason] of reasons) {
          proxy.always(fault);
          const copy = () => store.fetch(nameOf(text), contentOf(text), join(directory, 'copy'));
          const { message } = await failureOf(copy);
          assert.match(message, /^store s3:\/\/\S+: objects\/\S+ could not be fetched: [^\n]+$/);
          assert.match(message, reason);
        }
        assert.equal(readdirSync(directory), []);
      },
      // Long enough for an answer on a busy machine.
      { timeoutMilliseconds: 1500 },
    ),
  );

  inS3('an existing object is not sent again', () =>
    withS3(async (store) => {
      await store.put(nameOf('once'), contentOf('once'), Buffer.from('once'));
      const before = proxy.requests.length;
      await store.put(nameOf('once'), contentOf('once'), Buffer.from('once'));
      assert.equal(
        proxy.requests.slice(before).map((line) => line.split(' ')[0]),
        ['HEAD'],
      );
    }),
  );

  inS3('many new objects take a PUT each, and a look whether it arrived', () =>
    withS3(async (store, directory) => {
      const texts = Array.from({ length: 40 }, (_, at) => `new ${at}`);
      const before = proxy.requests.length;
      await store.putAll(
        texts.map((text) => ({
          name: nameOf(text),
          content: contentOf(text),
          source: Buffer.from(text),
        })),
      );
      const methods = proxy.requests.slice(before).map((line) => line.split(' ')[0]);
      assert.is(methods.filter((method) => method === 'PUT').length, 40);
      assert.is(methods.filter((method) => method === 'HEAD').length, 40);
      await store.fetch(nameOf('new 7'), contentOf('new 7'), join(directory, 'copy'));
    }),
  );

  inS3(
    'files of a source are copied to a folder, and again once they were written or removed',
    () =>
      withDirectory(async (directory) => {
        const client = new S3Client({ endpoint, region, forcePathStyle: true });
        const Bucket = bucket;
        const put = (Key: string, Body: string) =>
          client.send(new PutObjectCommand({ Bucket, Key, Body }));
        const warned: unknown[] = [];
        const log = { warn: (_: string, fields?: object) => void warned.push(fields) };
        const source = `s3://${bucket}/in/daily`;
        const folder = join(directory, 'copy');
        const copy = () =>
          mirror({ source, endpoint: proxy.url, region }, folder, log, { attempts });
        const there = () =>
          Object.fromEntries(
            readdirSync(folder, { recursive: true, withFileTypes: true })
              .filter((entry) => entry.isFile())
              .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
          );
        try {
          const said = await copy().then(() => 'nothing', String);
          assert.match(said, `source ${source} has no files; put some there`);
          await put('in/daily/trades-1.csv', 'one');
          await put('in/daily/trades/2024-01.csv', 'two');
          await put('in/daily/folder/', ' ');
          await put('in/daily/../registry.db', 'no file of the folder');
          await put('in/daily-not/trades.csv', 'another source');
          proxy.next(503, 'half');
          await copy();
          assert.equal(there(), { 'trades-1.csv': 'one', '2024-01.csv': 'two' });
          assert.equal(warned, [{ object: 'in/daily/../registry.db' }]);
          const before = proxy.requests.length;
          await copy();
          assert.is(proxy.requests.length, before + 1, 'nothing but the list');
          await put('in/daily/trades-1.csv', 'longer');
          await client.send(
            new DeleteObjectCommand({ Bucket, Key: 'in/daily/trades/2024-01.csv' }),
          );
          await copy();
          assert.equal(there(), { 'trades-1.csv': 'longer' });
          proxy.always(500);
          await put('in/daily/trades-2.csv', 'three');
          assert.match(
            (await failureOf(copy)).message,
            /^store s3:\/\/\S+: its files could not be listed: /,
          );
          assert.equal(there(), { 'trades-1.csv': 'longer' });
        } finally {
          proxy.always(null);
          client.destroy();
        }
      }),
  );

  inS3('a bucket that is not there is not asked for twice', () =>
    withS3(
      async (store) => {
        const before = proxy.requests.length;
        const { message } = await failureOf(() => store.list('objects/'));
        assert.match(
          message,
          /^store s3:\/\/no-such-bucket\/p\d+\/: objects\/ could not be listed: /,
        );
        assert.is(proxy.requests.length, before + 1);
      },
      { bucket: 'no-such-bucket' },
    ),
  );

  inS3('more objects than a page has are all listed', () =>
    withS3(
      async (store) => {
        const names = Array.from({ length: 25 }, (_, at) => `entries/${at + 10}`);
        const text = Buffer.from('x');
        await Promise.all(names.map((name) => store.put(name, contentOf('x'), text)));
        const listed = await store.list('entries/');
        assert.equal(fieldOf(listed, 'name'), names);
      },
      { pageSize: 10 },
    ),
  );
}

inS3.run();
