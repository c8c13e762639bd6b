import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { inPackage } from '../../pipeline/base/package-root.ts';

/**
 * Returns the tests of a file: the one of the same name if there is one, else those of its folder.
 * SQL is proved by scenarios. Returns null if no test mirrors it.
 */
export function testsOf(file: string): string | null {
  if (file.endsWith('.test.ts')) return file;
  if (file.startsWith('sql/')) return 'test/promises/scenarios.test.ts';
  const source = file.replace(/^test\//, '');
  const test = `test/${source.replace(/\.\w+$/, '.test.ts')}`;
  if (existsSync(inPackage(test))) return test;
  const folder = `test/${dirname(source)}/`;
  return existsSync(inPackage(folder)) ? folder : null;
}
