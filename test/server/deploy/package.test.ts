import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { builtAssets } from '../../../server/site/build.ts';
import { startCommand } from '../commands/process.ts';
import { installProduction, root, withDirectory } from './installed.ts';

const packed = suite('package');

packed('runs the demo where only what it depends on is installed', () =>
  withDirectory(async (directory) => {
    assert.ok(await builtAssets(silentLog));
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', directory];
    const archive = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim();
    const installed = join(directory, 'node_modules', 'trackrecord');
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', [
      '-xzf',
      join(directory, archive),
      '-C',
      installed,
      '--strip-components=1',
    ]);
    for (const left of ['test', 'fixtures/scenarios', 'data', '.ci']) {
      assert.not(existsSync(join(installed, left)), left);
    }
    installProduction(directory);
    assert.not(existsSync(join(directory, 'node_modules', 'vite')));

    const program = [join(installed, 'trackrecord.js')];
    const demo = startCommand(['demo'], dataDirectory(join(directory, 'data')), {}, program);
    try {
      const { url } = await demo.answers;
      const page = await (await fetch(url)).text();
      const style = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? '';
      assert.is((await fetch(new URL(style, url))).status, 200, style);
      assert.not.match(demo.output.stderr, 'vite');
    } finally {
      demo.child.kill('SIGTERM');
    }
    assert.is(await demo.ended, 0);
  }),
);

packed.run();
