/** Widths of characters in a wide sans serif, in shares of its size; the first that fits counts. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u, 1.05],
  [/\p{Extended_Pictographic}/u, 1.4],
  [/\p{M}/u, 0],
  [/[iljtfrI.,:;'|!()[\] ]/u, 0.42],
  [/[mwMW@%—]/u, 1],
  [/\p{Lu}/u, 0.76],
];
const usual = 0.66;

/** The text, cut with an ellipsis where it would be wider than that; never in too little room. */
export function fitted(text: string, fontSize: number, width: number): string {
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
  const widthUpTo = () => characters.slice(0, at).reduce((sum, one) => sum + widthOf(one), 1);
  while (at > 0 && widthUpTo() > room) at -= 1;
  return at;
}

const widthOf = (character: string): number =>
  widths.find(([pattern]) => pattern.test(character))?.[1] ?? usual;
