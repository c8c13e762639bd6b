import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { drawHere } from '../../../server/site/draw.ts';
import { fitText } from '../../../server/site/widget/text-width.ts';
import { within } from '../../support/within.ts';
import { lendWorld, north, withWorld } from '../world.ts';

const widget = suite('widget');
const inLentWorld = within(widget, lendWorld);

const url = '/widget/north-eurusd';

/** Reads width and height from a PNG's header. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

inLentWorld('is a drawing in three sizes and as the preview of links', async ({ app }) => {
  const sizes = [
    ['', 320, 120, 2],
    ['?size=small', 320, 120, 2],
    ['?size=medium', 480, 220, 2],
    ['?size=large', 640, 340, 2],
    ['?size=preview', 1200, 630, 1],
  ] as const;
  for (const [query, width, height, zoom] of sizes) {
    const svg = await app.inject(`${url}.svg${query}`);
    assert.is(svg.headers['content-type'], 'image/svg+xml; charset=utf-8');
    assert.ok(svg.body.includes(`width="${width}" height="${height}"`), query);
    assert.ok(svg.body.includes('+10.00%'));
    const png = await app.inject(`${url}.png${query}`);
    assert.is(png.headers['content-type'], 'image/png');
    assert.is(png.rawPayload.subarray(1, 4).toString(), 'PNG');
    assert.equal(sizeOf(png.rawPayload), [width * zoom, height * zoom], query);
  }
});

inLentWorld('is compressed as a drawing, and not once more as an image', async ({ app }) => {
  const headers = { 'accept-encoding': 'br, gzip' };
  const coding = async (ending: string) =>
    (await app.inject({ url: url + ending, headers })).headers['content-encoding'];
  assert.is(await coding('.svg'), 'br');
  assert.is(await coding('.png'), undefined);
});

/** A cache may use it for five minutes, then must ask. */
const forAll = 'public, max-age=0, must-revalidate, s-maxage=300';

inLentWorld('may be shown by every site, is revalidated, and has two themes', async ({ app }) => {
  const bodies = new Set<string>();
  for (const theme of ['light', 'dark']) {
    for (const ending of ['', '.svg', '.png']) {
      const { headers, body } = await app.inject(`${url}${ending}?theme=${theme}`);
      assert.is(headers['cross-origin-resource-policy'], 'cross-origin');
      assert.is(headers['cache-control'], ending === '' ? 'private, no-cache' : forAll);
      assert.ok(headers.etag);
      assert.is(headers['x-ratelimit-remaining'] === undefined, ending !== '');
      bodies.add(body);
    }
  }
  assert.is(bodies.size, 6);
  assert.match((await app.inject(`${url}?theme=dark`)).body, /data-theme="dark"/);
  assert.not.match((await app.inject(url)).body, /data-theme/);
});

widget('is well-formed whatever the account is called', async () => {
  await withWorld(async ({ app, apply }) => {
    const names = [
      '</text><script>',
      ']]>&amp;',
      'x\uffff\ufffe',
      '\u202egnp',
      '日本語🚀',
      'W'.repeat(200),
    ];
    for (const name of names) {
      await apply({ ...north, name });
      const { body } = await app.inject(`${url}.svg`);
      const elements = parseDocument(body, { xmlMode: true }).children;
      assert.is(elements.length, 1, name);
      assert.not.match(body, /<script|[\ufffe\uffff]/);
      const png = await app.inject(`${url}.png`);
      assert.is(png.statusCode, 200, name);
    }
  });
});

widget('draws text with the fonts that come with it', async () => {
  const drawing = (text: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text y="15">${text}</text></svg>`;
  const draw = (text: string) => drawHere({ kind: 'png', svg: drawing(text), zoom: 1 });
  const empty = await draw('');
  for (const text of ['Ag', 'Щя', 'Ωλ', '−+%']) {
    assert.ok((await draw(text)).length > empty.length + 40, text);
  }
});

widget('cuts a name where it would be too wide, between whole characters', () => {
  assert.is(fitText('Short', 14, 292), 'Short');
  const cut = fitText('W'.repeat(100), 10, 100);
  assert.match(cut, /^W{9}…$/);
  assert.is(fitText('👩‍👩‍👧‍👦'.repeat(10), 10, 45), '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…');
});

widget.run();
