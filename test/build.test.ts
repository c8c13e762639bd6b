import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../pipeline/base/package-root.ts';
import { withDirectory } from './support/directory.ts';

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

build.run();
