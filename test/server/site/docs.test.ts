import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteAt } from '../../../server/accounts/attribution.ts';
import { describeApi } from '../../../server/openapi/document.ts';
import { isObject, type JsonObject } from '../../../server/openapi/json.ts';
import { sampleQueries } from '../../../server/site/docs/samples.ts';
import { gapsIn } from '../../support/documents.ts';
import { within } from '../../support/within.ts';
import { bearer, lendWorld } from '../world.ts';

const docs = suite('GET /docs');
const inLentWorld = within(docs, lendWorld);

interface Operations {
  readonly get: JsonObject;
}

const document = describeApi(siteAt('https://records.example'));
const paths = new Map(Object.entries(isObject(document.paths) ? document.paths : {}));

inLentWorld(
  'has every call once, in three languages, with queries that it reads',
  async ({ app, keyOf }) => {
    const { body, headers } = await app.inject('/docs');
    assert.is(headers['content-type'], 'text/html; charset=utf-8');
    const packed = await app.inject({ url: '/docs', headers: { 'accept-encoding': 'gzip' } });
    assert.ok(packed.rawPayload.length < 50_000, `${packed.rawPayload.length} bytes`);
    const { key } = await keyOf('north-desk');
    const queries = new Map<string, object>(Object.entries(sampleQueries));
    const ids = [...paths.values()].map((path) => String((path as Operations).get.operationId));
    const file = 'server/site/docs/samples.ts';
    assert.equal(gapsIn(file, [...queries.keys()].sort(), ids.sort()), []);
    for (const [path, { get }] of paths as Map<string, Operations>) {
      const id = String(get.operationId);
      const section = new RegExp(`<section id="${id}".*?</section>`, 's').exec(body)?.[0] ?? '';
      assert.match(section, `<code>GET ${path}</code>`);
      for (const language of ['curl', 'JavaScript', 'Python']) {
        assert.match(section, `<h3>${language}</h3>`, id);
      }
      const [, url = ''] =
        /curl(?: -OJ)? &#39;https:\/\/records\.example(.*?)&#39;/.exec(section) ?? [];
      assert.ok(section.split(url).length >= 4, `${id}: the same address thrice`);
      const asked = url.replaceAll('&amp;', '&');
      const answer = await app.inject({
        url: asked,
        headers: id === 'getCalendar' ? {} : bearer(key),
      });
      const isRead = answer.statusCode === 200 || /within it/.test(answer.body);
      assert.ok(isRead, `${asked}: ${answer.body}`);
      assert.is(answer.headers['x-ignored-parameters'], undefined, asked);
    }
  },
);

inLentWorld('says each problem once, and has every schema that it links to', async ({ app }) => {
  const { body } = await app.inject('/docs');
  const types = [
    ...body.matchAll(/urn:trackrecord:problem:[a-z-]+(?=<\/code><\/th>|<\/code><\/td>)/g),
  ];
  assert.ok(types.length >= 9);
  assert.is(new Set(types.map(([type]) => type)).size, types.length);
  for (const [, name] of body.matchAll(/href="#(schema-\w+)"/g)) {
    assert.match(body, `id="${name}"`);
  }
  for (const url of ['/', '/account/north-eurusd', '/calendar']) {
    assert.match((await app.inject(url)).body, 'href="/docs"');
  }
  assert.match(body, 'href="/"');
  assert.not.match(body, /<script(?! src="\/assets)(?! type="module" src="\/assets)/);
});

inLentWorld('lists every section in its side bar', async ({ app }) => {
  const { body } = await app.inject('/docs');
  const bar = /<nav class="docs-nav".*?<\/nav>/s.exec(body)?.[0] ?? '';
  const links = [...bar.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  const sections = [...body.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
  assert.ok(sections.length > 10);
  assert.equal(links, sections);
});

inLentWorld('begins with a call that works as it is copied', async ({ app }) => {
  const { body } = await app.inject('/docs');
  const [, first = ''] = body.split('<section id="first"');
  const [, url = ''] = /curl &#39;https:\/\/records\.example(.*?)&#39;/.exec(first) ?? [];
  const answer = await app.inject(url);
  assert.is(answer.statusCode, 200, url);
  assert.match(first, `<code>${answer.json().performance.twr_percent}</code>`);
  assert.ok(body.indexOf('id="first"') < body.indexOf('id="all"'));
});

inLentWorld('answers GET and HEAD alone, and nobody frames it', async ({ app }) => {
  const head = await app.inject({ url: '/docs', method: 'HEAD' });
  assert.is(head.body, '');
  assert.match(String(head.headers['content-security-policy']), /frame-ancestors 'none'/);
  const known = { 'if-none-match': String(head.headers.etag) };
  assert.is((await app.inject({ url: '/docs', headers: known })).statusCode, 304);
  assert.is((await app.inject({ url: '/docs', method: 'POST' })).statusCode, 405);
  for (const url of ['/docs/', '/docs/json', '/docs/../package.json']) {
    assert.is((await app.inject(url)).statusCode, 404, url);
  }
});

docs.run();
