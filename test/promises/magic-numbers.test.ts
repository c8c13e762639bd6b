import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient } from '../../clients/typescript/src/index.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { exportMarts } from '../../pipeline/export/export.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { callOf, mcpHeaders } from '../server/mcp/calls.ts';
import { openServer, type Server } from '../server/open-server.ts';
import { type Published, publishWorld } from '../support/published.ts';

const asOf = new Date('2024-07-01T12:00:00Z');
const closed = ['9007199254740992', '-9223372036854775808', '9007199254740993'];
const largest = '18446744073709551615';
const oldestLast = [...closed, largest];

interface Context {
  published: Published;
  server: Server;
  key: string;
}

const magic = suite<Context>('magic numbers of 64 bits');

magic.before(async (context) => {
  context.published = await publishWorld(join(scenariosDirectory, 'magic-numbers'), asOf);
  const { dataDir } = context.published;
  context.server = await openServer({ dataDir, clock: () => asOf, log: silentLog });
  const scopes = ['accounts:read', 'public:read'] as const;
  const wanted = { owner: 'desk', name: 'test', scopes: [...scopes] };
  context.key = (await createKey(context.server.registry, wanted)).key;
});

magic.after(async ({ published, server }) => {
  await server.close();
  published.remove();
});

/** Lists the magic numbers in a text, with the digits as written. */
const printed = (text: string): string[] =>
  [...text.matchAll(/"magic_number":\s*([^,}\s]+)/g)].map(([, digits = '']) => digits);

magic('have every digit in lists and breakdowns', async ({ server: { app }, key }) => {
  const headers = { authorization: `Bearer ${key}` };
  const trades = await app.inject({ url: '/api/v1/accounts/far/trades', headers });
  assert.equal(printed(trades.body), oldestLast);
  const positions = await app.inject({ url: '/api/v1/accounts/far/positions', headers });
  assert.equal(printed(positions.body), [largest]);
  const account = await app.inject({ url: '/api/v1/accounts/far?include=by_magic_number' });
  const keys = Object.keys(account.json().by_magic_number);
  assert.equal(keys.sort(), oldestLast.toSorted());
});

magic('have every digit in the clients', async ({ server: { app }, key }) => {
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const client = createClient({ baseUrl, key });
  const trades = await client.whole(() => client.trades('far'));
  assert.equal(
    trades.map(({ magic_number }) => magic_number),
    oldestLast,
  );
  const positions = await client.whole(() => client.positions('far'));
  assert.equal(
    positions.map(({ magic_number }) => magic_number),
    [largest],
  );
  const program = `from trackrecord_reader import Trackrecord
server = Trackrecord('${baseUrl}', key='${key}')
print(*[trade['magic_number'] for trade in server.whole(lambda: server.trades('far'))])`;
  const options = { cwd: inPackage('clients/python') };
  const { stdout } = await promisify(execFile)('python3', ['-c', program], options);
  assert.equal(stdout.trim().split(' '), oldestLast);
});

magic('have every digit in the file of trades', async ({ server: { app }, key }) => {
  const headers = { authorization: `Bearer ${key}` };
  const { body } = await app.inject({ url: '/api/v1/accounts/far/trades.csv', headers });
  const rows = body.trim().split('\r\n').slice(1);
  assert.equal(
    rows.map((row) => row.split(',').at(-1)),
    oldestLast,
  );
});

magic('have every digit in the data and in the text of a tool', async ({ server, key }) => {
  for (const [name, expected] of [
    ['list_trades', oldestLast],
    ['list_positions', [largest]],
  ] as const) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/mcp',
      payload: JSON.stringify(callOf(name, { slug: 'far' })),
      headers: { ...mcpHeaders, authorization: `Bearer ${key}` },
    });
    assert.equal(printed(answer.body), expected);
    assert.equal(printed(answer.json().result.content[0].text), expected);
  }
});

magic('have every digit in the table of the snapshot', ({ published: { snapshot, accounts } }) => {
  const id = accounts.find(({ slug }) => slug === 'far')?.account_id ?? '';
  const rows = String(snapshot.part(id, 'by_magic_number.csv')).trim().split('\r\n').slice(1);
  const digits = rows.map((row) => row.split(',')[0]);
  assert.equal(digits.sort(), oldestLast.toSorted());
});

magic('have every digit in what researchers export', async ({ published: { dataDir } }) => {
  const directory = mkdtempSync(join(tmpdir(), 'trackrecord-magic-'));
  const database = await openDatabase(':memory:');
  try {
    const { warehouse } = dataDir;
    const out = join(directory, 'out');
    await exportMarts({ warehouse, out, formats: ['csv', 'parquet'], threads: 1 });
    const rows = await database.rows(`
      select magic_number::varchar as digits, typeof(magic_number) as type
      from '${out}/trades.parquet' where slug = 'far' order by closed_at desc`);
    assert.equal(
      rows.map(({ digits }) => digits),
      oldestLast,
    );
    assert.is(rows[0]?.type, 'DECIMAL(20,0)');
    const csv = readFileSync(join(out, 'trades.csv'), 'utf8');
    for (const digits of oldestLast) assert.match(csv, new RegExp(`,${digits}\\b`));
  } finally {
    database.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

magic('are described as numbers of 64 bits', async ({ server: { app } }) => {
  const { components } = (await app.inject({ url: '/api/v1/openapi.json' })).json();
  const text = JSON.stringify(components.schemas.Trade.properties.magic_number);
  assert.match(text, /"format":"int64"/);
  assert.match(text, /2\^64 - 1/);
});

magic.run();
