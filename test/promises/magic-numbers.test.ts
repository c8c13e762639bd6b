import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient } from '../../clients/typescript/src/index.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { exportMarts } from '../../pipeline/export/export.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { readArrow } from '../pipeline/export/arrow-reading.ts';
import { readBytes } from '../pipeline/platforms/reading.ts';
import { callOf, mcpHeaders } from '../server/mcp/calls.ts';
import { type Served, serveDuring } from '../server/serve-during.ts';
import { directoryDuring } from '../support/directory.ts';
import { fieldOf } from '../support/fields.ts';
import { publishWorld } from '../support/published.ts';
import { runAt } from '../support/run-at.ts';
import { sentInMarch } from '../support/sent-rows.ts';
import { whileOpen } from '../support/while-open.ts';

const asOf = new Date('2024-07-01T12:00:00Z');
const closed = ['9007199254740992', '-9223372036854775808', '9007199254740993'];
const largest = '18446744073709551615';
const oldestLast = [...closed, largest];

interface Context extends Served {
  key: string;
}

const magic = suite<Context>('magic numbers of 64 bits');
const directory = directoryDuring(magic);

serveDuring(magic, asOf, () => publishWorld(join(scenariosDirectory, 'magic-numbers'), asOf));

magic.before(async (context) => {
  const scopes = ['accounts:read', 'public:read'] as const;
  const wanted = { owner: 'desk', name: 'test', scopes: [...scopes] };
  context.key = (await createKey(context.server.registry, wanted)).key;
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
  assert.equal(fieldOf(trades, 'magic_number'), oldestLast);
  const positions = await client.whole(() => client.positions('far'));
  assert.equal(fieldOf(positions, 'magic_number'), [largest]);
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

magic('have every digit in what researchers export', ({ published: { dataDir } }) =>
  whileOpen(openDatabase(':memory:'), async (database) => {
    const { warehouse } = dataDir;
    const out = join(directory, 'out');
    await exportMarts({ warehouse, out, formats: ['csv', 'parquet', 'arrow'], threads: 1 });
    const rows = await database.rows(`
      select magic_number::varchar as digits, typeof(magic_number) as type
      from '${out}/trades.parquet' where slug = 'far' order by closed_at desc`);
    assert.equal(fieldOf(rows, 'digits'), oldestLast);
    assert.is(rows[0]?.type, 'DECIMAL(20,0)');
    const sent = readArrow(join(out, 'trades.arrow')).filter(({ slug }) => slug === 'far');
    assert.equal(sent.map(({ magic_number }) => magic_number).sort(), oldestLast.toSorted());
    const csv = readFileSync(join(out, 'trades.csv'), 'utf8');
    for (const digits of oldestLast) assert.match(csv, new RegExp(`,${digits}\\b`));
  }),
);

magic('have every digit in the lines of trades and open positions', async ({ server }) => {
  const accounts = [{ slug: 'far', show_trades_on_page: true }];
  await applyRegistry(server.registry, { accounts });
  const linesOf = async (list: string) =>
    printed((await server.app.inject({ url: `/account/far/${list}.ndjson` })).body);
  assert.equal(await linesOf('trades'), oldestLast);
  assert.equal(await linesOf('positions'), [largest]);
});

/** Writes one trade with a magic number, by format. MetaTrader 4 has numbers of 32 bits. */
const exportsWith: Readonly<Record<string, (magicNumber: string) => string>> = {
  myfxbook: (magicNumber) =>
    `Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Profit,Magic Number
1,01/13/2024 10:00,01/13/2024 11:00,EURUSD,Buy,0.1,0,0,1.1,1.2,10.5,${magicNumber}
`,
  fxblue: (magicNumber) =>
    `Type,Ticket,Symbol,Buy/sell,Lots,Open price,Close price,Open time,Close time,Profit,Magic number
Closed position,1,EURUSD,Buy,0.1,1.1,1.2,2024/01/02 10:00:00,2024/01/02 11:00:00,10.5,${magicNumber}
`,
  table: (magicNumber) =>
    `[{"opened":"2024-01-02 10:00","closed":"2024-01-02 11:00","symbol":"EURUSD","type":"buy","lots":0.1,"entry":1.1,"exit":1.2,"profit":10.5,"magic":${magicNumber}}]`,
};

for (const [format, write] of Object.entries(exportsWith)) {
  magic(`have every digit in what an import of ${format} writes`, async () => {
    const map = join(directory, 'map.json');
    writeFileSync(map, JSON.stringify(mapOfTable));
    const options = { format, ...(format === 'table' && { map }) };
    for (const digits of [...closed, largest]) {
      const { tables, told } = await readBytes(write(digits), options);
      assert.equal(told, []);
      assert.equal(fieldOf(tables.trades, 'magic_number'), [digits]);
    }
  });
}

const mapOfTable = {
  holds: 'trades',
  profit: 'gross',
  words: {},
  columns: {
    symbol: 'symbol',
    side: 'type',
    volume: 'lots',
    open_price: 'entry',
    close_price: 'exit',
    opened_at: 'opened',
    closed_at: 'closed',
    profit: 'profit',
    magic_number: 'magic',
  },
};

magic('have every digit when a program sends them as numbers', async ({ published, server }) => {
  const { registry, app } = server;
  const account = { slug: 'sent', type: 'account', account_id: 'MT5:sent@Acme', owner: 'desk' };
  await applyRegistry(registry, { accounts: [{ ...account, name: 'Sent', published: true }] });
  const { key } = await createConnectionKey(registry, { account: 'sent', name: 'program' });
  // A number in JSON text; JSON.stringify would round it.
  const row = (at: number, digits: string) =>
    JSON.stringify(sentInMarch(`${at}`)).replace('}', `,"magic_number":${digits}}`);
  const described = { platform: 'MT5', currency: 'USD', opening_balance: '1000' };
  const span = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-04-01T00:00:00Z' };
  const send = (payload: string, type: string) =>
    app.inject({
      method: 'POST',
      url: '/connect/v1/facts',
      payload,
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
    });
  const [first = '', ...later] = oldestLast;
  const json = `{"account":${JSON.stringify({ ...described, ...span })},"trades":[${row(0, first)}]}`;
  assert.is((await send(json, 'application/json')).statusCode, 202);
  const lines = later.map((digits, at) => row(at + 1, digits).replace('{', '{"table":"trades",'));
  assert.is((await send(lines.join('\n'), 'application/x-ndjson')).statusCode, 202);
  const { dataDir } = published;
  await runAt(asOf, { dataDir, registry });
  await server.snapshots.refresh();
  const trades = await app.inject({ url: '/api/v1/accounts/sent?include=by_magic_number' });
  assert.equal(Object.keys(trades.json().by_magic_number).sort(), oldestLast.toSorted());
});

magic('are described as numbers of 64 bits', async ({ server: { app } }) => {
  const { components } = (await app.inject({ url: '/api/v1/openapi.json' })).json();
  const text = JSON.stringify(components.schemas.Trade.properties.magic_number);
  assert.match(text, /"format":"int64"/);
  assert.match(text, /2\^64 - 1/);
});

magic.run();
