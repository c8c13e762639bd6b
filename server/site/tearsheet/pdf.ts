import type PDFDocument from 'pdfkit';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import type { Box } from '../charts/path.ts';

/** Document of pdfkit, whose types only export the class as a value. */
export type Pdf = InstanceType<typeof PDFDocument>;

/** Colours on paper. */
export const inks = {
  ink: '#16181d',
  quiet: '#5c6370',
  line: '#dfe1e4',
  accent: '#1d56b4',
  good: '#11713f',
  loss: '#ad3a12',
  warn: '#7d4a00',
  warnPaper: '#fff3d9',
} as const;

/** Page of A4 in points, and its margins. */
export const paper = { width: 595.28, height: 841.89, margin: 36 } as const;

const fontNames = { plain: 'plain', bold: 'bold' } as const;

/**
 * Writes a PDF of one page in A4. Its texts can be selected, and the same input gives the same
 * bytes.
 */
export async function writePdf(
  about: { readonly title: string; readonly author: string; readonly at: Date },
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  // Imported only when needed: loading it takes longer than an ordinary page.
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: {
      Title: about.title,
      Author: about.author,
      CreationDate: about.at,
      ModDate: about.at,
    },
    lang: 'en',
  });
  const pieces: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  pdf.registerFont(fontNames.plain, inPackage('server/site/fonts/DejaVuSans.ttf'));
  pdf.registerFont(fontNames.bold, inPackage('server/site/fonts/DejaVuSans-Bold.ttf'));
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(pieces);
}

/** Smallest type, in points, that text may shrink to. */
const leastSize = 5;

/**
 * Writes text on one line. Text that is too wide gets smaller; if that is not enough, it ends with
 * an ellipsis.
 */
export function line(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  {
    width,
    size = 7.5,
    colour = inks.ink,
    isBold = false,
    align = 'left',
  }: {
    readonly width: number;
    readonly size?: number;
    readonly colour?: string;
    readonly isBold?: boolean;
    readonly align?: 'left' | 'right' | 'center';
  },
): void {
  pdf
    .font(isBold ? fontNames.bold : fontNames.plain)
    .fontSize(size)
    .fillColor(colour);
  const needed = (size * width) / Math.max(1, pdf.widthOfString(text));
  pdf.fontSize(Math.min(size, Math.max(Math.min(size, leastSize), needed)));
  const fitted = fit(pdf, text, width);
  const spare = width - pdf.widthOfString(fitted);
  const left = align === 'left' ? x : align === 'right' ? x + spare : x + spare / 2;
  pdf.text(fitted, left, y, { lineBreak: false });
}

/** Writes a label, and its figure at the end of the line, which takes the room that it needs. */
export function labelled(
  pdf: Pdf,
  [label, figure]: readonly [string, string],
  x: number,
  y: number,
  width: number,
): void {
  const [size, gap] = [7, 6];
  const needed = pdf.font(fontNames.plain).fontSize(size).widthOfString(figure);
  const room = Math.min(needed, width * 0.65);
  line(pdf, label, x, y, { width: width - room - gap, size, colour: inks.quiet });
  line(pdf, figure, x + width - room, y, { width: room, size, align: 'right' });
}

/** Returns how high text is on at most `lines` lines. */
export function heightOf(
  pdf: Pdf,
  text: string,
  { width, size, lines }: { width: number; size: number; lines: number },
): number {
  pdf.font(fontNames.plain).fontSize(size);
  return Math.min(pdf.heightOfString(text, { width }), 1.2 * lines * size);
}

/** Writes text on at most `lines` lines. Returns where the next text begins. */
export function paragraph(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  {
    width,
    size = 8,
    colour = inks.ink,
    lines = 2,
  }: { width: number; size?: number; colour?: string; lines?: number },
): number {
  const height = heightOf(pdf, text, { width, size, lines });
  pdf.fillColor(colour);
  pdf.text(text, x, y, { width, height, ellipsis: true });
  return y + height + 4;
}

/** Fills a rectangle, in points of the page, with a share of a colour. */
export function fillBox(
  pdf: Pdf,
  { left, top, width, height }: Box,
  colour: string,
  opacity = 1,
): void {
  pdf.save().fillOpacity(opacity).rect(left, top, width, height).fill(colour).restore();
}

/** Points by which widths may differ from what they were computed to be. */
const rounding = 0.01;

function fit(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width + rounding) return text;
  let characters = [...text];
  while (characters.length > 1 && pdf.widthOfString(`${characters.join('')}…`) > width) {
    characters = characters.slice(0, -1);
  }
  return `${characters.join('').trimEnd()}…`;
}
