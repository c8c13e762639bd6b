import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from './installed.ts';

const packed = suite('package');

// Two other tests show that the package runs with only its dependencies: the Dockerfile's test, and
// CI with the demo on every Node (try-package.ts).
packed('holds what was compiled and what runs next to it, and nothing else', () => {
  const pack = ['pack', '--dry-run', '--ignore-scripts', '--silent', '--json'];
  const printed: { files: { path: string }[] }[] = JSON.parse(
    execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }),
  );
  const files = printed.flatMap((line) => line.files.map(({ path }) => path));
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
});

packed.run();
