/** Header of a PNG or JPEG. */
export interface PictureHeader {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** Orientation by Exif, 1 to 8: how a camera was held. */
  readonly orientation: number;
  /** Passes over all pixels that a JPEG asks for; 1 for a PNG. */
  readonly scans: number;
}

/**
 * Reads the header of a PNG or JPEG by its bytes, without decoding a pixel. Returns null for other
 * files, and for those whose header is damaged.
 */
export const readPictureHeader = (file: Buffer): PictureHeader | null =>
  readPng(file) ?? readJpeg(file);

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(file: Buffer): PictureHeader | null {
  if (file.length < 24 || !file.subarray(0, 16).equals(pngStart)) return null;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  return { type: 'image/png', width, height, orientation: 1, scans: 1 };
}

const markers = { start: 0xd8, end: 0xd9, scan: 0xda, tables: 0xc4, exif: 0xe1 } as const;

/** Markers between C0 and CF that begin no frame: tables, and one that is reserved. */
const notFrames: ReadonlySet<number> = new Set([markers.tables, 0xc8, 0xcc]);

function readJpeg(file: Buffer): PictureHeader | null {
  if (file[0] !== 0xff || file[1] !== markers.start) return null;
  let sides: { readonly width: number; readonly height: number } | null = null;
  let orientation = 1;
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    // Any number of bytes FF may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === markers.scan) {
      if (sides === null) return null;
      return { type: 'image/jpeg', ...sides, orientation, scans: countScans(file, at) };
    }
    if (marker === markers.end) return null;
    const end = at + 2 + file.readUInt16BE(at + 2);
    const content = file.subarray(at + 4, end);
    if (end > file.length || end < at + 4) return null;
    if (marker >= 0xc0 && marker <= 0xcf && !notFrames.has(marker)) {
      // A second frame would have sides of its own.
      if (sides !== null || content.length < 5) return null;
      sides = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    }
    if (marker === markers.exif) orientation = orientationIn(content) ?? orientation;
    at = end;
  }
  return null;
}

/** Counts the markers of scans. In compressed pixels, a byte FF is followed by 00. */
function countScans(file: Buffer, from: number): number {
  const marker = Buffer.from([0xff, markers.scan]);
  let scans = 0;
  for (let at = from; at >= 0; at = file.indexOf(marker, at + 2)) scans += 1;
  return scans;
}

const exifStart = Buffer.from('Exif\0\0');
const orientationTag = 0x0112;
const entryBytes = 12;

function orientationIn(segment: Buffer): number | null {
  if (!segment.subarray(0, exifStart.length).equals(exifStart)) return null;
  const tiff = segment.subarray(exifStart.length);
  if (tiff.length < 10) return null;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return null;
  for (let entry = 0; entry < short(start); entry += 1) {
    const at = start + 2 + entry * entryBytes;
    if (at + entryBytes > tiff.length) return null;
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
