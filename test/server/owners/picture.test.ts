import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { deleteOwner } from '../../../pipeline/registry/deletions.ts';
import { pictureOf } from '../../../pipeline/registry/owner-pictures.ts';
import { cleanDrawing } from '../../../server/owners/drawing.ts';
import { PictureRefused, redrawPicture } from '../../../server/owners/picture.ts';
import { withWorld } from '../world.ts';
import { dropFile, signedIn } from './owners.ts';

const pictures = suite('pictures of owners');

const svg = (content: string, attributes = 'viewBox="0 0 10 10"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);
const square = '<rect width="10" height="10" fill="#c00"/>';

/** A PNG that says it has these sides. Its pixels are those of one grey square. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crcOf(body));
    return Buffer.concat([length, body, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Comment\0taken at home')),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crcOf(data: Buffer): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const faultOf = (file: Buffer): Promise<string> =>
  redrawPicture(file).then(
    () => 'drawn',
    (error) => {
      if (!(error instanceof PictureRefused)) throw error;
      return `${error.fault} ${error.part}`.trim();
    },
  );

pictures('are drawn anew as a small square, with nothing else of the file', async () => {
  for (const file of [svg(square), png(1, 1)]) {
    const drawn = await redrawPicture(file);
    assert.equal([drawn.readUInt32BE(16), drawn.readUInt32BE(20)], [160, 160]);
    assert.not.match(drawn.toString('latin1'), /Comment|home|svg/);
  }
  const styled =
    '<title>Logo</title><style>.a{fill:#123456}</style><defs><linearGradient id="g"><stop offset="0" ' +
    'stop-color="red"/></linearGradient><clipPath id="c"><rect width="5" height="5"/></clipPath></defs>' +
    '<g clip-path="url(#c)"><path class="a" onload="x()" d="M0 0h9v9z"/><circle r="2" style="fill:url(#g)"/></g>';
  const clean = cleanDrawing(svg(styled, 'width="20px" height="10"').toString());
  assert.ok('content' in clean);
  assert.equal(clean.box, [0, 0, 20, 10]);
  assert.is(
    clean.content,
    '<defs><linearGradient id="g"><stop offset="0" stop-color="red"></stop></linearGradient>' +
      '<clipPath id="c"><rect width="5" height="5"></rect></clipPath></defs>' +
      '<g clip-path="url(#c)"><path d="M0 0h9v9z" fill="#123456"></path>' +
      '<circle r="2" fill="url(#g)"></circle></g>',
  );
});

pictures('may have only shapes and colours, and limit the drawing time', async () => {
  const rects = (count: number) => '<rect width="1" height="1"/>'.repeat(count);
  const clips = '<clipPath id="c"><rect width="5" height="5"/></clipPath>';
  const cases: Readonly<Record<string, string | Buffer>> = {
    'drawing script': `${square}<script>alert(1)</script>`,
    'drawing image': `${square}<image href="/etc/passwd.png" width="5" height="5"/>`,
    'drawing foreignObject': `${square}<foreignObject><p>x</p></foreignObject>`,
    'drawing text': `${square}<text>hello</text>`,
    'drawing use': `${square}<use href="#a"/>`,
    'drawing filter': `<defs><filter id="f"/></defs>${square}`,
    'drawing svg': `<svg>${square}</svg>`,
    'drawing style': `<style>@import url(https://a.example/x.css);</style>${square}`,
    'drawing > 2000': rects(2001),
    'drawing clip-path': clips + '<rect clip-path="url(#c)" width="1" height="1"/>'.repeat(31),
    empty: '<g/>',
    format: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>',
    ),
    tooLarge: svg(`${square}${' '.repeat(1024 * 1024)}`),
    tooWide: png(3001, 1),
  };
  for (const [fault, content] of Object.entries(cases)) {
    const file = Buffer.isBuffer(content) ? content : svg(content);
    assert.is(await faultOf(file), fault, fault);
  }
  // Entities are not expanded, and addresses in attributes are left out.
  const bomb = Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg(square)}`,
  );
  assert.is(await faultOf(bomb), 'drawn');
  const hostile = cleanDrawing(
    svg(`<rect fill="url(https://a.example)" width="1" x='"/><script>'/>`).toString(),
  );
  assert.ok('content' in hostile);
  assert.is(hostile.content, '<rect width="1"></rect>');
  for (const junk of ['', 'GIF89a', '<html>', '<a:svg/>', '\0\0\0', png(1, 1).subarray(0, 20)]) {
    assert.is(await faultOf(Buffer.from(junk)), 'format', String(junk));
  }
  assert.is(await faultOf(png(1, 1).subarray(0, 60)), 'empty');
});

pictures('are shown while something is public, and deleted with their owner', () =>
  withWorld(async ({ app, apply, registry }) => {
    const north = await signedIn(app, registry, 'north-desk');
    const address = '/owner/north-desk/picture.png';
    assert.is((await app.inject(address)).statusCode, 404);
    const sent = await dropFile(app, north, '/me/settings/picture', 'logo.svg', svg(square));
    assert.is(sent.headers.location, '/me/settings?done=picture');
    const stored = await pictureOf(registry, 'north-desk');
    const hash = createHash('sha256')
      .update(stored ?? '')
      .digest('hex');
    const seen = await app.inject(address);
    assert.is(seen.headers['content-type'], 'image/png');
    assert.equal(seen.rawPayload, stored);
    assert.match((await app.inject('/owner/north-desk')).body, `${address}?${hash.slice(0, 8)}`);
    assert.match((await north.get('/me/settings')).body, '/me/settings/picture?');
    assert.equal((await north.get('/me/settings/picture')).rawPayload, stored);
    const bad = await dropFile(app, north, '/me/settings/picture', 'x.svg', svg('<script/>'));
    assert.is(bad.statusCode, 422);
    assert.match(bad.body, 'can’t be shown here: script.');
    const none = await dropFile(app, north, '/me/settings/picture', '', Buffer.from(''));
    assert.match(none.body, 'Choose a picture first.');
    const large = Buffer.alloc(1024 * 1024 + 1);
    const refused = await dropFile(app, north, '/me/settings/picture', 'x.png', large);
    assert.is(refused.statusCode, 413);

    const entered = (await readAudit(registry)).at(-1);
    assert.equal(
      [entered?.field, entered?.to, entered?.actor],
      [...['picture', hash], 'owner:north-desk'],
    );
    for (const slug of ['north-eurusd', 'north-gold', 'north-all']) {
      await apply({ slug, published: false });
    }
    for (const url of [address, '/owner/north-desk']) {
      const [hidden, unknown] = [
        await app.inject(url),
        await app.inject(url.replace('h-d', 'h-x')),
      ];
      assert.equal([hidden.statusCode, hidden.body], [404, unknown.body], url);
    }
    await north.post('/me/settings/picture/remove');
    assert.is(await pictureOf(registry, 'north-desk'), null);
    await dropFile(app, north, '/me/settings/picture', 'logo.png', png(1, 1));
    await deleteOwner(registry, 'north-desk');
    assert.is(await pictureOf(registry, 'north-desk'), null);
    assert.not.match(JSON.stringify(await readAudit(registry)), hash);
  }),
);

pictures.run();
