import type { Addressed } from './contents.ts';

/** Bytes of contents that are held at a time. */
export const maxHeldBytes = 8 * 1024 * 1024;

/** Cuts deliveries into portions of at most that many bytes, or of one object; no object is in two. */
export function* portions<Delivery extends Addressed>(
  deliveries: readonly Delivery[],
  maxBytes: number,
): Generator<Delivery[]> {
  let portion: Delivery[] = [];
  let held = 0;
  for (const [at, one] of deliveries.entries()) {
    const object = one.object_sha256;
    if (at === 0 || object === null || object !== deliveries[at - 1]?.object_sha256) {
      let bytes = one.bytes;
      // What came together has numbers that follow one another.
      for (let next = at + 1; object && deliveries[next]?.object_sha256 === object; next += 1) {
        bytes += deliveries[next]?.bytes ?? 0;
      }
      if (portion.length > 0 && held + bytes > maxBytes) {
        yield portion;
        portion = [];
        held = 0;
      }
      held += bytes;
    }
    portion.push(one);
  }
  if (portion.length > 0) yield portion;
}

/** Values that one statement names; SQLite takes 32,766 in all. */
const namedAtOnce = 1_000;

/** Cuts values into pages of which one statement can name all. */
export function* inPages<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let from = 0; from < values.length; from += namedAtOnce) {
    yield values.slice(from, from + namedAtOnce);
  }
}
