import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withPrivateModes } from '../../../pipeline/base/modes.ts';

const test = suite('modes');

test('stay private until the last work is done, then are as before', async () => {
  const before = process.umask();
  const masks: number[] = [];
  const noted = async (until: Promise<void>): Promise<void> => {
    await until;
    masks.push(process.umask());
  };
  const soon = Promise.resolve();
  const later = new Promise<void>((resolve) => setImmediate(resolve));
  await Promise.all([withPrivateModes(() => noted(soon)), withPrivateModes(() => noted(later))]);
  assert.equal(masks, [0o077, 0o077]);
  assert.is(process.umask(), before);
});

test.run();
