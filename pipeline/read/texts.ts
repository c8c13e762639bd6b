/** A text of its own: a part of a text would keep all of it. */
export const copyOf = (text: string): string => Buffer.from(text).toString();

/** Most texts that are remembered. Texts that repeat often come early. */
const maxKnown = 20_000;

/** Gives texts that are kept beyond the file they are part of, each of them once. */
export function createTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    const copy = copyOf(text);
    if (known.size < maxKnown) known.set(copy, copy);
    return copy;
  };
}
