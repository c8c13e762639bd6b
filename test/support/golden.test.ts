import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { goldenDirectory } from './golden.ts';

const golden = suite('golden directories');

const write = (text: string) => async (directory: string) =>
  writeFileSync(join(directory, 'file'), text);

golden('are made once for all who ask', async () => {
  let times = 0;
  const make = async (directory: string) => {
    times += 1;
    await write('made')(directory);
  };
  const asked = await Promise.all([goldenDirectory('once', make), goldenDirectory('once', make)]);
  assert.equal([new Set(asked).size, times], [1, 1]);
  assert.is(readFileSync(join(asked[0] ?? '', 'file'), 'utf8'), 'made');
});

golden('that another process made first are taken, and leave nothing besides', async () => {
  const folder = dirname(await goldenDirectory('beside', write('beside')));
  const name = basename(await goldenDirectory('beside', write('never')));
  const place = join(folder, name.replace('beside', 'raced'));
  const path = await goldenDirectory('raced', async (directory) => {
    await write('later')(directory);
    cpSync(join(folder, name), place, { recursive: true });
  });
  assert.is(path, place);
  assert.is(readFileSync(join(path, 'file'), 'utf8'), 'beside');
  assert.equal(
    readdirSync(folder).filter((entry) => entry.startsWith('raced')),
    [basename(place)],
  );
});

golden.run();
