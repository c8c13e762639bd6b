import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../pipeline/base/package-root.ts';
import { withDirectory } from './support/directory.ts';
import { until } from './support/until.ts';

// The Dockerfile's test shows that the build comes before every command of a checkout.
const build = suite('build');
const execute = promisify(execFile);

build('is required by the installed command: without a build it says so', () =>
  withDirectory(async (directory) => {
    const program = join(directory, 'trackrecord.js');
    cpSync(inPackage('trackrecord.js'), program);
    cpSync(inPackage('package.json'), join(directory, 'package.json'));
    const { code, stderr } = await execute(process.execPath, [program]).catch((error) => error);
    assert.is(code, 1);
    assert.match(stderr, /^[^\n]*npm run build[^\n]*\n$/);
  }),
);

build('without installed packages asks for npm ci in one line', () =>
  withDirectory(async (directory) => {
    cpSync(inPackage('build.js'), join(directory, 'build.js'));
    cpSync(inPackage('package.json'), join(directory, 'package.json'));
    const command = [join(directory, 'build.js')];
    const { code, stderr } = await execute(process.execPath, command).catch((error) => error);
    assert.is(code, 1);
    assert.match(stderr, /^[^\n]*npm ci[^\n]*\n$/);
  }),
);

/** Second part of the build of a small checkout: it notes its start, and ends once it may. */
const slowPart = `import { appendFileSync, existsSync } from 'node:fs';
const here = new URL('../', import.meta.url);
appendFileSync(new URL('steps', here), 'begin ');
while (!existsSync(new URL('go-on', here))) await new Promise((next) => setTimeout(next, 20));
appendFileSync(new URL('steps', here), 'end ');
`;

function makeCheckout(directory: string): void {
  for (const file of ['build.js', 'package.json', 'tsconfig.json']) {
    cpSync(inPackage(file), join(directory, file));
  }
  symlinkSync(inPackage('node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'build.ts'), slowPart);
  for (const folder of ['pipeline', 'server', 'sql', 'fixtures', 'test']) {
    mkdirSync(join(directory, folder));
  }
}

interface Build {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
}

function startBuild(directory: string): Build {
  const child = spawn(process.execPath, [join(directory, 'build.js')], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { child, ended, said: () => said };
}

build('lets a second command wait for the first, and says so', () =>
  withDirectory(async (directory) => {
    makeCheckout(directory);
    const steps = () => {
      const file = join(directory, 'steps');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    const letGo = () => writeFileSync(join(directory, 'go-on'), '');
    try {
      const killed = startBuild(directory);
      await until(async () => steps() === 'begin ', 60);
      assert.match(killed.said(), /^Building trackrecord\..*\n {2}1 of 3: compiling\n$/);
      const second = startBuild(directory);
      await until(async () => second.said() !== '', 60);
      assert.match(second.said(), /^Another command is building here; waiting for it\.\n/);
      assert.is(steps(), 'begin ');

      // A killed build holds up nobody.
      killed.child.kill('SIGKILL');
      await until(async () => steps() === 'begin begin ', 60);
      const third = startBuild(directory);
      await until(async () => third.said() !== '', 60);
      letGo();
      assert.equal(await Promise.all([second.ended, third.ended]), [0, 0]);
      assert.is(steps(), 'begin begin end begin end ');
    } finally {
      letGo();
    }
  }),
);

build('compiles what changed, also to an older file, and names every file it cannot read', () =>
  withDirectory(async (directory) => {
    makeCheckout(directory);
    writeFileSync(join(directory, 'go-on'), '');
    const write = (name: string, text: string, seconds: number) => {
      writeFileSync(join(directory, name), text);
      utimesSync(join(directory, name), seconds, seconds);
    };
    const read = (name: string) => readFileSync(join(directory, 'dist', name), 'utf8');
    const whole = async () => {
      const { ended, said } = startBuild(directory);
      return { code: await ended, said: said() };
    };
    write(
      'pipeline/four.ts',
      "import { two } from './two.ts';\nexport const four: number = two;",
      2e9,
    );
    write('pipeline/two.ts', 'export const two = 2 as const;', 2e9);
    assert.is((await whole()).code, 0);
    assert.match(read('pipeline/four.js'), /from "\.\/two\.js";\s+export const four = two;/);
    assert.equal(JSON.parse(read('pipeline/four.js.map')).sources, ['../../pipeline/four.ts']);

    writeFileSync(join(directory, 'dist/pipeline/two.js'), 'not compiled again');
    utimesSync(join(directory, 'dist/pipeline/two.js'), 2e9, 2e9);
    write('pipeline/four.ts', 'export const four = 1;', 1e9);
    assert.is((await whole()).code, 0);
    assert.match(read('pipeline/four.js'), /four = 1/);
    assert.is(read('pipeline/two.js'), 'not compiled again');

    write('pipeline/four.ts', 'export const four = ;', 3e9);
    write('sql/three.ts', 'const = 3;', 3e9);
    const { code, said } = await whole();
    assert.is(code, 1);
    assert.match(said, /^pipeline\/four\.ts: /m);
    assert.match(said, /^sql\/three\.ts: /m);
    write('pipeline/four.ts', 'export const four = 7;', 3e9);
    write('sql/three.ts', 'export const three = 3;', 3e9);
    assert.is((await whole()).code, 0);
    assert.match(read('pipeline/four.js'), /four = 7/);
  }),
);

build.run();
