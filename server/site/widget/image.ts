import { renderAsync } from '@resvg/resvg-js';
import { inPackage } from '../../../pipeline/base/package-root.ts';

const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  inPackage(`server/site/fonts/${name}`),
);

/** Text that the fonts of this room can write; all else is for those of the machine. */
const writable =
  /^[\t-\u024f\u0370-\u04ff\u1e00-\u1eff\u2010-\u203a\u20ac\u20bf\u2122\u2190-\u2193\u2206\u2212\u2713]*$/u;

/** A drawing as PNG, with so many pixels for each of its units, in a thread of its own. */
export async function renderPng(svg: string, zoom: number): Promise<Buffer> {
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
