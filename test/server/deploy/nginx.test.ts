import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { get, type RequestOptions, request } from 'node:https';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { silentLog } from '../../../pipeline/base/log.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { type Running, startServer } from '../../../server/main.ts';
import { addresses } from '../../../server/owners/addresses.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';
import { withWorld } from '../world.ts';
import { deployFile } from './installed.ts';
import { isInstalled, type NginxProcess, site, startProxy } from './nginx.ts';

const nginx = suite('nginx');
const behindFront = within(nginx, withFront);

interface Front {
  readonly proxy: NginxProcess;
  readonly server: Running;
  /** Returns a client with this address. */
  from(localAddress: string, path: string, headers?: Record<string, string>): RequestOptions;
}

function withFront(work: (front: Front) => Promise<void>): Promise<void> {
  return withWorld(({ dataDir }) =>
    withDirectory(async (directory) => {
      const config = readConfig({
        TRACKRECORD_DATA: dataDir.path,
        PORT: '0',
        CALENDAR_PORT: '0',
        TRUST_PROXY: '127.0.0.1',
        BASE_URL: `https://${site}`,
      });
      const server = await startServer(config, () => new Date(), silentLog);
      const ports = { api: new URL(server.url).port, calendar: new URL(server.calendarUrl).port };
      const proxy = await startProxy(directory, ports);
      const from: Front['from'] = (localAddress, path, headers = {}) => ({
        host: '127.0.0.1',
        port: proxy.port,
        servername: site,
        ca: proxy.certificate,
        localAddress,
        path,
        headers: { host: site, ...headers },
        agent: false,
      });
      try {
        await work({ proxy, server, from });
      } finally {
        await proxy.close();
        await server.close();
      }
    }),
  );
}

async function ask(options: RequestOptions) {
  const [answer] = await once(get(options), 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

/** Addresses that hold a secret: in a part of the path, or the code of a broker's sign-in. */
const secretPaths = [
  ...addresses.map(({ url }) => url).filter((url) => /:(?!slug|id|file|name)/.test(url)),
  '/share/:secret',
  '/me/connections/authorized',
];

nginx('keeps each address with a secret out of its logs', () => {
  const example = deployFile('nginx/trackrecord.conf');
  const blocks = [...example.matchAll(/location ~ (\S+) \{([^}]*)\}/g)];
  const silent = blocks
    .filter(([, , text]) => /access_log off;\s+error_log \/dev\/null;/.test(text ?? ''))
    .map(([, pattern]) => new RegExp(pattern ?? ''));
  for (const url of secretPaths) {
    assert.ok(
      silent.some((pattern) => pattern.test(url)),
      url,
    );
  }
  assert.ok(secretPaths.includes('/me/invite/:token'));
  const [, format = ''] = /log_format trackrecord '(.*)';/.exec(example) ?? [];
  assert.not.match(format, /\$(request|request_uri|args|http_\w+|arg_\w+|query_string)\b/);
});

if (!isInstalled('nginx') || !isInstalled('openssl')) {
  console.log('skipped: nginx or openssl is not installed');
} else {
  behindFront('does not serve readiness', async ({ from, server }) => {
    assert.is((await ask(from('127.0.0.2', '/healthz'))).status, 200);
    assert.is((await ask(from('127.0.0.2', '/readyz'))).status, 404);
    assert.is((await fetch(`${server.url}/readyz`)).status, 200);
  });

  behindFront('counts each client by itself, whatever addresses it writes', async ({ from }) => {
    const path = '/api/v1/search/accounts';
    const left = async (address: string, headers = {}) => {
      const { status, headers: answered } = await ask(from(address, path, headers));
      return [status, answered['x-ratelimit-remaining']];
    };
    assert.equal(await left('127.0.0.2'), [200, '19']);
    assert.equal(await left('127.0.0.3'), [200, '19']);
    assert.equal(await left('127.0.0.2', { 'x-forwarded-for': '198.51.100.7' }), [200, '18']);
  });

  behindFront('shows pages and accounts under the address of the site', async ({ from, proxy }) => {
    const { status, body } = await ask(from('127.0.0.2', '/api/v1/accounts/north-eurusd'));
    assert.is(status, 200);
    const url = `https://${site}/account/north-eurusd`;
    assert.is(JSON.parse(body).attribution.account_url, url);
    assert.is((await ask(from('127.0.0.2', '/account/north-eurusd'))).status, 200);
    const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/account/north-eurusd`, {
      redirect: 'manual',
    });
    assert.is(plain.status, 301);
    assert.match(plain.headers.get('location') ?? '', /^https:.*\/account\/north-eurusd$/);
  });

  behindFront('allows MCP, with bodies of at most 64 KiB', async ({ from }) => {
    const post = async (body: string) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        origin: `https://${site}`,
      };
      const sent = request({ ...from('127.0.0.2', '/mcp', headers), method: 'POST' }).end(body);
      const [answer] = await once(sent, 'response');
      return { status: answer.statusCode, body: await text(answer) };
    };
    const ping = await post('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    assert.equal([ping.status, JSON.parse(ping.body).id], [200, 1]);
    assert.is((await post(' '.repeat(65 * 1024))).status, 413);
  });

  behindFront(
    'lets owners send a picture of 1 MiB, and writes no secret address to its log',
    async ({ from, proxy }) => {
      const path = '/me/settings/picture';
      const headers = { 'content-length': String(1024 * 1024) };
      const sent = request({ ...from('127.0.0.2', path, headers), method: 'POST' });
      sent.end(Buffer.alloc(1024 * 1024));
      const [answer] = await once(sent, 'response');
      assert.match(String(answer.headers['content-security-policy']), /default-src/);
      await text(answer);
      const paths = secretPaths.map((url) => url.replace(/:\w+/, 'canary'));
      for (const secret of [...paths, '/account/north-eurusd']) {
        const address = `${secret}?code=canary`;
        const referer = `https://${site}${address}`;
        await ask(from('127.0.0.2', address, { referer }));
        await fetch(`http://127.0.0.1:${proxy.plainPort}${address}`, { redirect: 'manual' });
      }
      const log = readFileSync(proxy.accessLog, 'utf8');
      assert.match(log, /POST \/me\/settings\/picture/);
      assert.match(log, /GET \/account\/north-eurusd/);
      for (const file of ['access.log', 'other.log', 'error.log']) {
        const path = join(dirname(proxy.accessLog), file);
        if (existsSync(path)) assert.not.match(readFileSync(path, 'utf8'), /canary/, file);
      }
    },
  );

  behindFront('makes browsers use HTTPS only, also after an error', async ({ from }) => {
    for (const path of ['/account/north-eurusd', '/share/canary', '/readyz', '/none']) {
      const { headers } = await ask(from('127.0.0.2', path));
      assert.is(headers['strict-transport-security'], 'max-age=31536000', path);
    }
  });

  behindFront('carries the calendar, over HTTP and over a WebSocket', async ({ from, server }) => {
    const path = '/api/public/calendar/v1?days=7';
    const direct = await fetch(server.calendarUrl.replace('ws:', 'http:') + path);
    const asked = await ask(from('127.0.0.2', path));
    assert.equal([asked.status, asked.body], [direct.status, await direct.text()]);
    const { ca, localAddress, headers } = from('127.0.0.2', path);
    const { port } = from('127.0.0.2', path);
    const host = String(headers && 'host' in headers ? headers.host : '');
    const options = { ca, localAddress, servername: site, headers: { host } };
    const socket = new WebSocket(`wss://127.0.0.1:${port}/api/public/calendar/v1`, options);
    await once(socket, 'open');
    const message = once(socket, 'message');
    socket.send('ping');
    assert.is(String((await message)[0]), 'pong');
    socket.close();
    await once(socket, 'close');
  });
}

nginx.run();
