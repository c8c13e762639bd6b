import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import {
  createConnectionKey,
  revokeConnectionKey,
} from '../../../pipeline/registry/connection-keys.ts';
import { deleteEntry } from '../../../pipeline/registry/deletions.ts';
import { addAccount } from '../../../pipeline/registry/owner-decisions.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { allowances } from '../../../server/callers/limits/limits.ts';
import { fieldOf } from '../../support/fields.ts';
import { furnish } from '../../support/furnish.ts';
import { runAt } from '../../support/run-at.ts';
import { sentDescription, sentTrade } from '../../support/sent-rows.ts';
import { withHandle } from '../../support/sqlite.ts';
import { bearer, goldId, northId, now, type World, withWorld } from '../world.ts';

const connect = suite('facts that are sent in');

let world: World;
let north = '';
let gold = '';
let end = (): void => {};
let ended: Promise<void>;

// One server for all tests, since each test sends other data.
connect.before(
  () =>
    new Promise<void>((resolve, reject) => {
      const limits = createMemoryLimits(undefined, { ...allowances, anonymous: 10_000 });
      const lent = async (lentWorld: World): Promise<void> => {
        world = lentWorld;
        await furnish(world.dataDir);
        north = await keyOf('north-eurusd');
        gold = await keyOf('north-gold');
        const until = new Promise<void>((done) => {
          end = done;
        });
        resolve();
        await until;
      };
      ended = withWorld(lent, { facts: null, limits });
      ended.catch(reject);
    }),
);
connect.after(() => {
  end();
  return ended;
});

const keyOf = async (account: string): Promise<string> =>
  (await createConnectionKey(world.registry, { account, name: 'test' })).key;

const json = { 'content-type': 'application/json' };
const ndjson = { 'content-type': 'application/x-ndjson' };

function send(key: string | undefined, body: unknown, headers: Record<string, string> = json) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const request: InjectOptions = { method: 'POST', url: '/connect/v1/facts', payload };
  return world.app.inject({ ...request, headers: { ...bearer(key), ...headers } });
}

const receiptOf = (key: string, id: string) =>
  world.app.inject({ url: `/connect/v1/receipts/${id}`, headers: bearer(key) });

const position = (ticket: string, reported_at: string) => {
  const { close_price, closed_at, ...opened } = sentTrade(ticket);
  return { ...opened, reported_at };
};

const account = sentDescription();

const run = (rebuild = false, sources: string[] = []): Promise<RunResult> =>
  runAt(now, world, { sources, rebuild });

connect('are answered with the result of each row', async () => {
  const answer = await send(north, {
    trades: [sentTrade('1'), sentTrade('2', { side: 'up' }), sentTrade('3', { volume: 0 }), 'x'],
    equity: [{ at: '2026-02-03T10:00:00Z', balance: 1010 }],
  });
  assert.is(answer.statusCode, 202);
  assert.equal(answer.json(), {
    receipt: answer.json().receipt,
    accepted: 1,
    rejected: [
      { table: 'equity', row: 1, reason: 'equity is missing' },
      { table: 'trades', row: 2, reason: 'side "up" is not one of buy, sell' },
      { table: 'trades', row: 3, reason: 'volume "0" is not above 0' },
      { table: 'trades', row: 4, reason: 'the row is not a JSON object' },
    ],
    rejected_count: 4,
  });
  assert.match(answer.json().receipt, /^rcp_[0-9A-Za-z]{22}$/);
  assert.is(answer.headers['x-ratelimit-limit'], '60');
});

connect('are taken line by line, packed or not', async () => {
  const lines = [
    JSON.stringify({ table: 'trades', ...sentTrade('11') }),
    '',
    JSON.stringify({ table: 'fx_rates', date: '2026-01-01' }),
    'no JSON',
    JSON.stringify({ ...sentTrade('12') }),
  ].join('\r\n');
  const answer = await send(north, gzipSync(lines), { ...ndjson, 'content-encoding': 'gzip' });
  assert.is(answer.statusCode, 202);
  const { accepted, rejected } = answer.json();
  assert.is(accepted, 1);
  assert.equal(
    rejected.map(({ row, reason }: { row: number; reason: string }) => [row, reason.slice(0, 16)]),
    [
      [3, 'table "fx_rates"'],
      [4, 'the line is not '],
      [5, 'table "" is not '],
    ],
  );
  assert.equal((await send(north, lines, ndjson)).json(), answer.json());
});

const tooMuch = Buffer.alloc(5 * 1024 * 1024 + 1, ' ');
const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024 + 1, ' '));
const packed = { ...json, 'content-encoding': 'gzip' };
const refusals: readonly [string, unknown, Record<string, string>, number, RegExp][] = [
  ['no JSON', '{"trades": [', json, 400, /not a JSON object/],
  ['JSON that is none within', '{"trades": [{"ticket": tru}]}', json, 400, /not JSON/],
  ['another value than an object', '[]', json, 400, /not a JSON object/],
  ['a list that is none', { trades: {} }, json, 400, /trades is not a JSON list/],
  ['a member of another name', { trade: [] }, json, 400, /"trade"/],
  ['no NDJSON', 'ticket,symbol\n1,EURUSD\n', ndjson, 400, /none of its lines/],
  ['nothing', '', json, 400, /is empty/],
  ['half a gzip', gzipSync('{}').subarray(0, 12), packed, 400, /gzip body is damaged or cut off/],
  ['text that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), json, 400, /UTF-8/],
  ['too much', tooMuch, json, 413, /5 MiB/],
  ['too much once it is unpacked', bomb, packed, 413, /50 MiB/],
  ['a form', 'trades=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, /./],
  ['another packing', '{}', { ...json, 'content-encoding': 'br' }, 415, /gzip/],
  ['no rows', {}, json, 422, /no row/],
  ['deals', { deals: [{ ticket: 1 }] }, json, 422, /[Dd]eals/],
];
for (const [what, body, headers, status, detail] of refusals) {
  connect(`that are ${what} are a ${status}`, async () => {
    const answer = await send(north, body, headers);
    assert.is(answer.statusCode, status, answer.body);
    assert.match(answer.json().detail, detail);
    assert.match(`${answer.headers['content-type']}`, /^application\/problem\+json/);
  });
}

connect('without a row that can be taken are a 422 whose receipt says so', async () => {
  const answer = await send(north, { trades: [sentTrade('20', { profit: 'much' })] });
  assert.is(answer.statusCode, 422);
  const { receipt, rejected } = answer.json();
  assert.equal(rejected, [{ table: 'trades', row: 1, reason: 'profit "much" is not a number' }]);
  assert.is((await receiptOf(north, receipt)).json().state, 'refused');
});

connect('have the same receipt when they come again, and a key of their own', async () => {
  const body = { trades: [sentTrade('21')] };
  const first = await send(north, body, { ...json, 'idempotency-key': 'a' });
  assert.equal((await send(north, body)).json(), first.json());
  const otherReceipt = await send(
    north,
    { trades: [sentTrade('22')] },
    { ...json, 'idempotency-key': 'a' },
  );
  assert.is(otherReceipt.statusCode, 422);
  assert.match(
    otherReceipt.json().detail,
    /^This Idempotency-Key was used with another body before/,
  );
  const again = await send(north, body, { ...json, 'idempotency-key': 'a' });
  assert.equal([again.statusCode, again.json()], [202, first.json()]);
  const known = { trades: [sentTrade('21')], equity: [] };
  await send(north, known);
  const used = await send(north, known, { ...json, 'idempotency-key': 'a' });
  assert.is(used.statusCode, 422, 'though that body has a receipt');
  assert.is.not((await send(gold, body)).json().receipt, first.json().receipt);
  const both = await Promise.all(['x', 'x'].map(() => send(north, { trades: [sentTrade('23')] })));
  assert.equal(both[0]?.json(), both[1]?.json());
});

connect('need a valid Connection Key, which allows nothing else', async () => {
  const developer = await world.keyOf('north-desk');
  const id = 'rcp_0000000000000000000000';
  for (const key of [undefined, developer.key, `${north}x`, 'nope']) {
    for (const answer of [await send(key, {}), await receiptOf(key ?? '', id)]) {
      assert.is(answer.statusCode, 401);
    }
  }
  assert.is((await send(undefined, {})).headers['www-authenticate'], 'Bearer');
  for (const url of [
    '/api/v1/accounts',
    '/api/v1/accounts/north-eurusd',
    '/api/v1/search/accounts',
  ]) {
    assert.is((await world.app.inject({ url, headers: bearer(north) })).statusCode, 401, url);
  }
  const made = await createConnectionKey(world.registry, { account: 'north-gold', name: 'x' });
  assert.is((await send(made.key, {})).statusCode, 422);
  await revokeConnectionKey(world.registry, made.id);
  assert.is((await send(made.key, {})).statusCode, 401);
});

connect('have receipts that nobody finds with another key', async () => {
  const { receipt } = (await send(north, { trades: [sentTrade('24')] })).json();
  assert.is((await receiptOf(north, receipt)).json().state, 'received');
  const foreign = await receiptOf(gold, receipt);
  const unknown = await receiptOf(gold, 'rcp_0000000000000000000000');
  assert.is(foreign.statusCode, 404);
  assert.is(foreign.body, unknown.body);
});

connect('of one owner leave room for those of others', async () => {
  const solo = await keyOf('solo-secret');
  const eight = Array.from({ length: 8 }, () => tooMuch.subarray(1));
  const large = [...eight.map((body) => send(north, body)), send(gold, {})];
  const small = send(solo, {});
  const [last, ...others] = (await Promise.all(large)).toReversed();
  assert.is(last?.statusCode, 429);
  assert.match(last?.json().detail, /more than 40 MiB at once/);
  assert.is(last?.headers['retry-after'], '5');
  assert.is((await small).statusCode, 422, 'it was read, and holds no row');
  const details = others.map((answer) => answer.json().detail);
  assert.not(details.some((detail) => /more than 40 MiB/.test(detail)));
  assert.is(details.filter((detail) => /with this key is still being read/.test(detail)).length, 7);
  assert.is((await send(gold, {})).statusCode, 422, 'once they are answered');
});

connect('may come sixty times a minute with a key', async () => {
  const key = await keyOf('north-secret');
  const answers = [];
  for (let sent = 0; sent < 61; sent += 1) answers.push(await send(key, {}));
  assert.equal(fieldOf(answers, 'statusCode'), [...Array.from({ length: 60 }, () => 422), 429]);
  assert.ok(Number(answers.at(-1)?.headers['retry-after']) > 0);
});

connect('are a 503 while the registry is out of reach', async () => {
  const { findConnectionByHash } = world.registry;
  try {
    world.registry.findConnectionByHash = () => Promise.reject(new Error('locked'));
    const answer = await send('tr_conn_000000000000000000000000000000000bQqYN', {});
    assert.is(answer.statusCode, 503);
    assert.ok(answer.headers['retry-after']);
  } finally {
    world.registry.findConnectionByHash = findConnectionByHash;
  }
});

connect(
  'that were stored before a 503 count once, and have a receipt if they come again',
  async () => {
    const solo = await keyOf('solo-secret');
    const stored = (): number =>
      withHandle(world.dataDir.inbox.database, (handle) =>
        handle.prepare('select number from deliveries').all(),
      ).length;
    const before = stored();
    const body = { trades: [sentTrade('503')] };
    const { store } = world.registry;
    const { revision } = store;
    // The registry is lost between both looks at it: who sends, and is the account still there.
    let looks = 0;
    Object.assign(store, {
      revision: () => {
        looks += 1;
        if (looks > 1) throw new Error('locked');
        return revision();
      },
    });
    const lost = await send(solo, body);
    Object.assign(store, { revision });
    assert.is(lost.statusCode, 503);
    assert.match(
      lost.json().detail,
      /can’t confirm that it stored the data. Send the same body again/,
    );
    assert.ok(lost.headers['retry-after']);
    assert.is(stored() - before, 1, 'the rows are stored');
    const [first, second] = [await send(solo, body), await send(solo, body)];
    assert.equal([first.statusCode, second.statusCode, stored() - before], [202, 202, 1]);
    assert.equal(second.json(), first.json());
    assert.is((await receiptOf(solo, first.json().receipt)).json().state, 'received');
  },
);

connect("name no account except the key's own", async () => {
  const answer = await send(north, {
    account: { ...account, account_id: goldId },
    trades: [sentTrade('26', { account_id: 'x' }), sentTrade('27', { account_id: 7 })],
    equity: [{ account_id: goldId, at: '2026-02-03T10:00:00Z', balance: 1, equity: 1 }],
  });
  assert.is(answer.statusCode, 422);
  const reasons = answer.json().rejected.map(({ reason }: { reason: string }) => reason);
  assert.is(reasons.length, 4);
  for (const reason of reasons) {
    assert.match(reason, /^account_id .* is not the account of the key; leave account_id out/);
    assert.not.match(reason, northId);
  }
});

connect("can't set their data source", async () => {
  const claimed = { ...account, data_source: 'terminal' };
  const answer = await send(north, { account: claimed });
  assert.is(answer.statusCode, 202);
  assert.equal(answer.json().warnings, [
    'accounts: data_source is ignored: the server records itself where data came from.',
  ]);
  const plain = await send(north, { account });
  assert.is(plain.json().warnings, undefined);
});

connect('are published by the next run, for the account of the key alone', async () => {
  const described = { account: { ...account, account_id: northId }, trades: [sentTrade('30')] };
  const { receipt } = (await send(north, described)).json();
  const positions = [
    position('40', '2026-02-03T10:00:00Z'),
    position('41', '2026-02-03T10:00:00Z'),
  ];
  const waiting = (await send(gold, { positions })).json().receipt;
  await send(north, { positions });
  const { load, version } = await run();
  assert.equal(load.failures, []);
  assert.is(load.rowsRejected, 0);
  await world.snapshots.refresh();
  const shown = (await receiptOf(north, receipt)).json();
  assert.equal([shown.state, shown.run, shown.version], ['published', now.toISOString(), version]);
  // The other account has no account data yet: its trades are loaded, but not published.
  assert.is((await receiptOf(gold, waiting)).json().state, 'loaded');
  const key = (await world.keyOf('north-desk')).key;
  const { data } = await world.read('/api/v1/accounts/north-eurusd/trades', key);
  assert.equal(data.map(({ ticket }: { ticket: string }) => ticket).sort(), [
    '1',
    '11',
    '21',
    '23',
    '24',
    '30',
  ]);
  assert.is((await world.read('/api/v1/accounts/north-eurusd/positions', key)).data.length, 2);
  assert.is((await world.read('/api/v1/accounts/north-eurusd', key)).balance, 1060);
});

connect('are stored for this user only, and a run leaves no file', () => {
  const { inbox, temporary } = world.dataDir;
  assert.not(existsSync(temporary));
  assert.is(statSync(inbox.folder).mode & 0o777, 0o700);
  assert.is(statSync(inbox.database).mode & 0o777, 0o600);
});

connect('count once, and never undo a later correction from a source', async () => {
  const key = (await world.keyOf('north-desk')).key;
  await applyRegistry(world.registry, {
    accounts: [{ slug: 'north-eurusd', owner_data: true }],
  });
  const corrected = join(world.dataDir.path, 'corrected');
  mkdirSync(join(corrected, 'trades'), { recursive: true });
  const row = JSON.stringify({ account_id: northId, ...sentTrade('30', { profit: 15 }) });
  writeFileSync(join(corrected, 'trades', 'corrected.ndjson'), `${row}\n`);
  await send(north, { trades: [sentTrade('32', { profit: -5 })] });
  const { load } = await run(false, [corrected]);
  assert.is(load.rowsLoaded, 2, 'the correction, and what was sent since');
  await world.snapshots.refresh();
  assert.is((await world.read('/api/v1/accounts/north-eurusd', key)).balance, 1060);
  const back = { trades: [sentTrade('30'), sentTrade('32', { profit: 0 })] };
  await send(north, back);
  await send(north, { positions: [position('42', '2026-02-03T11:00:00Z')] });
  assert.is((await run()).load.rowsLoaded, 3, 'sent again, and a position');
});

connect(
  'replace all positions, and survive the removal of replaced rows and a rebuild',
  async () => {
    const key = (await world.keyOf('north-desk')).key;
    const served = async () => {
      await world.snapshots.refresh();
      const { data } = await world.read('/api/v1/accounts/north-eurusd/positions', key);
      return {
        open: data.map(({ ticket }: { ticket: string }) => ticket),
        account: await world.read('/api/v1/accounts/north-eurusd', key),
      };
    };
    const rowsSent = (): number =>
      withHandle(world.dataDir.inbox.database, (handle) =>
        handle.prepare('select sum(rows) as rows from deliveries').all(),
      ).reduce((sum: number, row) => sum + (row as { rows: number }).rows, 0);
    assert.equal((await served()).open, ['42'], 'as it was sent before');
    await send(north, { positions: [] });
    await send(north, { trades: [sentTrade('31')] });
    for (const profit of [1, 2, 3]) {
      await send(north, { trades: [sentTrade('80', { profit }), sentTrade(`8${profit}`)] });
    }
    await run();
    const before = await served();
    assert.equal(before.open, []);
    // Ticket 30 keeps the profit of 15 from the operator's file, which is a better source than sent
    // rows. Ticket 80 has the profit of 3 that came last.
    assert.is(before.account.balance, 1108);
    const rows = rowsSent();
    withHandle(world.dataDir.inbox.database, (inbox) => {
      inbox.exec('update delivery_accounts set is_full = 1');
    });
    await run();
    assert.ok(rowsSent() <= rows - 2, 'two earlier rows of the ticket are gone');
    assert.equal(await served(), before);
    rmSync(world.dataDir.working);
    await run(true);
    assert.equal(await served(), before);
  },
);

connect(
  'are refused if the account is deleted while they come, and its deletion waits for a run',
  async () => {
    const { registry, app } = world;
    const account_id = 'sent while deleted';
    const slug = await addAccount(registry, 'north-desk', { name: 'Gone', account_id });
    const key = await keyOf(slug);
    const body = JSON.stringify({ trades: [sentTrade('late')] });
    async function* inTwoParts() {
      yield body.slice(0, 20);
      await deleteEntry(registry, 'north-desk', slug);
      // A run removes the data that is there.
      await registry.deletions.finish(await registry.deletions.pending());
      yield body.slice(20);
    }
    const answer = await app.inject({
      ...({ method: 'POST', url: '/connect/v1/facts' } as const),
      payload: Readable.from(inTwoParts()),
      headers: { ...bearer(key), ...json },
    });
    assert.is(answer.statusCode, 401);
    assert.equal(await registry.deletions.pending(), [account_id]);
  },
);

connect.run();
