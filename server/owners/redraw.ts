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
  { type, orientation, width, height }: PictureHeader,
): Buffer | null {
  // It is drawn at its own size and then made smaller by halves: in one step, resvg would skip the
  // pixels in between.
  let zoom = Math.ceil(Math.max(width, height) / side);
  let drawn = draw(file, type, zoom, upright[orientation - 1]);
  while (zoom > 1) {
    zoom = Math.ceil(zoom / 2);
    drawn = draw(drawn.asPng(), 'image/png', zoom);
  }
  return drawn.pixels.every((value) => value === 0) ? null : drawn.asPng();
}

function draw(file: Buffer, type: string, zoom: number, transform = '') {
  const size = `width="${side}" height="${side}"`;
  const href = `data:${type};base64,${file.toString('base64')}`;
  const image = `<image ${size} transform="${transform}" href="${href}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`;
  return new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: { loadSystemFonts: false },
  }).render();
}
