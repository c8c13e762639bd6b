import type { PartName } from '../../pipeline/publish/snapshot/layout.ts';
import type { PartContent, PartContents } from '../../pipeline/publish/snapshot/object.ts';

/** A part with these bytes. */
export const partOf = (content: string | Uint8Array, rows = 1): PartContent => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { rows, pieces: () => [bytes] };
};

/** Parts with these texts. */
export const partsWith = (texts: Partial<Record<PartName, string>>): PartContents =>
  new Map(
    Object.entries(texts).map(([name, text]): [PartName, PartContent] => [
      name as PartName,
      partOf(text),
    ]),
  );
