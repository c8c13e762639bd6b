import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installProduction, root, tryDemo, withDirectory } from './installed.ts';

const packed = suite('package');

packed('runs the demo where only what it depends on is installed', () =>
  withDirectory(async (directory) => {
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory];
    const archive = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim();
    const installed = join(directory, 'node_modules', 'trackrecord');
    mkdirSync(installed, { recursive: true });
    const extract = ['-xzf', join(directory, archive), '-C', installed, '--strip-components=1'];
    execFileSync('tar', extract);
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const needless = /\.ts$|\.tsbuildinfo$|^dist\/test|^dist\/fixtures\/scenarios|^data|^\.ci/;
    assert.equal(
      files.filter((file) => needless.test(file)),
      [],
    );
    installProduction(directory);
    await tryDemo(directory);
  }),
);

packed.run();
