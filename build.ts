import { existsSync, readdirSync, rmSync } from 'node:fs';
import { inPackage } from './pipeline/base/package-root.ts';
import { buildSite } from './server/site/build.ts';

// npm run build, once the compiler is done: what has lost its source goes from dist/, so that
// nothing is run or packed that there is no more, and the site's scripts and styles come.

const compiled = /\.js(?:\.map)?$/;

const files = readdirSync(inPackage('dist'), { recursive: true, encoding: 'utf8' });
for (const file of files.filter((name) => compiled.test(name) && !name.startsWith('site/'))) {
  if (!existsSync(inPackage(file.replace(compiled, '.ts')))) rmSync(inPackage(`dist/${file}`));
}
await buildSite();
