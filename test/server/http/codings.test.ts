import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBody } from '../../../server/http/body.ts';
import { codingFor } from '../../../server/http/headers.ts';
import { lendWorld } from '../world.ts';

const codings = suite('codings');

const accepted: readonly [header: string | undefined, coding: string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0, *', 'identity'],
  ['*', 'br'],
  ['identity;q=1, *;q=0.1', 'identity'],
  ['deflate', 'identity'],
  ['*;q=0', 'identity'],
  ['gzip;q=nonsense', 'identity'],
  [',,;q=;', 'identity'],
];

codings('are the ones that the client likes best, plain where it takes none', () => {
  for (const [header, coding] of accepted) assert.is(codingFor(header, 5000), coding, header);
  assert.is(codingFor('br', 1023), 'identity', 'a small body');
});

codings('change the bytes on the way and the ETag, not what is said', async () => {
  const body = createBody(Buffer.from('{"a":1}'.repeat(1000)));
  assert.equal(gunzipSync(await body.encoded('gzip')), body.bytes);
  assert.equal(brotliDecompressSync(await body.encoded('br')), body.bytes);
  assert.is(await body.encoded('br'), await body.encoded('br'), 'compressed once');
  assert.is(new Set([body.etag('identity'), body.etag('gzip'), body.etag('br')]).size, 3);
});

const url = '/api/v1/accounts/north-eurusd?include=equity_curve,advanced,monthly,twr';

codings('are named in the headers, and each tag brings a 304', () =>
  lendWorld(async ({ app }) => {
    const plain = await app.inject({ url });
    assert.is(plain.headers['content-encoding'], undefined);
    const tags = new Set([plain.headers.etag]);
    for (const [coding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const headers = { 'accept-encoding': coding };
      const got = await app.inject({ url, headers });
      assert.is(got.headers['content-encoding'], coding);
      assert.is(got.headers['content-length'], String(got.rawPayload.length));
      assert.match(got.headers.vary ?? '', /Accept-Encoding/);
      assert.is(decode(got.rawPayload).toString(), plain.body);
      assert.ok(got.rawPayload.length < plain.rawPayload.length);
      const tag = String(got.headers.etag);
      assert.not.ok(tags.has(tag));
      tags.add(tag);
      const head = await app.inject({ method: 'HEAD', url, headers });
      assert.equal({ ...head.headers, date: '' }, { ...got.headers, date: '' });
      assert.is(head.rawPayload.length, 0);
      const known = await app.inject({ url, headers: { ...headers, 'if-none-match': tag } });
      assert.is(known.statusCode, 304);
      assert.is(known.headers.etag, tag);
      assert.is(known.headers['content-encoding'], undefined);
      // The content is the same without a coding, and so is what the client has of it.
      assert.is((await app.inject({ url, headers: { 'if-none-match': tag } })).statusCode, 304);
    }
  }),
);

codings.run();
