import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { deleteOwner } from '../../../pipeline/registry/deletions.ts';
import { pictureOf } from '../../../pipeline/registry/owner-pictures.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { checkPicture, PictureRefused, redrawPicture } from '../../../server/owners/picture.ts';
import { redraw } from '../../../server/owners/redraw.ts';
import { withWorld } from '../world.ts';
import { dropFile, signedIn } from './owners.ts';
import { exif, grey, png, redAndBlue, withSegment } from './sample-pictures.ts';

const pictures = suite('pictures of owners');

const faultOf = async (file: Buffer): Promise<string> => {
  try {
    await drawn(file);
    return 'drawn';
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    return error.fault;
  }
};

const stays = new AbortController().signal;

/** Draws a file as the server does, in a process of its own. */
const drawn = (file: Buffer): Promise<Buffer> =>
  redrawPicture('north-desk', checkPicture(file), stays);

/** Returns red, green, blue and opacity of a pixel of a stored picture. */
function pixelOf(picture: Buffer, x: number, y: number): number[] {
  const href = `data:image/png;base64,${picture.toString('base64')}`;
  const image = `<image width="160" height="160" href="${href}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160">${image}</svg>`;
  const at = (y * 160 + x) * 4;
  return [...new Resvg(svg).render().pixels.subarray(at, at + 4)];
}

/** Returns the nearest of these colours at both ends of a picture: left, right, top and bottom. */
function coloursOf(picture: Buffer): string {
  const colourAt = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixelOf(picture, x, y);
    if (opacity < 128) return 'clear';
    if (red > 200 && green < 60 && blue < 60) return 'red';
    return blue > 200 && red < 60 && green < 60 ? 'blue' : `${[red, green, blue, opacity]}`;
  };
  return [colourAt(10, 80), colourAt(150, 80), colourAt(80, 10), colourAt(80, 150)].join(' ');
}

pictures('are drawn anew as a small square, with nothing else of the file', async () => {
  const polyglot = Buffer.concat([png(1, 1), Buffer.from('<script>alert(1)</script>')]);
  const commented = withSegment(redAndBlue, 0xfe, Buffer.from('<script>taken at home</script>'));
  for (const file of [png(1, 1), polyglot, commented]) {
    const picture = await drawn(file);
    assert.equal([picture.readUInt32BE(16), picture.readUInt32BE(20)], [160, 160]);
    assert.not.match(picture.toString('latin1'), /Comment|home|script/);
    const chunks = [...picture.toString('latin1').matchAll(/IHDR|tEXt|iCCP|IDAT|IEND/g)];
    assert.is(chunks.join(' '), 'IHDR IDAT IEND');
  }
});

pictures('are averages of all their pixels, at their own proportions', () => {
  const header = { type: 'image/png', orientation: 1, scans: 1 } as const;
  // Every second line is white, and the rest black: 127.5 on average.
  const lines = (at: number) => (at % 2 === 0 ? 255 : 0);
  const striped = redraw(png(320, 320, lines), { ...header, width: 320, height: 320 });
  assert.equal(pixelOf(striped ?? Buffer.alloc(0), 70, 70), [128, 128, 128, 255]);
  const wide = redraw(
    png(320, 160, () => 255),
    { ...header, width: 320, height: 160 },
  );
  assert.is(coloursOf(wide ?? Buffer.alloc(0)), '255,255,255,255 255,255,255,255 clear clear');
});

pictures('stand upright, however the camera was held', () => {
  const expected = [
    'red blue clear clear',
    'blue red clear clear',
    'blue red clear clear',
    'red blue clear clear',
    'clear clear red blue',
    'clear clear red blue',
    'clear clear blue red',
    'clear clear blue red',
  ];
  for (const [at, colours] of expected.entries()) {
    for (const order of ['II', 'MM'] as const) {
      const { file, header } = checkPicture(withSegment(redAndBlue, 0xe1, exif(at + 1, order)));
      assert.is(coloursOf(redraw(file, header) ?? Buffer.alloc(0)), colours, `${at + 1} ${order}`);
    }
  }
  const broken = [exif(9, 'II'), exif(1, 'II').subarray(0, 12), Buffer.from('Exif\0\0')];
  for (const segment of broken) {
    assert.is(checkPicture(withSegment(redAndBlue, 0xe1, segment)).header.orientation, 1);
  }
});

pictures('are refused by their first bytes, before a pixel is decoded', () => {
  const refusalOf = (file: Buffer): string => {
    try {
      checkPicture(file);
      return 'none';
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      return error.fault;
    }
  };
  const jpegOf = (width: number, height: number) => {
    const file = Buffer.from(redAndBlue);
    const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
    file.writeUInt16BE(height, frame + 5);
    file.writeUInt16BE(width, frame + 7);
    return file;
  };
  const scan = Buffer.from('ffda0008010100003f00', 'hex');
  const scans = (count: number) =>
    Buffer.concat([
      redAndBlue.subarray(0, -2),
      ...Array(count).fill(scan),
      redAndBlue.subarray(-2),
    ]);
  const frame = redAndBlue
    .subarray(redAndBlue.indexOf(Buffer.from([0xff, 0xc0])) + 4)
    .subarray(0, 15);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  const cases: readonly (readonly [string, Buffer])[] = [
    ['tooWide', png(60_000, 60_000)],
    ['tooWide', png(3001, 1)],
    ['tooWide', jpegOf(65_500, 65_500)],
    ['tooWide', jpegOf(32, 3001)],
    ['empty', png(0, 5)],
    // The height may follow after the pixels, which no program writes.
    ['empty', jpegOf(32, 0)],
    ['tooComplex', scans(64)],
    ['none', scans(63)],
    ['tooLarge', Buffer.concat([png(1, 1), Buffer.alloc(1024 * 1024)])],
    ['format', Buffer.from(svg)],
    ['format', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['format', gzipSync(svg)],
    ['format', Buffer.concat([Buffer.from('<html>'), png(1, 1)])],
    ['format', Buffer.from('GIF89a')],
    ['format', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['format', Buffer.alloc(0)],
    ['format', png(1, 1).subarray(0, 20)],
    ['format', redAndBlue.subarray(0, 2)],
    ['format', redAndBlue.subarray(0, 100)],
    ['format', Buffer.from('ffd8ffffffffffff', 'hex')],
    ['format', Buffer.from('ffd8ffc00000', 'hex')],
    ['format', Buffer.from('ffd8ffd9ffd9', 'hex')],
    // A second frame with other sides.
    ['format', withSegment(redAndBlue, 0xc2, frame)],
  ];
  for (const [at, [fault, file]] of cases.entries()) assert.is(refusalOf(file), fault, `${at}`);
});

pictures('that are bombs or damaged harm nothing but their own upload', async () => {
  const zeros = deflateSync(Buffer.alloc(64 * 2 ** 20));
  const bomb = Buffer.concat([Buffer.from('icc\0\0'), zeros]);
  const text = Buffer.concat([Buffer.from('Comment\0\0'), zeros]);
  assert.is(await faultOf(png(1, 1, grey, { bytes: zeros })), 'drawn', 'more pixels than it says');
  assert.is(await faultOf(png(1, 1, grey, { before: ['iCCP', bomb] })), 'empty', 'a profile');
  assert.is(await faultOf(png(1, 1, grey, { before: ['zTXt', text] })), 'drawn', 'a text');
  assert.is(await faultOf(png(2000, 2000, grey, { bytes: Buffer.alloc(9) })), 'empty');
  assert.is(await faultOf(png(1, 1).subarray(0, 60)), 'empty');
  assert.is(await faultOf(redAndBlue.subarray(0, -20)), 'empty');
});

pictures('are shown while something is public, and deleted with their owner', () =>
  withWorld(async ({ app, apply, registry }) => {
    const north = await signedIn(app, registry, 'north-desk');
    const address = '/owner/north-desk/picture.png';
    assert.is((await app.inject(address)).statusCode, 404);
    const sent = await dropFile(app, north, '/me/settings/picture', 'logo.svg', redAndBlue);
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
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
    const bad = await dropFile(app, north, '/me/settings/picture', 'x.png', svg);
    assert.is(bad.statusCode, 422);
    assert.match(bad.body, 'Choose a PNG or JPEG file. Save other formats, such as SVG, as PNG');
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

pictures('can be uploaded a few times an hour, but be refused any number of times', () => {
  let now = 0;
  const clock = { wall: () => now, steady: () => now };
  const limits = createMemoryLimits(clock);
  return withWorld(
    async ({ app, registry }) => {
      const north = await signedIn(app, registry, 'north-desk');
      const upload = (file: Buffer) =>
        dropFile(app, north, '/me/settings/picture', 'logo.png', file);
      for (let count = 0; count < 7; count += 1) {
        assert.is((await upload(Buffer.from('<svg/>'))).statusCode, 422);
      }
      for (let count = 0; count < 6; count += 1) {
        now = count * 60_000;
        assert.is((await upload(png(1, 1))).statusCode, 303);
      }
      const refused = await upload(png(1, 1));
      assert.is(refused.statusCode, 429);
      assert.match(refused.body, 'Try again in 55 min.');
      now = 60 * 60_000;
      assert.is((await upload(png(1, 1))).statusCode, 303);
    },
    { limits },
  );
});

pictures.run();
