import { spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { program } from './program.ts';
import { endMark, endOf, faultOf, readSkips, readTotals } from './uvu-output.ts';

const root = inPackage('');
const output = suite('output of a test file');

/** Runs a test file with this content. Returns the runner's verdict. */
function judge(content: string): string | null {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `import { suite } from 'uvu';\n${content}`],
    { cwd: root, encoding: 'utf8' },
  );
  return faultOf(status, readTotals(stdout), readSkips(stdout));
}

const passing = `const works = suite('one'); works('works', () => {});`;

output('passes when every test of the file passed', () => {
  assert.is(judge(`${passing} works.run();`), null);
});

output('passes without tests where the file says what the machine lacks', () => {
  assert.is(judge(`console.log('skipped: no database here'); suite('none').run();`), null);
});

output('lists every line that says what the machine lacks, the first one after a dot too', () => {
  const said = `works('says', () => console.log('skipped: no tool'));`;
  const more = `works('adds', () => console.log('skipped: no disk'));`;
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { suite } from 'uvu';\n${passing} ${said} ${more} works.run();`,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  assert.equal(readSkips(stdout), ['skipped: no tool', 'skipped: no disk']);
});

output('tells when a file is done with, and its exit code', () => {
  assert.is(endOf(`  Total: 1\n${endMark(0)}`), 0);
  assert.is(endOf(`  Total: 1\n${endMark(3)}`), 3);
  assert.is(endOf('  Total: 1\nended with 0\n'), null);
});

/** Runs files with this content in one process. Returns the output of each. */
async function runFiles(contents: readonly string[]): Promise<string[]> {
  const child = spawn(process.execPath, program('test/support/run-files.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { stdout } = child;
  assert.ok(stdout);
  const outputs: string[] = [];
  for (const content of contents) {
    const code = `import { suite } from '${import.meta.resolve('uvu')}';\n${content}`;
    child.send(`data:text/javascript,${encodeURIComponent(code)}`);
    let printed = '';
    for await (const text of on(stdout, 'data')) {
      printed += String(text);
      if (endOf(printed) !== null) break;
    }
    outputs.push(printed);
  }
  child.disconnect();
  await once(child, 'exit');
  return outputs;
}

output('of files in one process is told apart, whatever became of those before', async () => {
  const failing = `const two = suite('two'); two('no', () => { throw new Error('no'); }); two.run();`;
  const [first, second, third] = await runFiles([
    `${passing} works.run();`,
    failing,
    `${passing} works('again', () => {}); works.run();`,
  ]);
  const judged = [first, second, third].map((text = '') =>
    faultOf(endOf(text), readTotals(text), readSkips(text)),
  );
  assert.equal(judged, [null, 'passed 0 of 1', null]);
  assert.equal(readTotals(third ?? ''), { total: 2, passed: 2, skipped: 0 });
});

output('of a file does not end while it has something open', async () => {
  const [printed = ''] = await runFiles([
    `${passing} works.run(); setTimeout(() => console.log('closed'), 200);`,
  ]);
  assert.match(printed, /Total[\s\S]*closed[\s\S]*\0ended with 0/);
});

const faults: Record<string, [content: string, fault: RegExp]> = {
  'a test that fails': [
    `${passing} works('fails', () => { throw new Error('no'); }); works.run();`,
    /passed 1 of 2/,
  ],
  'a hook that throws before all': [
    `${passing} works.before(() => { throw new Error('no'); }); works.run();`,
    /passed 0 of 1/,
  ],
  'a suite that is never run': [passing, /before its tests were done/],
  'a suite without tests': [`suite('none').run();`, /has no tests/],
  'a test that is skipped': [`${passing} works.skip('later', () => {}); works.run();`, /skipped 1/],
  'a test that runs alone': [`${passing} works.only('this', () => {}); works.run();`, /skipped 1/],
  'an end in the middle': [`${passing} one('ends', () => process.exit(0)); works.run();`, /before/],
  'a fault after the tests': [
    `${passing} works.run(); process.on('exit', () => { process.exitCode = 3; });`,
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
