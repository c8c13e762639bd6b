import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, TrackrecordError, type Trade } from '../../clients/typescript/src/index.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { removeOldVersions } from '../../pipeline/publish/snapshot/publish.ts';
import { createMemoryLimits } from '../../server/callers/limits/create-limits.ts';
import { gain } from '../../server/schemas/gain.ts';
import { position } from '../../sql/lists/positions.ts';
import { trade } from '../../sql/lists/trades.ts';
import { clientTypes, clientTypesFile } from '../docs/client-types.ts';
import { createMovableClock } from '../server/callers/limits/clock.ts';
import { isInstalled } from '../server/deploy/nginx.ts';
import { partsOf } from '../server/facts.ts';
import { type ListRow, tradeRows } from '../server/rows.ts';
import { facts, northId, publishFacts, withWorld } from '../server/world.ts';

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
      const time = listenLocally(({ url = '' }, response) => {
        pass(Number(new URL(url, 'http://time').searchParams.get('seconds')));
        response.end();
      });
      await whileOpen(time, async ({ port }) => {
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
          refused: [
            404,
            'Nothing is published at this address. Find accounts with /api/v1/search/accounts?q=NAME.',
          ],
          names: { Trade: names(trade), Position: names(position), Gain: names(gain) },
        });
        assert.equal(account, await read(`/api/v1/accounts/${slug}?include=advanced,monthly`, key));
      });
    }),
  );
} else {
  console.log('skipped: the reader in Python, for want of python3');
}

/** Trades of an account after `number` runs. Each run adds, changes and removes trades. */
const state = (number: number): ListRow[] => [
  ...tradeRows(number, { seed: 100 + number }),
  ...tradeRows(88)
    .slice(number)
    .map((row) => ({ ...row, object: { ...row.object, net_profit: 1000 * number + 1 } })),
];
const lastState = 7;
const sumOf = (trades: readonly { readonly net_profit?: unknown }[]): number =>
  trades.reduce((sum, { net_profit }) => sum + Number(net_profit), 0);
const sums = Array.from({ length: lastState + 1 }, (_, number) =>
  sumOf(state(number).map(({ object }) => object)),
);

/** Calls `work` with a server and a function that publishes the next state, up to the last one. */
const whilePublishing = (
  work: (url: string, key: string, publishNext: () => Promise<void>) => Promise<void>,
) =>
  withWorld(async ({ app, dataDir, snapshots, keyOf }) => {
    let number = 0;
    const publish = async () => {
      const lists = { trades: state(number), positions: [] };
      await publishFacts(dataDir, { ...facts, [northId]: { parts: partsOf(1), lists } });
      removeOldVersions(dataDir, 3);
      await snapshots.refresh();
    };
    await publish();
    const { key } = await keyOf('north-desk');
    await work(await app.listen({ host: '127.0.0.1', port: 0 }), key, async () => {
      number += 1;
      if (number <= lastState) await publish();
    });
  });

readers('read the trades of one version in TypeScript while runs publish others', () =>
  whilePublishing(async (baseUrl, key, publishNext) => {
    const client = createClient({
      baseUrl,
      key,
      fetch: async (...request) => {
        const response = await fetch(...request);
        await publishNext();
        return response;
      },
    });
    const handedOut: Trade[] = [];
    const gone = await (async () => {
      for await (const trade of client.trades('north-eurusd')) handedOut.push(trade);
    })().catch((thrown: unknown) => thrown);
    // The version of page 1 is gone after the third publication.
    assert.equal(
      handedOut,
      state(0)
        .slice(0, 60)
        .map(({ object }) => object),
    );
    assert.instance(gone, TrackrecordError);
    assert.match(String(gone), /Start again from page 1/);

    const trades = await client.whole(() => client.trades('north-eurusd'));
    assert.equal(
      trades,
      state(lastState).map(({ object }) => object),
    );
    assert.is(sumOf(trades), sums[lastState]);
  }),
);

const pagingScript = `
import json, os, sys, urllib.request
sys.path.insert(0, sys.argv[1])
import trackrecord_reader as reader

class Publishing(reader.Trackrecord):
    def _get(self, path, query):
        answer = super()._get(path, query)
        urllib.request.urlopen(sys.argv[3]).read()
        return answer

server = Publishing(sys.argv[2], key=os.environ["TRACKRECORD_KEY"])
handed_out = []
try:
    for trade in server.trades("north-eurusd"):
        handed_out.append(trade)
except reader.TrackrecordError as error:
    gone = [error.status, str(error)]
trades = server.whole(lambda: server.trades("north-eurusd"))
try:
    server.whole(lambda: (_ for _ in ()).throw(reader.TrackrecordError(410, None)), restarts=2)
except reader.TrackrecordError as error:
    given_up = error.status
print(json.dumps({"handed_out": handed_out, "gone": gone, "trades": trades, "given_up": given_up}))
`;

import { listenLocally } from '../support/listen.ts';
import { whileOpen } from '../support/while-open.ts';

if (isInstalled('python3')) {
  readers('read the trades of one version in Python while runs publish others', () =>
    whilePublishing(async (url, key, publishNext) => {
      const publisher = listenLocally(async (_request, response) => {
        await publishNext();
        response.end();
      });
      await whileOpen(publisher, async ({ port }) => {
        const { stdout } = await promisify(execFile)(
          'python3',
          ['-B', '-c', pagingScript, inPackage('clients/python'), url, `http://127.0.0.1:${port}/`],
          { env: { PATH: process.env.PATH, TRACKRECORD_KEY: key } },
        );
        const { handed_out, gone, trades, given_up } = JSON.parse(stdout);
        const objects = (number: number) => state(number).map(({ object }) => object);
        assert.equal(handed_out, objects(0).slice(0, 60));
        assert.is(gone[0], 410);
        assert.match(gone[1], /Start again from page 1/);
        // It began with the last state but one, and the last publication left that to be read.
        assert.equal(trades, objects(lastState - 1));
        assert.is(sumOf(trades), sums[lastState - 1]);
        assert.is(given_up, 410);
      });
    }),
  );
}

readers.run();
