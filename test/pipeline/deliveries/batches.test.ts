import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inBatches, inPages } from '../../../pipeline/deliveries/batches.ts';

const batches = suite('batches of deliveries');

const deliveriesOf = (objects: readonly { object: number | null; sizes: readonly number[] }[]) => {
  let number = 0;
  return objects.flatMap(({ object, sizes }, at) =>
    sizes.map((bytes, line) => {
      number += 1;
      const object_sha256 = object === null ? null : `${at}`;
      return { number, bytes, object_sha256, object_bytes: 1, object_line: line };
    }),
  );
};

const objects = fc.array(
  fc.record({
    object: fc.option(fc.constant(1)),
    sizes: fc.array(fc.nat(100), { minLength: 1, maxLength: 4 }),
  }),
);

batches('have every delivery once, in order, and every object whole', () => {
  fc.assert(
    fc.property(objects, fc.integer({ min: 1, max: 300 }), (parts, maxBytes) => {
      const deliveries = deliveriesOf(parts);
      const all = [...inBatches(deliveries, maxBytes)];
      assert.equal(all.flat(), deliveries);
      const seen = new Set<string>();
      for (const batch of all) {
        assert.ok(batch.length > 0);
        const ofBatch = new Set(batch.flatMap(({ object_sha256 }) => object_sha256 ?? []));
        for (const object of ofBatch) assert.is(seen.has(object), false);
        for (const object of ofBatch) seen.add(object);
        const bytes = batch.reduce((sum, delivery) => sum + delivery.bytes, 0);
        const units = ofBatch.size + batch.filter(({ object_sha256 }) => !object_sha256).length;
        assert.ok(bytes <= maxBytes || units === 1, `${bytes} bytes of ${units}`);
      }
    }),
  );
});

batches('are as few as the order of deliveries allows', () => {
  const deliveries = deliveriesOf([{ object: null, sizes: [4, 4, 4, 9, 1] }]);
  assert.equal(
    [...inBatches(deliveries, 10)].map((batch) => batch.map(({ bytes }) => bytes)),
    [[4, 4], [4], [9, 1]],
  );
});

batches('list every value on exactly one page', () => {
  fc.assert(
    fc.property(fc.nat(2_500), (count) => {
      const values = Array.from({ length: count }, (_, at) => at);
      const pages = [...inPages(values)];
      assert.equal(pages.flat(), values);
      assert.ok(pages.every(({ length }) => length > 0 && length <= 1_000));
    }),
    { numRuns: 20 },
  );
});

batches.run();
