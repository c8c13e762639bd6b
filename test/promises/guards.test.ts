import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../pipeline/base/package-root.ts';

const tests = new URL('test/', packageRoot);
const guards = suite('guards of the test files');

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => ({ file, code: readFileSync(new URL(file, tests), 'utf8') }));

const breaking = (rule: (code: string) => boolean): string[] =>
  files.filter(({ code }) => !rule(code)).map(({ file }) => file);

guards('find the test files', () => {
  assert.ok(files.some(({ file }) => file === 'promises/guards.test.ts'));
});

guards('every file has one suite with a name and runs it once, at its end', () => {
  const runsItsSuite = (code: string): boolean => {
    const suites = [...code.matchAll(/^const (\w+) = suite(?:<[^>]*>)?\(['`][^'`]+['`]\);$/gm)];
    const runs = [...code.matchAll(/^(\w+)\.run\(\);$/gm)];
    return (
      suites.length === 1 &&
      runs.length === 1 &&
      runs[0]?.[1] === suites[0]?.[1] &&
      code.endsWith(`\n${runs[0]?.[0]}\n`)
    );
  };
  assert.equal(breaking(runsItsSuite), []);
});

guards('no file uses the suite that uvu shares between files', () => {
  const suiteOnly = (code: string) => !/import \{[^}]*\btest\b[^}]*\} from 'uvu'/.test(code);
  assert.equal(breaking(suiteOnly), []);
});

guards('no file leaves tests out', () => {
  assert.equal(
    breaking((code) => !/^\s*\w+\.(?:only|skip)\(/m.test(code)),
    [],
  );
});

guards('no test sleeps', () => {
  const pause = ['timers', 'promises'].join('/');
  assert.equal(
    breaking((code) => !code.includes(pause)),
    [],
  );
});

guards.run();
