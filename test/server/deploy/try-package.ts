import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import packageJson from '../../../package.json' with { type: 'json' };
import { withDirectory } from '../../support/directory.ts';
import { tryDemo } from './installed.ts';

// npm run -s build && node dist/test/server/deploy/try-package.js trackrecord-0.1.0.tgz
// Installs a package into an empty folder as users do, with packages of the registry, and tries it
// with the Node that runs this.

const [archive = ''] = process.argv.slice(2);

await withDirectory(async (directory) => {
  const run = (file: string, args: readonly string[]) =>
    execFileSync(file, args, { cwd: directory, encoding: 'utf8' });
  run('npm', ['install', '--omit=dev', '--silent', '--prefix', directory, resolve(archive)]);
  const trackrecord = join(directory, 'node_modules', '.bin', 'trackrecord');
  assert.is(run(trackrecord, ['--version']), `${packageJson.version}\n`);
  assert.match(run(trackrecord, ['help']), /^ {2}serve /m);
  await tryDemo(directory);
});
