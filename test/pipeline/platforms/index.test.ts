import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { findImportFormat, importFormats } from '../../../pipeline/platforms/index.ts';

const formats = suite('import formats');

formats('finds every format by its name', () => {
  for (const format of importFormats) assert.is(findImportFormat(format.name), format);
});

formats('refuses an unknown format as a usage error, naming those there are', () => {
  try {
    findImportFormat('mt3');
    assert.unreachable();
  } catch (error) {
    assert.instance(error, CommandError);
    assert.is(error instanceof CommandError && error.exitCode, 2);
    assert.match(String(error), /mt3.*mt4/);
  }
});

formats.run();
