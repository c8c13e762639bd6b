import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { after, lastly, mended } from '../../server/soon.ts';

const soon = suite('values that are there already or will be');

const failing = () => {
  throw new Error('no');
};
const later = <Value>(value: Value): Promise<Value> => Promise.resolve(value);
const failingLater = () => Promise.reject(new Error('no'));

soon('are gone on with at once where they are there', async () => {
  assert.is(
    after(1, (one) => one + 1),
    2,
  );
  assert.is(await after(later(1), (one) => one + 1), 2);
});

soon('have their failures mended, whether these come at once or later', async () => {
  const mend = (error: unknown) => String(error);
  assert.is(mended(failing, mend), 'Error: no');
  assert.is(await mended(failingLater, mend), 'Error: no');
  assert.is(
    mended(() => 'there', mend),
    'there',
  );
});

soon('have one end each, which comes after them', async () => {
  const steps: string[] = [];
  const end = () => steps.push('end');
  const step = () => steps.push('value');
  lastly(step, end);
  const ended = lastly(() => later(null).then(step), end);
  assert.equal(steps, ['value', 'end']);
  await ended;
  assert.equal(steps, ['value', 'end', 'value', 'end']);
  assert.throws(() => lastly(failing, end), 'no');
  await Promise.resolve(lastly(failingLater, end)).then(assert.unreachable, () => {});
  assert.is(steps.length, 6);
});

soon.run();
