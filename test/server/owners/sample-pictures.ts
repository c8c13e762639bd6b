import { crc32, deflateSync } from 'node:zlib';

/** Grey of every line of a PNG. */
export const grey = (): number => 128;

interface HostileParts {
  /** Compressed pixels, in place of the right ones. */
  readonly bytes?: Buffer;
  /** Chunk before the pixels. */
  readonly before?: readonly [type: string, data: Buffer];
}

/** Makes a grey PNG that says it has these sides, with a comment. It has at most 400 lines. */
export function png(
  width: number,
  height: number,
  greyOf: (line: number) => number = grey,
  { bytes, before }: HostileParts = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const lines = Array.from({ length: Math.min(height, 400) }, (_, at) => {
    const line = Buffer.alloc(1 + Math.min(width, 400), greyOf(at));
    line[0] = 0;
    return line;
  });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from('Comment\0taken at home')),
    ...(before ? [chunk(...before)] : []),
    chunk('IDAT', bytes ?? deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** JPEG of 32 × 16 pixels: red on the left, blue on the right. */
export const redAndBlue = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsL' +
    'EBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU' +
    'FBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQACADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcI/8QAFBAB' +
    'AAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAAJB//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEA' +
    'AhEDEQA/AM6MMVTAQJcZHQBfUOViwECXGR0Af//Z',
  'base64',
);

/** Puts a segment at the start of a JPEG. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** Makes a segment of Exif with one entry, the orientation, in either order of bytes. */
export function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(order, 'latin1');
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
}
