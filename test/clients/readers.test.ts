import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, TrackrecordError } from '../../clients/typescript/src/index.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { createMemoryLimits } from '../../server/callers/limits/create-limits.ts';
import { gain } from '../../server/schemas/gain.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { clientTypes, clientTypesFile } from '../docs/client-types.ts';
import { createMovableClock } from '../server/callers/limits/clock.ts';
import { isInstalled } from '../server/deploy/nginx.ts';
import { withWorld } from '../server/world.ts';

const readers = suite('clients that read');

/** Calls `work` with a server. Its limits use a clock that the test moves. */
const withLimits = (
  work: (
    world: Parameters<Parameters<typeof withWorld>[0]>[0],
    url: string,
    pass: (seconds: number) => void,
  ) => Promise<void>,
) => {
  const clock = createMovableClock();
  return withWorld(
    async (world) => {
      const url = await world.app.listen({ host: '127.0.0.1', port: 0 });
      await work(world, url, (seconds) => clock.pass(seconds * 1000));
    },
    { limits: createMemoryLimits(clock) },
  );
};

const slug = 'north-all';

readers('have types that are printed from the description of the API', () => {
  assert.is(
    readFileSync(inPackage(clientTypesFile), 'utf8'),
    clientTypes(),
    'npm run docs writes it',
  );
});

readers('read all pages in TypeScript, and wait as long as a 429 says', () =>
  withLimits(async ({ keyOf, read }, baseUrl, pass) => {
    const { key } = await keyOf('north-desk');
    const waited: number[] = [];
    const client = createClient({
      baseUrl,
      key,
      wait: async (seconds) => {
        waited.push(seconds);
        pass(seconds);
      },
    });
    // 300 trades are 15 pages. The server answers 120 requests a minute.
    for (let round = 0; round < 9; round += 1) {
      const tickets = new Set<string>();
      for await (const { ticket } of client.trades(slug)) tickets.add(ticket);
      assert.is(tickets.size, 300);
    }
    assert.is(waited.length, 1);
    assert.ok((waited[0] ?? 0) >= 1 && (waited[0] ?? 0) <= 60, String(waited));
    pass(60);
    const account = await client.account(slug, { include: ['advanced', 'monthly'] });
    assert.equal(account, await read(`/api/v1/accounts/${slug}?include=advanced,monthly`, key));
    assert.is((await client.gain(slug)).slug, slug);
    assert.is((await client.statistics(slug, { by: ['side', 'hour'] })).slug, slug);
    const slugs: string[] = [];
    for await (const item of client.accounts({ type: 'account' })) slugs.push(item.slug);
    assert.equal(slugs.sort(), ['north-eurusd', 'north-gold', 'north-secret']);
    const csv = await client.tradesCsv(slug);
    assert.match(await new Response(csv).text(), /^ticket,symbol,/);
    const error = await client.account('never-was').catch((thrown: unknown) => thrown);
    assert.instance(error, TrackrecordError);
    if (error instanceof TrackrecordError) {
      assert.equal([error.status, error.problem?.title], [404, 'Not Found']);
    }
  }),
);

const script = `
import json, os, sys, typing, urllib.request
sys.path.insert(0, sys.argv[1])
import trackrecord_reader as reader

def wait(seconds):
    waited.append(seconds)
    urllib.request.urlopen(f"{sys.argv[3]}?seconds={seconds}").read()

waited = []
server = reader.Trackrecord(sys.argv[2], key=os.environ["TRACKRECORD_KEY"], wait=wait)
rounds = [len({trade["ticket"] for trade in server.trades("${slug}")}) for _ in range(9)]
wait(60)
try:
    server.account("never-was")
except reader.TrackrecordError as error:
    refused = [error.status, str(error)]
print(json.dumps({
    "rounds": rounds,
    "waits": len(waited),
    "account": server.account("${slug}", include=["advanced", "monthly"]),
    "own": sorted(one["slug"] for one in server.accounts(type="account")),
    "statistics": server.statistics("${slug}", by=["side"])["slug"],
    "refused": refused,
    "names": {one.__name__: sorted(typing.get_type_hints(one)) for one in (reader.Trade, reader.Position, reader.Gain)},
}))
`;

if (isInstalled('python3')) {
  readers('read all pages in Python, and wait as long as a 429 says', () =>
    withLimits(async ({ keyOf, read }, url, pass) => {
      const { key } = await keyOf('north-desk');
      const time = createServer(({ url = '' }, response) => {
        pass(Number(new URL(url, 'http://time').searchParams.get('seconds')));
        response.end();
      }).listen(0, '127.0.0.1');
      await once(time, 'listening');
      try {
        const { port } = time.address() as AddressInfo;
        const { stdout } = await promisify(execFile)(
          'python3',
          ['-B', '-c', script, inPackage('clients/python'), url, `http://127.0.0.1:${port}/`],
          { env: { PATH: process.env.PATH, TRACKRECORD_KEY: key } },
        );
        const { account, ...found } = JSON.parse(stdout);
        const names = (schema: { properties: object }) => Object.keys(schema.properties).sort();
        assert.equal(found, {
          rounds: Array(9).fill(300),
          waits: 2,
          own: ['north-eurusd', 'north-gold', 'north-secret'],
          statistics: slug,
          refused: [404, 'Nothing is published at this address.'],
          names: { Trade: names(trade), Position: names(position), Gain: names(gain) },
        });
        assert.equal(account, await read(`/api/v1/accounts/${slug}?include=advanced,monthly`, key));
      } finally {
        time.close();
      }
    }),
  );
} else {
  console.log('skipped: the reader in Python, for want of python3');
}

readers.run();
