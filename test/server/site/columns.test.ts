import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packColumn, unpackColumn } from '../../../server/site/charts/columns.ts';

const columns = suite('packed columns');

columns('store steps in the smallest exact unit', () => {
  assert.equal(packColumn([10.5, 10.75, null, 10]), [2, 1050, 25, null, -75]);
  assert.equal(packColumn([19_000, 19_001, 19_004]), [0, 19_000, 1, 3]);
});

columns('come back as they were, unknown values too', () => {
  for (const values of [[], [null], [0.1, 0.2, 0.3], [null, -1.12345678, null, 100_000.5]]) {
    assert.equal(unpackColumn(packColumn(values)), values);
  }
});

columns('round to the places that are asked for', () => {
  assert.equal(unpackColumn(packColumn([1.23456, -0.00004], 4)), [1.2346, 0]);
  assert.equal(unpackColumn(packColumn([33.335, 33.335], 2)), [33.34, 33.34]);
});

columns.run();
