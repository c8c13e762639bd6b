import type { PackKind, PartName } from '../../pipeline/publish/snapshot/layout.ts';
import type { Parts } from '../../pipeline/publish/snapshot/parts.ts';

/** Packs one part of one account without changes. */
export function putPart(
  parts: Parts,
  kind: PackKind,
  id: string,
  part: PartName,
  rows: number,
  content: string | Uint8Array,
): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return parts.write(kind, [{ id, part, rows }], bytes, {
    by: 'bytes',
    offsets: Float64Array.of(0),
    lengths: Float64Array.of(bytes.length),
  });
}
