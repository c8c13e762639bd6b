import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import packageJson from '../../../package.json' with { type: 'json' };
import { withDirectory } from '../../support/directory.ts';
import { tryDemo } from './installed.ts';

// Tries a package that was installed as users install it, with the Node that runs this:
//
//     npm install --omit=dev --prefix installed trackrecord-0.1.0.tgz
//     node dist/test/server/deploy/try-package.js installed

const [folder = ''] = process.argv.slice(2);

await withDirectory(async (directory) => {
  const installed = resolve(folder);
  const run = (file: string, args: readonly string[]) =>
    execFileSync(file, args, { cwd: directory, encoding: 'utf8' });
  const trackrecord = join(installed, 'node_modules', '.bin', 'trackrecord');
  assert.is(run(trackrecord, ['--version']), `${packageJson.version}\n`);
  assert.match(run(trackrecord, ['help']), /^ {2}serve /m);
  await tryDemo(installed, join(directory, 'data'));
});
