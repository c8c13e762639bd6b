import { spawnSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/package-root.ts';
import { faultOf, readSkips, readTotals } from './uvu-output.ts';

const root = inPackage('');
const output = suite('output of a test file');

/** What the runner makes of a test file with this content. */
function judge(content: string): string | null {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `import { suite } from 'uvu';\n${content}`],
    { cwd: root, encoding: 'utf8' },
  );
  return faultOf(status, readTotals(stdout), readSkips(stdout));
}

const passing = `const one = suite('one'); one('works', () => {});`;

output('passes when every test of the file passed', () => {
  assert.is(judge(`${passing} one.run();`), null);
});

output('passes without tests where the file says what the machine lacks', () => {
  assert.is(judge(`console.log('skipped: no database here'); suite('none').run();`), null);
});

const faults: Record<string, [content: string, fault: RegExp]> = {
  'a test that fails': [
    `${passing} one('fails', () => { throw new Error('no'); }); one.run();`,
    /passed 1 of 2/,
  ],
  'a hook that throws before all': [
    `${passing} one.before(() => { throw new Error('no'); }); one.run();`,
    /passed 0 of 1/,
  ],
  'a suite that is never run': [passing, /before its tests were done/],
  'a suite without tests': [`suite('none').run();`, /has no tests/],
  'a test that is skipped': [`${passing} one.skip('later', () => {}); one.run();`, /skipped 1/],
  'a test that runs alone': [`${passing} one.only('this', () => {}); one.run();`, /skipped 1/],
  'an end in the middle': [`${passing} one('ends', () => process.exit(0)); one.run();`, /before/],
  'a fault after the tests': [
    `${passing} one.run(); process.on('exit', () => { process.exitCode = 3; });`,
    /exit code 3/,
  ],
  'a file that cannot be read': ['const = 1;', /before its tests were done/],
};

for (const [name, [content, fault]] of Object.entries(faults)) {
  output(`does not pass with ${name}`, () => {
    assert.match(judge(content) ?? 'passed', fault);
  });
}

output.run();
