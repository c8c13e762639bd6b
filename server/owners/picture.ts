import { renderAsync } from '@resvg/resvg-js';
import { cleanDrawing } from './drawing.ts';

/** Largest file of a picture, and its largest width and height if it is a PNG. */
export const maxPictureBytes = 1024 * 1024;
export const maxPictureSide = 3000;

/** Pixels of a stored picture, which is square. Pages show it at half the size. */
const side = 160;

/** Reasons for refusing a picture. */
export type PictureFault = 'format' | 'tooLarge' | 'tooWide' | 'drawing' | 'empty';

/** Thrown if a file can't be an owner's picture. */
export class PictureRefused extends Error {
  readonly fault: PictureFault;
  /** Part of the drawing that is not allowed; empty for other faults. */
  readonly part: string;

  constructor(fault: PictureFault, part = '') {
    super(`picture refused: ${fault} ${part}`);
    this.fault = fault;
    this.part = part;
  }
}

/**
 * Draws a PNG or an SVG anew, as a square PNG: nothing of the file itself is stored or sent. Throws
 * a PictureRefused.
 */
export async function redrawPicture(file: Buffer): Promise<Buffer> {
  if (file.length > maxPictureBytes) throw new PictureRefused('tooLarge');
  const content = pngSides(file) === null ? drawingIn(file) : imageOf(file);
  const size = `width="${side}" height="${side}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content(size)}</svg>`;
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } }).catch(() => {
    throw new PictureRefused('empty');
  });
  // A file that can't be read is drawn as nothing.
  const isDrawn = image.pixels.some((value, at) => at % 4 === 3 && value > 0);
  if (!isDrawn) throw new PictureRefused('empty');
  return image.asPng();
}

type Content = (size: string) => string;

function imageOf(file: Buffer): Content {
  // A small file can have billions of pixels, which are unpacked to be drawn.
  if (pngSides(file)?.some((length) => length > maxPictureSide)) {
    throw new PictureRefused('tooWide');
  }
  const href = `data:image/png;base64,${file.toString('base64')}`;
  return (size) => `<image ${size} href="${href}"/>`;
}

const signature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** Returns the width and height of a PNG; null for other files. */
function pngSides(file: Buffer): [width: number, height: number] | null {
  if (file.length < 24 || !file.subarray(0, 16).equals(signature)) return null;
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

function drawingIn(file: Buffer): Content {
  const drawing = cleanDrawing(file.toString('utf8'));
  if ('fault' in drawing) throw new PictureRefused(drawing.fault, drawing.part);
  const { box, content } = drawing;
  return (size) => `<svg ${size} viewBox="${box.join(' ')}">${content}</svg>`;
}
