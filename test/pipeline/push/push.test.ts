import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, madeCases } from '../../../fixtures/statements/cases.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { readSendings } from '../../../pipeline/push/read-file.ts';
import { partsOf, sendPart } from '../../../pipeline/push/send.ts';
import { watchFolder } from '../../../pipeline/push/watch.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { directoryDuring, withDirectory } from '../../support/directory.ts';
import { fieldOf } from '../../support/fields.ts';
import { listenLocally } from '../../support/listen.ts';
import { whileOpen } from '../../support/while-open.ts';

const push = suite('push');

const key = 'tr_conn_000000000000000000000000000000000bQqYN';
const folder = directoryDuring(push);

const read = { timezone: null };
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Server that gives the answers of the test, and keeps the requests. */
async function withServer(
  answers: readonly { status: number; headers?: Record<string, string>; body?: object }[],
  work: (url: string, bodies: readonly string[]) => Promise<void>,
): Promise<void> {
  const bodies: string[] = [];
  const taken = { receipt: 'rcp_x', accepted: 1, rejected: [], rejected_count: 0 };
  const listening = listenLocally(async (request, response) => {
    assert.is(request.headers.authorization, `Bearer ${key}`);
    const { status, headers, body = taken } = answers[bodies.length] ?? { status: 202 };
    bodies.push(gunzipSync(await buffer(request)).toString());
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await whileOpen(listening, ({ url }) => work(url, bodies));
}

push('reads source files by their names, without what is empty or whose it is', async () => {
  const csv = file('trades-1.csv', 'account_id,ticket,comment,profit\nA,1,,5.00\nA,2,"x,y",\n');
  assert.equal((await readSendings(csv, read)).lines, [
    '{"table":"trades","ticket":"1","profit":"5.00"}',
    '{"table":"trades","ticket":"2","comment":"x,y"}',
  ]);
  const lines = file('equity.ndjson', '{"at":"2026-01-01","balance":1.00}\n\n{"account_id":"A"}\n');
  assert.equal((await readSendings(lines, read)).lines, [
    '{"at":"2026-01-01","balance":1.00,"table":"equity"}',
    '{"table":"equity"}',
  ]);
});

push('is of one account, which has to be named where a file has several', async () => {
  const both = file(
    'cash_flows.csv',
    'account_id,id,at,amount\nA,1,2026-01-01,5\nB,1,2026-01-01,6\n',
  );
  const fault = await readSendings(both, read).catch(String);
  assert.match(String(fault), /rows of 2 accounts.*--account-id/);
  const { lines } = await readSendings(both, { ...read, accountId: 'B' });
  assert.equal(lines, ['{"table":"cash_flows","id":"1","at":"2026-01-01","amount":"6"}']);
  for (const name of ['fx_rates.csv', 'trades.parquet', 'trades.csv.gz', 'notes.txt']) {
    const refused = await readSendings(file(name, 'x'), read).catch(String);
    assert.match(String(refused), new RegExp(name), name);
  }
  for (const name of ['trades.parquet', 'part-0001.PARQUET', 'equity.arrow']) {
    const refused = await readSendings(file(name, 'PAR1'), read).catch(String);
    assert.match(String(refused), "can't be sent; write the rows as CSV or NDJSON", name);
  }
});

push('sends an export as the rows that an import makes of it', async () => {
  const [made] = madeCases();
  const statement = join(folder, 'statement.htm');
  writeFileSync(statement, made ? bytesOf(made) : '');
  const { lines } = await readSendings(statement, read);
  const tables = new Set(lines.map((line) => JSON.parse(line).table));
  assert.ok(tables.has('accounts') && tables.has('trades'), [...tables].join());
});

push('waits as long as the server says, and longer each time where it says nothing', () =>
  withServer(
    [
      { status: 429, headers: { 'retry-after': '7' }, body: { detail: 'Too many.' } },
      { status: 503, body: { detail: 'Away.' } },
      { status: 507, body: { detail: 'Full.' } },
    ],
    async (to, bodies) => {
      const waits: number[] = [];
      const notices: string[] = [];
      const wait = async (seconds: number) => void waits.push(seconds);
      const sent = await sendPart(['{"table":"x"}'], {
        to,
        key,
        onWait: (line) => notices.push(line),
        wait,
      });
      assert.is(sent.receipt, 'rcp_x');
      assert.equal(waits, [7, 4, 8]);
      assert.equal(new Set(bodies).size, 1);
      assert.is(notices[0], `${to} answers 429: Too many.; trying again in 7 s`);
    },
  ),
);

push('says in plain words why a server cannot be reached', async () => {
  let url = '';
  await withServer([], async (address) => {
    url = address;
  });
  const waits: string[] = [];
  const target = { to: url, key, onWait: (line: string) => waits.push(line), wait: async () => {} };
  await sendPart(['{}'], target).catch(() => {});
  assert.is(
    waits[0],
    `${url} cannot be reached: nothing listens at ${new URL(url).host}; trying again in 2 s`,
  );
});

push('keeps its time limit while memory is collected', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collecting = setInterval(collect, 20);
  try {
    // Each stops at its first wait. Without this limit, the client's own limit would end it after
    // five minutes.
    const send = async () => {
      const { signal } = new AbortController();
      const wait = async () => Promise.reject(new Error('waits'));
      const notices: string[] = [];
      const onWait = (line: string) => notices.push(line);
      const target = { to, key, onWait, wait, signal, milliseconds: 300 };
      await sendPart(['{}'], target).catch(() => {});
      return notices.join();
    };
    const notices = await Promise.all(Array.from({ length: 16 }, send));
    assert.equal(
      [...new Set(notices)],
      [`${to} cannot be reached: it does not answer in time; trying again in 2 s`],
    );
  } finally {
    clearInterval(collecting);
    server.closeAllConnections();
    server.close();
  }
});

push('gives up at once if trying again would change nothing', () =>
  withServer([{ status: 401, body: { detail: 'The key is not valid.' } }], async (to) => {
    const fault = await sendPart(['{}'], { to, key, onWait: () => {} }).catch(String);
    assert.match(String(fault), /answers 401: The key is not valid\./);
  }),
);

push('cuts large data into parts that a server accepts', () => {
  const lines = Array.from({ length: 45_000 }, (_, at) => `${at}`);
  const parts = [...partsOf(lines)];
  assert.equal(fieldOf(parts, 'length'), [20_000, 20_000, 5_000]);
  assert.equal(parts.flat(), lines);
  assert.is([...partsOf(['x'.repeat(3_000_000), 'y'.repeat(3_000_000)])].length, 2);
});

push('sends of a folder what was left alone since the last look, once each', () =>
  withDirectory((place) => {
    const path = join(place, 'trades.csv');
    writeFileSync(path, 'a');
    const watched = watchFolder(place);
    assert.equal(watched.due(), []);
    writeFileSync(path, 'ab');
    assert.equal(watched.due(), [], 'it is being written');
    assert.equal(watched.due(), [path]);
    watched.note(path);
    assert.equal(watched.due(), []);
    const later = watchFolder(place);
    later.due();
    assert.equal(later.due(), [], 'another process knows');
    writeFileSync(path, 'abc');
    later.due();
    assert.equal(later.due(), [path]);
  }),
);

push('prints a line with the result of a file, or the fault', () =>
  withServer(
    [
      { status: 202 },
      {
        status: 422,
        body: {
          receipt: 'rcp_y',
          accepted: 0,
          rejected_count: 1,
          rejected: [{ table: 'equity', row: 2, reason: 'equity is missing' }],
        },
      },
    ],
    async (to) => {
      const env = { TRACKRECORD_CONNECTION_KEY: key };
      const path = file('equity-2.csv', 'at,balance,equity\n2026-01-01,1,1\n');
      const well = await trackrecord(['push', path, '--to', to], env);
      assert.equal([well.code, well.stdout], [0, `${path}: 1 row accepted, 0 refused (rcp_x)\n`]);
      const badly = await trackrecord(['push', path, '--to', to], env);
      assert.is(badly.code, 3);
      assert.is(badly.stderr, `${path}: equity row 2: equity is missing\n`);
      const keyless = await trackrecord(['push', path, '--to', to], {});
      assert.is(keyless.code, 2);
      assert.match(keyless.stderr, /^TRACKRECORD_CONNECTION_KEY is missing[^\n]*\n$/);
    },
  ),
);

push('of a folder ends where the server refuses the account, and says why in its words', () =>
  withServer(
    [{ status: 409, body: { detail: 'The operator loads this account.' } }],
    async (to, bodies) => {
      await withDirectory(async (place) => {
        writeFileSync(join(place, 'equity.csv'), 'at,balance,equity\n2026-01-01,1,1\n');
        const env = { TRACKRECORD_CONNECTION_KEY: key };
        const ended = await trackrecord(['push', '--watch', place, '--to', to], env);
        assert.is(ended.code, 1);
        assert.is(ended.stderr, `${to} answers 409: The operator loads this account.\n`);
        assert.is(bodies.length, 1);
      });
    },
  ),
);

push('is done by the client in Python too', () =>
  withServer(
    [{ status: 503, headers: { 'retry-after': '0' }, body: { detail: 'Away.' } }],
    async (to, bodies) => {
      const path = file('rows.ndjson', '{"table":"equity"}\n');
      const client = inPackage('clients/python/trackrecord.py');
      const env = { ...process.env, TRACKRECORD_CONNECTION_KEY: key };
      const { stdout } = await promisify(execFile)('python3', [client, to, path], { env });
      assert.is(stdout, 'rcp_x: 1 accepted, 0 refused\n');
      assert.equal(bodies, ['{"table":"equity"}\n', '{"table":"equity"}\n']);
      assert.ok(readFileSync(client, 'utf8').split('\n').length < 120);
    },
  ),
);

push.run();
