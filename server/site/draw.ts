import { Resvg } from '@resvg/resvg-js';
import { inPackage } from '../../pipeline/base/package-root.ts';
import type { LanguageCode } from '../language/words.ts';
import type { PageAccount } from './account.ts';
import type { Context } from './context.ts';
import { languageFor } from './language/languages.ts';
import { tearSheet } from './tearsheet/sheet.ts';

/** Drawing of a child process: an SVG as PNG, or an account on one page as PDF. */
export type Drawing =
  | {
      readonly kind: 'png';
      readonly svg: string;
      /** Pixels for each unit of the SVG. */
      readonly zoom: number;
    }
  | ({ readonly kind: 'tear sheet'; readonly account: PageAccount } & Pick<Context, 'site'> & {
        readonly language: LanguageCode;
        readonly isChosen: boolean;
      });

/** Draws in this process. A server has a child process do it: it takes up to 100 ms. */
export async function drawHere(drawing: Drawing): Promise<Buffer> {
  if (drawing.kind === 'png') return renderPng(drawing.svg, drawing.zoom);
  const { account, site, language: code, isChosen } = drawing;
  const language = isChosen ? languageFor(code, undefined) : languageFor(undefined, code);
  return tearSheet(account, { site, language });
}

const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  inPackage(`server/site/fonts/${name}`),
);

/** Matches text that the fonts of this folder cover; other text needs fonts of the machine. */
const writable =
  /^[\t-\u024f\u0370-\u04ff\u1e00-\u1eff\u2010-\u203a\u20ac\u20bf\u2122\u2190-\u2193\u2206\u2212\u2713]*$/u;

function renderPng(svg: string, zoom: number): Buffer {
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    font: {
      fontFiles,
      loadSystemFonts: !writable.test(svg),
      defaultFontFamily: 'DejaVu Sans',
      sansSerifFamily: 'DejaVu Sans',
    },
  });
  return drawing.render().asPng();
}
