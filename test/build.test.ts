import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../pipeline/base/package-root.ts';
import { withDirectory } from './support/directory.ts';

const build = suite('build');
const execute = promisify(execFile);

/** What is checked out, but for the tests. */
const checkedOut = [
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'build.ts'],
  ...['trackrecord.js', 'trackrecord.ts', 'fixtures/demo', 'pipeline', 'server', 'sql'],
];

const withCheckout = (work: (directory: string) => Promise<void>) =>
  withDirectory(async (directory) => {
    for (const path of checkedOut) {
      cpSync(inPackage(path), join(directory, path), { recursive: true });
    }
    symlinkSync(inPackage('node_modules'), join(directory, 'node_modules'));
    await work(directory);
  });

build('comes before every command of a checkout, which so runs what the sources say', () =>
  withCheckout(async (cwd) => {
    const version = () => execute('npm', ['run', '-s', 'trackrecord', '--', '--version'], { cwd });
    assert.equal(await version(), { stdout: '0.1.0\n', stderr: '' });
    assert.ok(existsSync(join(cwd, 'dist/site/manifest.json')));

    appendFileSync(join(cwd, 'trackrecord.ts'), `console.log(new Error('changed').stack);\n`);
    writeFileSync(join(cwd, 'pipeline/added.ts'), 'export const added: number = 1;\n');
    assert.match((await version()).stdout, /^0\.1\.0\nError: changed\n.*\/trackrecord\.ts:\d+:/);
    assert.ok(existsSync(join(cwd, 'dist/pipeline/added.js')));

    rmSync(join(cwd, 'pipeline/added.ts'));
    await version();
    for (const end of ['js', 'js.map']) {
      assert.not(existsSync(join(cwd, `dist/pipeline/added.${end}`)));
    }
  }),
);

build('makes packages of many modules few files, which are found first', () => {
  for (const name of ['kysely', 'typebox', 'typebox/value']) {
    assert.match(import.meta.resolve(name), /\/dist\/node_modules\//, name);
  }
});

build('is asked for by the installed command where there is none', () =>
  withDirectory(async (directory) => {
    const program = join(directory, 'trackrecord.js');
    cpSync(inPackage('trackrecord.js'), program);
    cpSync(inPackage('package.json'), join(directory, 'package.json'));
    const { code, stderr } = await execute(process.execPath, [program]).catch((error) => error);
    assert.is(code, 1);
    assert.match(stderr, /^[^\n]*npm run build[^\n]*\n$/);
  }),
);

build.run();
