import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import packageJson from '../../../package.json' with { type: 'json' };
import { withDirectory } from '../../support/directory.ts';
import { tryDemo } from './installed.ts';

// Tries a package that was installed as users install it, with the Node that runs this:
//
//     npm install --omit=dev --prefix installed trackrecord-0.1.0.tgz
//     node dist/test/server/deploy/try-package.js installed [DATA]
//
// The demo goes on with the data in DATA, or makes it there. By default it makes all data anew.

const [folder = '', data] = process.argv.slice(2);

/** Checks that a package holds what was compiled and what runs next to it, and nothing else. */
function holdsWhatRuns(directory: string): void {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const needless = /\.ts$|\.tsbuildinfo$|^dist\/test|^dist\/fixtures\/scenarios|^data|^\.ci/;
  assert.equal(
    files.filter((file) => needless.test(file)),
    [],
  );
  for (const file of [
    ...['trackrecord.js', 'dist/trackrecord.js', 'dist/fixtures/demo/generate.js'],
    ...['dist/site/manifest.json', 'sql/marts/advanced.sql', 'clients/mt5/Trackrecord.mq5'],
  ]) {
    assert.ok(files.includes(file), file);
  }
}

await withDirectory(async (directory) => {
  const installed = resolve(folder);
  holdsWhatRuns(join(installed, 'node_modules', 'trackrecord'));
  const run = (file: string, args: readonly string[]) =>
    execFileSync(file, args, { cwd: directory, encoding: 'utf8' });
  const trackrecord = join(installed, 'node_modules', '.bin', 'trackrecord');
  assert.is(run(trackrecord, ['--version']), `${packageJson.version}\n`);
  assert.match(run(trackrecord, ['help']), /^ {2}serve /m);
  await tryDemo(installed, data ?? join(directory, 'data'));
});
