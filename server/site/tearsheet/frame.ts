import { line, type Pdf, paper } from './pdf.ts';

/** Margin of the sheet, the width between its margins, and its two halves. */
export const { margin } = paper;
export const width = paper.width - 2 * margin;
export const half = (width - 20) / 2;
export const rightHalf = margin + half + 20;

/** Top of the foot, which everything else stays above. */
export const footTop = paper.height - margin - 26;

/** Writes a heading. Returns where the text below it begins. */
export function heading(
  pdf: Pdf,
  text: string,
  top: number,
  left: number = margin,
  across = width,
): number {
  line(pdf, text, left, top, { width: across, size: 9, isBold: true });
  return top + 16;
}
