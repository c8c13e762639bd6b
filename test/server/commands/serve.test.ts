import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type World, withWorld } from '../world.ts';
import { startCommand } from './process.ts';

/** Server that the last test stops. */
interface Serving {
  readonly server: ReturnType<typeof startCommand>;
  readonly world: World;
  readonly release: () => void;
}

const serve = suite<Serving>('serve');

serve.before(async (context) => {
  await new Promise<void>((resolve, reject) => {
    const lent = withWorld(async (world) => {
      await new Promise<void>((release) => {
        Object.assign(context, { world, release, server: startCommand(['serve'], world.dataDir) });
        resolve();
      });
    });
    lent.catch(reject);
  });
});

serve.after(async ({ server, release }) => {
  server.child.kill('SIGKILL');
  await server.ended;
  release();
});

/** Sends bytes, and returns everything that a connection answers until it is closed. */
function send(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(Number(port), hostname)
      .on('data', (data) => {
        answer += data.toString();
      })
      .on('error', reject)
      .on('close', () => resolve(answer))
      .end(bytes);
  });
}

serve('answers on both ports once it has said where', async ({ server: { answers } }) => {
  const { url, calendar_url } = await answers;
  const account = JSON.parse(await (await fetch(`${url}/api/v1/accounts/north-eurusd`)).text());
  assert.is(account.attribution.account_url, `${url}/account/north-eurusd`);
  assert.match(calendar_url, /^ws:\/\/127\.0\.0\.1:\d+$/);
  const calendar = await fetch(calendar_url.replace('ws:', 'http:'));
  assert.is(calendar.status, 404);
  assert.is(JSON.parse(await calendar.text()).title, 'Not Found');
});

serve('answers what is not HTTP with a problem', async ({ server: { answers } }) => {
  const { url } = await answers;
  const cases: [bytes: string, status: number][] = [
    ['GARBAGE\r\n\r\n', 400],
    [`GET /healthz HTTP/1.1\r\nHost: here\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'GET /healthz HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    [`GET /${'a'.repeat(9_000)} HTTP/1.1\r\nHost: here\r\n\r\n`, 414],
    ['PROPFIND /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n', 405],
  ];
  for (const [bytes, status] of cases) {
    const answer = await send(url, bytes);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), bytes.slice(0, 40));
    assert.is(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').status, status);
  }
});

serve('says in one line that a port is in use', async ({ server, world: { dataDir } }) => {
  const { port } = new URL((await server.answers).url);
  for (const name of ['PORT', 'CALENDAR_PORT']) {
    const second = startCommand(['serve'], dataDir, { [name]: port });
    assert.is(await second.ended, 1);
    assert.is(second.output.stdout, '');
    const lines = second.output.stderr.trim().split('\n');
    assert.match(lines.at(-1) ?? '', `${name}: 127.0.0.1:${port} is in use`);
  }
});

serve(
  'finishes a request under way before it stops on SIGTERM, having printed one line',
  async ({ server: { child, answers, ended, output } }) => {
    const { url } = await answers;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write('GET /healthz HTTP/1.1\r\nHost: here\r\n');
    await fetch(`${url}/healthz`);
    child.kill('SIGTERM');
    while ((await reachable(url)) === true);
    socket.write('\r\n');
    await closed;
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.is(await ended, 0);
    assert.is(output.stdout.split('\n').length, 2);
    for (const line of output.stderr.trim().split('\n')) JSON.parse(line);
  },
);

async function reachable(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/healthz`);
    return true;
  } catch {
    return false;
  }
}

serve.run();
