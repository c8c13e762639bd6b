import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepted, textOf } from './accepted.ts';
import { askForPages, linesOfOddPages, linesOfPages, oddStates } from './pages.ts';
import { openPagesWorld } from './world.ts';

// Writes the accepted texts anew: npm run golden -- accept. Then read `git diff`.

const [action] = process.argv.slice(2);
if (action !== 'accept') {
  console.error('npm run golden -- accept writes the texts of test/promises/pages/accepted anew');
  process.exit(2);
}
const world = await openPagesWorld();
try {
  const pages = linesOfPages(await askForPages(world), world);
  pages.set(oddStates, await linesOfOddPages(world));
  mkdirSync(accepted, { recursive: true });
  for (const file of readdirSync(accepted)) rmSync(join(accepted, file));
  for (const [name, lines] of pages) writeFileSync(join(accepted, `${name}.txt`), textOf(lines));
  console.log(`${pages.size} texts written; read them with git diff ${accepted}`);
} finally {
  await world.remove();
}
