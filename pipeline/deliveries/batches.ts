import type { Addressed } from './contents.ts';

/** Bytes of contents that are in memory at a time. */
export const maxHeldBytes = 8 * 1024 * 1024;

/**
 * Cuts deliveries into batches of at most `maxBytes`, or of one object. No object is in two
 * batches.
 */
export function* inBatches<Delivery extends Addressed>(
  deliveries: readonly Delivery[],
  maxBytes: number,
): Generator<Delivery[]> {
  let batch: Delivery[] = [];
  let size = 0;
  for (const [at, delivery] of deliveries.entries()) {
    const object = delivery.object_sha256;
    if (at === 0 || object === null || object !== deliveries[at - 1]?.object_sha256) {
      let bytes = delivery.bytes;
      // Deliveries that came together have consecutive numbers.
      for (let next = at + 1; object && deliveries[next]?.object_sha256 === object; next += 1) {
        bytes += deliveries[next]?.bytes ?? 0;
      }
      if (batch.length > 0 && size + bytes > maxBytes) {
        yield batch;
        batch = [];
        size = 0;
      }
      size += bytes;
    }
    batch.push(delivery);
  }
  if (batch.length > 0) yield batch;
}

/** Values that one query names; SQLite allows 32,766 in all. */
const namedAtOnce = 1_000;

/** Cuts values into pages that one query can name. */
export function* inPages<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let from = 0; from < values.length; from += namedAtOnce) {
    yield values.slice(from, from + namedAtOnce);
  }
}
