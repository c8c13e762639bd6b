// Images have no layout, so text is measured here, with widths that are never too small.

/** Fonts of images, one of them on any machine. */
export const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** Stands between short texts on one line. */
export const separator = ' · ';

/** Replaces characters that XML does not allow. */
export const readable = (text: string): string => text.replace(/[\ufffe\uffff]/g, '\ufffd');

/** Widths of characters in a wide sans serif, relative to the font size; the first match counts. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u, 1.05],
  [/\p{Extended_Pictographic}/u, 1.4],
  [/\p{M}/u, 0],
  [/[iljtfrI.,:;'|!()[\] ]/u, 0.42],
  [/[mwMW@%—]/u, 1],
  [/\p{Lu}/u, 0.76],
];
const usualWidth = 0.66;
/** Width of bold text relative to regular text. */
export const boldness = 1.08;

/** Returns the width of a text, relative to the font size. */
export const widthOfText = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0);

/**
 * Returns the text, cut with an ellipsis if it is wider than `width`. The estimate is never too
 * small.
 */
export function fitText(text: string, fontSize: number, width: number): string {
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
  const room = width / fontSize;
  let used = 0;
  for (const [at, character] of characters.entries()) {
    used += widthOf(character);
    if (used > room)
      return `${characters
        .slice(0, cutAt(characters, at, room))
        .join('')
        .trimEnd()}…`;
  }
  return text;
}

function cutAt(characters: readonly string[], end: number, room: number): number {
  let at = end;
  const widthUpTo = () =>
    characters.slice(0, at).reduce((sum, character) => sum + widthOf(character), 1);
  while (at > 0 && widthUpTo() > room) at -= 1;
  return at;
}

const widthOf = (character: string): number =>
  widths.find(([pattern]) => pattern.test(character))?.[1] ?? usualWidth;
