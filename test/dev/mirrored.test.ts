import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { testsOf } from './mirrored.ts';

const mirrored = suite('tests of a changed file');

mirrored('are that of its name, else those of its folder', () => {
  const expected: Readonly<Record<string, string | null>> = {
    'pipeline/registry/apply.ts': 'test/pipeline/registry/apply.test.ts',
    'server/language/words.ts': 'test/server/language/',
    'server/site/browser/base.css': null,
    'sql/marts/summary.sql': 'test/promises/scenarios.test.ts',
    'test/server/app.test.ts': 'test/server/app.test.ts',
    'server/main.ts': 'test/server/',
  };
  for (const [file, test] of Object.entries(expected)) assert.is(testsOf(file), test, file);
});

mirrored.run();
