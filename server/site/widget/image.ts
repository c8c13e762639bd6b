import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';
import { type Body, createBody } from '../../body.ts';
import { createLastUsed } from '../../last-used.ts';

const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  fileURLToPath(new URL(`../fonts/${name}`, import.meta.url)),
);

const mostImages = 500;
const images = createLastUsed<Promise<Body>>(mostImages, () => 1);

/** Text that the fonts of this room can write; all else is for those of the machine. */
const writable =
  /^[\t-\u024f\u0370-\u04ff\u1e00-\u1eff\u2010-\u203a\u20ac\u20bf\u2122\u2190-\u2193\u2206\u2212\u2713]*$/u;

/** A drawing as PNG, with so many pixels for each of its units. */
export function imageOf(svg: string, zoom: number): Promise<Body> {
  const name = `${createHash('sha256').update(svg).digest('base64url')} ${zoom}`;
  return images.get(name, async () => createBody(await render(svg, zoom)));
}

async function render(svg: string, zoom: number): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: {
      fontFiles,
      loadSystemFonts: !writable.test(svg),
      defaultFontFamily: 'DejaVu Sans',
      sansSerifFamily: 'DejaVu Sans',
    },
  });
  return image.asPng();
}
