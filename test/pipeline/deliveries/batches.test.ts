import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inBatches, inPages } from '../../../pipeline/deliveries/batches.ts';

const batches = suite('batches of deliveries');

const deliveriesOf = (sizes: readonly number[]) =>
  sizes.map((bytes, at) => ({ number: at + 1, bytes }));

batches('have every delivery once, in order, and no more bytes than allowed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100)), fc.integer({ min: 1, max: 300 }), (sizes, maxBytes) => {
      const deliveries = deliveriesOf(sizes);
      const all = [...inBatches(deliveries, maxBytes)];
      assert.equal(all.flat(), deliveries);
      for (const batch of all) {
        const bytes = batch.reduce((sum, delivery) => sum + delivery.bytes, 0);
        assert.ok(batch.length > 0);
        assert.ok(bytes <= maxBytes || batch.length === 1, `${bytes} bytes of ${batch.length}`);
      }
    }),
  );
});

batches('are as few as the order of deliveries allows', () => {
  assert.equal(
    [...inBatches(deliveriesOf([4, 4, 4, 9, 1]), 10)].map((batch) =>
      batch.map(({ bytes }) => bytes),
    ),
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
