import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { publishCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { type Running, startServer } from '../../../server/main.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { named, notNamed } from '../none-match.ts';
import { nextAddress } from '../raw.ts';
import { ask } from './ask.ts';
import { eventAt, events, now, path } from './world.ts';

const ports = suite('calendar on both ports');

interface Served {
  readonly server: Running;
  readonly dataDir: DataDirectory;
  /** Requests to the API's port, then to the calendar's. */
  readonly urls: readonly [string, string];
}

async function withServer(work: (served: Served) => Promise<void>): Promise<void> {
  const dataDir = dataDirectory(temporaryDirectory());
  const env = { TRACKRECORD_DATA: dataDir.path, PORT: '0', CALENDAR_PORT: '0' };
  const server = await startServer(readConfig(env), () => now, silentLog);
  const urls = [server.url, server.calendarUrl.replace('ws:', 'http:')] as const;
  try {
    await work({ server, dataDir, urls });
  } finally {
    await server.close();
    rmSync(dataDir.path, { recursive: true, force: true });
  }
}

ports('answer the same bytes and headers, empty before anything was published', async () => {
  await withServer(async ({ server, dataDir, urls: [api, own] }) => {
    const before = await ask(`${own}${path}`);
    assert.is(before.status, 200);
    assert.is(JSON.parse(before.body).count, 0);

    publishCalendar(dataDir, events, now, 3);
    await server.refresh();
    for (const query of ['', '?format=csv', '?impact=all&days=30', '?days=31', '?currency=']) {
      const localAddress = nextAddress();
      const answer = await ask(`${api}${path}${query}`, { localAddress });
      const otherAnswer = await ask(`${own}${path}${query}`, { localAddress: nextAddress() });
      assert.equal(answer, otherAnswer, query);
    }
    assert.is(JSON.parse((await ask(`${own}${path}`)).body).count, 2);
    const { docs } = JSON.parse((await ask(`${own}${path}`)).body);
    assert.is(docs, `${api}/docs`, 'links lead to the API, whichever port was asked');
  });
});

ports('answer If-None-Match by RFC 9110, GET and HEAD, JSON and CSV', async () => {
  await withServer(async ({ server, dataDir, urls }) => {
    publishCalendar(dataDir, events, now, 3);
    await server.refresh();
    // Text after a line end would be another header.
    const forms = [...named, ...notNamed].filter((form) => !form.includes('\n'));
    assert.ok(forms.length >= 30);
    for (const url of urls) {
      for (const query of ['', '?format=csv']) {
        const localAddress = nextAddress();
        const plain = await ask(`${url}${path}${query}`, { localAddress });
        const tag = plain.headers.get('etag') ?? '';
        assert.match(tag, /^W\/"/);
        const opaque = tag.slice(3, -1);
        for (const form of forms) {
          const header = form.replaceAll('a,b', opaque);
          for (const method of ['GET', 'HEAD']) {
            const headers = { 'if-none-match': header };
            const answer = await ask(`${url}${path}${query}`, { localAddress, method, headers });
            // Without a comma in it, a tag without quotes is one.
            const isKnown = named.includes(form) || form === 'a,b';
            const what = `${method} ${url}${query} ${header}`;
            assert.is(answer.status, isKnown ? 304 : 200, what);
            assert.is(answer.body, isKnown || method === 'HEAD' ? '' : plain.body, what);
            for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin']) {
              assert.is(answer.headers.get(name), plain.headers.get(name), what);
            }
            assert.is(answer.headers.has('x-ratelimit-remaining'), true, what);
            assert.is(answer.headers.has('content-type'), !isKnown, what);
            if (isKnown) assert.is(answer.headers.has('content-length'), false, what);
          }
        }
      }
    }
  });
});

ports('are compressed for anyone who takes it, under the same weak ETag', async () => {
  await withServer(async ({ server, dataDir, urls }) => {
    const many = Array.from({ length: 40 }, (_, at) => eventAt(at));
    publishCalendar(dataDir, many, now, 3);
    await server.refresh();
    for (const url of urls) {
      const address = `${url}${path}?impact=all`;
      const plain = await ask(address);
      const packed = await fetch(address, { headers: { 'accept-encoding': 'br' } });
      assert.is(packed.headers.get('content-encoding'), 'br');
      assert.is(packed.headers.get('etag'), plain.headers.get('etag'));
      assert.is(await packed.text(), plain.body);
    }
  });
});

ports('show the next version without a restart', async () => {
  await withServer(async ({ dataDir, urls: [, own] }) => {
    publishCalendar(dataDir, events, now, 3);
    let count = 0;
    while (count === 0) {
      count = JSON.parse((await ask(`${own}${path}`, { localAddress: nextAddress() })).body).count;
    }
    assert.is(count, 2);
  });
});

ports.run();
