import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { baseUrl, lendWorld } from '../world.ts';

const oembed = suite('oEmbed');
const inLentWorld = within(oembed, lendWorld);

const page = `${baseUrl}/account/north-eurusd`;
const asked = (values: Readonly<Record<string, string>>): string =>
  `/oembed?${new URLSearchParams(values)}`;

inLentWorld('returns how to embed an account by its address', async ({ app }) => {
  const answer = await app.inject(asked({ url: page, format: 'json' }));
  assert.is(answer.headers['content-type'], 'application/json; charset=utf-8');
  const { html, ...told } = answer.json();
  assert.equal(told, {
    version: '1.0',
    type: 'rich',
    title: 'EURUSD swing',
    author_name: 'North Desk',
    author_url: `${baseUrl}/owner/north-desk`,
    provider_name: 'records.example',
    provider_url: baseUrl,
    cache_age: 300,
    thumbnail_url: `${baseUrl}/widget/north-eurusd.png?size=medium`,
    thumbnail_width: 960,
    thumbnail_height: 440,
    width: 480,
    height: 220,
  });
  assert.match(html, `<iframe src="${baseUrl}/widget/north-eurusd?size=medium" `);
  const german = (await app.inject(asked({ url: `${page}?lang=de` }))).json();
  assert.match(german.html, 'size=medium&amp;lang=de');
});

inLentWorld('fits the requested size', async ({ app }) => {
  const cases = [
    [{ maxwidth: '700' }, 640, 340],
    [{ maxwidth: '500', maxheight: '400' }, 480, 220],
    [{ maxheight: '150' }, 320, 120],
    [{ maxwidth: '160' }, 160, 60],
  ] as const;
  for (const [room, width, height] of cases) {
    const answer = (await app.inject(asked({ url: page, ...room }))).json();
    assert.equal([answer.width, answer.height], [width, height]);
    assert.match(answer.html, `width="${width}" height="${height}"`);
    assert.is(answer.thumbnail_url === undefined, 'maxwidth' in room || 'maxheight' in room);
  }
});

inLentWorld('is found by the page, and knows addresses of this site alone', async ({ app }) => {
  const { body } = await app.inject('/account/north-eurusd?lang=es');
  const [, type, href = ''] =
    /<link rel="alternate" type="(.*\+oembed)".*href="(.*)">/.exec(body) ?? [];
  assert.is(type, 'application/json+oembed');
  const address = href.replaceAll('&amp;', '&').slice(baseUrl.length);
  assert.match((await app.inject(address)).json().html, 'lang=es');
  const nobody = await app.inject(asked({ url: `${baseUrl}/account/nobody` }));
  assert.is(nobody.statusCode, 404);
  assert.is(nobody.headers['content-type'], 'application/problem+json; charset=utf-8');
  for (const url of [
    ...[`${baseUrl}/`, `${baseUrl}/account/north-eurusd/x`],
    ...['https://elsewhere.example/account/north-eurusd', 'north-eurusd', ''],
  ]) {
    const answer = await app.inject(asked({ url }));
    assert.is(answer.statusCode, 404, url);
    assert.is(answer.body, nobody.body, url);
  }
  for (const query of ['', '?format=json', `?url=${page}&format=xml`, `?url=${page}&maxwidth=0`]) {
    assert.is((await app.inject(`/oembed${query}`)).statusCode, 400, query);
  }
});

oembed.run();
