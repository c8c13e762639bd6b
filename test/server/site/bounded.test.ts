import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createLargeWorld, largeSlug } from '../../load/large-account-world.ts';
import { bytesRead } from '../../support/count-reads.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { openServer, type Server } from '../open-server.ts';

interface Context {
  directory: string;
  server: Server;
}

const bounded = suite<Context>('work of pages');

const [small, large] = [9_000, 27_000];
/** Most bytes that the page of an account may read, and a widget. */
const maxPageBytes = 288 * 1024;
const maxLineBytes = 32 * 1024;
/**
 * Most bytes for each account in the list: its curve, when it was public, and its section advanced
 * with 168 hours of the week.
 */
const maxRowBytes = 50 * 1024;

bounded.before(async (context) => {
  context.directory = temporaryDirectory();
  const dataDir = await createLargeWorld(context.directory, [small, large]);
  context.server = await openServer({
    dataDir: dataDirectory(dataDir),
    clock: () => new Date(),
    log: silentLog,
  });
});

bounded.after(async ({ server, directory }) => {
  await server.close();
  rmSync(directory, { recursive: true });
});

async function cost({ app }: Server, url: string, headers = {}) {
  let [status, length, etag] = [0, 0, ''];
  const read = await bytesRead(async () => {
    const answer = await app.inject({ url, headers });
    status = answer.statusCode;
    length = answer.rawPayload.length;
    etag = String(answer.headers.etag);
  });
  return { status, length, read, etag };
}

/** Addresses of one account, each with the most bytes that it may read. */
const addresses = (slug: string): [url: string, max: number][] => [
  ...['', '/risk', '/behaviour', '/statistics', '/verification'].map((page): [string, number] => [
    `/account/${slug}${page}`,
    maxPageBytes,
  ]),
  ...['', '.svg', '.png'].map((end): [string, number] => [`/widget/${slug}${end}`, maxLineBytes]),
];

bounded('has a fixed bound, however large the account', async ({ server }) => {
  const costs = async (slug: string) => {
    const all = [];
    for (const [url, max] of addresses(slug)) {
      const singleCost = await cost(server, url);
      assert.is(singleCost.status, 200, url);
      assert.ok(
        singleCost.read > 1000 && singleCost.read < max,
        `${url}: ${singleCost.read} bytes`,
      );
      all.push(singleCost);
    }
    return all;
  };
  const few = await costs(largeSlug(small));
  const many = await costs(largeSlug(large));
  for (const [at, { read, length }] of many.entries()) {
    const { read: readOfFew = 0, length: lengthOfFew = 0 } = few[at] ?? {};
    assert.ok(read < 1.15 * readOfFew, `${read} bytes instead of ${readOfFew}`);
    assert.ok(length < 1.15 * lengthOfFew, `${length} bytes instead of ${lengthOfFew}`);
  }
  const { read } = await cost(server, '/?q=trades');
  assert.ok(read < 2 * maxRowBytes, `the list reads ${read} bytes`);
});

bounded('is not repeated for parts that were drawn before', async ({ server }) => {
  for (const [url] of [...addresses(largeSlug(large)), ['/?q=trades'] as const]) {
    const { etag, length } = await cost(server, url);
    const again = await cost(server, url);
    assert.equal([again.etag, again.length], [etag, length]);
    const known = await cost(server, url, { 'if-none-match': etag });
    assert.is(known.status, 304, url);
    // A few values decide what is shown. The data of the charts is not read.
    for (const { read } of [again, known]) assert.ok(read < 2000, `${url}: ${read} bytes`);
  }
});

bounded('is limited to the most traded symbols, with a link to the rest', async ({ server }) => {
  const { app } = server;
  const page = `/account/${largeSlug(large)}`;
  assert.match(
    (await app.inject(`${page}/behaviour`)).body,
    /The 2,500 with the fewest trades are in/,
  );
  assert.match((await app.inject(page)).body, 'data-curve="');
  const file = `/account/${largeSlug(large)}/instruments.csv`;
  assert.is((await app.inject(file)).body.trim().split('\r\n').length, 1 + 2700);
  const { read, length } = await cost(server, file);
  assert.ok(read < length + 2000, `${read} bytes are read for ${length}`);
});

bounded.run();
