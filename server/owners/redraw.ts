import { crc32, deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import type { PictureHeader } from './picture-header.ts';

/** Pixels of a stored picture, which is square. Pages show it at half the size. */
const side = 160;

/** SVG transforms that put a square picture upright, from Exif orientation 1 to 8. */
const upright: readonly string[] = [
  '',
  `translate(${side}) scale(-1 1)`,
  `rotate(180 ${side / 2} ${side / 2})`,
  `translate(0 ${side}) scale(1 -1)`,
  'matrix(0 1 1 0 0 0)',
  `rotate(90 ${side / 2} ${side / 2})`,
  `matrix(0 -1 -1 0 ${side} ${side})`,
  `rotate(270 ${side / 2} ${side / 2})`,
];

/**
 * Draws a PNG or JPEG anew in this process, as a square PNG. Returns null if nothing of it can be
 * read.
 */
export function redraw(
  file: Buffer,
  { type, orientation, ...sides }: PictureHeader,
): Buffer | null {
  // It is drawn at its own size and then made smaller: resvg would skip the pixels in between.
  const zoom = Math.ceil(Math.max(sides.width, sides.height) / side);
  const size = `width="${side}" height="${side}"`;
  const href = `data:${type};base64,${file.toString('base64')}`;
  const image = `<image ${size} transform="${upright[orientation - 1]}" href="${href}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`;
  const { pixels } = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: { loadSystemFonts: false },
  }).render();
  const small = averages(pixels, zoom);
  return small.every((value) => value === 0) ? null : encodePng(small);
}

const channels = 4;

/** Makes a square smaller, so many pixels to one. Its colours are multiplied by their opacity. */
function averages(pixels: Buffer, zoom: number): Float64Array {
  const sums = new Float64Array(side * side * channels);
  const width = side * zoom * channels;
  for (let y = 0; y < side * zoom; y += 1) {
    const row = Math.floor(y / zoom) * side * channels;
    for (let x = 0; x < width; x += channels) {
      const to = row + Math.floor(x / (zoom * channels)) * channels;
      const from = y * width + x;
      for (let channel = 0; channel < channels; channel += 1) {
        sums[to + channel] = (sums[to + channel] ?? 0) + (pixels[from + channel] ?? 0);
      }
    }
  }
  return sums.map((sum) => sum / zoom ** 2);
}

/** Encodes a square of colours that are multiplied by their opacity. */
function encodePng(square: Float64Array): Buffer {
  const lineBytes = 1 + side * channels;
  // Each line begins with its filter: none.
  const lines = Buffer.alloc(side * lineBytes);
  for (const [at, value] of square.entries()) {
    const opacity = square[at - (at % channels) + 3] ?? 0;
    const isOpacity = at % channels === 3;
    const line = Math.floor(at / (side * channels));
    const byte = isOpacity || opacity === 0 ? value : (255 * value) / opacity;
    lines[line * lineBytes + 1 + (at % (side * channels))] = Math.round(byte);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // Eight bits for each of red, green, blue and opacity.
  head.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(data.length, 0);
  content.copy(whole, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}
