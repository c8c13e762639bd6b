/** Bytes of contents that are in memory at a time. */
export const maxHeldBytes = 8 * 1024 * 1024;

/** Cuts deliveries into batches of at most `maxBytes`, or of one delivery. */
export function* inBatches<Delivery extends { readonly bytes: number }>(
  deliveries: readonly Delivery[],
  maxBytes: number,
): Generator<Delivery[]> {
  let batch: Delivery[] = [];
  let size = 0;
  for (const delivery of deliveries) {
    if (batch.length > 0 && size + delivery.bytes > maxBytes) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(delivery);
    size += delivery.bytes;
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
