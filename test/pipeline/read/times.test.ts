import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dateOrders, readTime } from '../../../pipeline/read/times.ts';

const times = suite('times');

const timeIn = (printed: string, order: (typeof dateOrders)[number]) => {
  const time = readTime(printed, order);
  return time === null ? null : new Date(time.at).toISOString();
};

times('with the year last are read in the order that is told, and refused in another', () => {
  assert.is(timeIn('03/04/2024 05:06', 'month first'), '2024-03-04T05:06:00.000Z');
  assert.is(timeIn('03/04/2024 05:06', 'day first'), '2024-04-03T05:06:00.000Z');
  assert.is(timeIn('03/04/2024 05:06', 'year first'), null);
  assert.is(timeIn('13/04/2024', 'month first'), null);
});

times('that leave no choice are read whatever the order', () => {
  for (const order of dateOrders) {
    assert.is(timeIn('2024-03-04T05:06:07Z', order), '2024-03-04T05:06:07.000Z');
    assert.is(timeIn('2024.03.04 05:06', order), '2024-03-04T05:06:00.000Z');
    assert.is(timeIn('4 Mar 2024 5:06 pm', order), '2024-03-04T17:06:00.000Z');
    assert.is(timeIn('45355.25', order), '2024-03-04T06:00:00.000Z');
    assert.is(timeIn('2024-02-30', order), null);
  }
});

times.run();
