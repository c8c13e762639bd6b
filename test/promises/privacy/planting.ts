import {
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import type { PlantedLeak } from './planted-leaks.ts';

const here = 'test/promises/privacy';
const publishing = ['pipeline', 'sql'];
/** Code of the pipeline that decides at each request what is shown. */
const atRequests = ['pipeline/shown/shown.ts', 'pipeline/registry/hidden-from-strangers.ts'];
const tests = [here, 'test/oracle', 'test/server', 'test/support', 'fixtures'];

/** Modules of this folder, loaded from a copy of the product with a planted leak. */
export interface Planted {
  readonly answers: typeof import('./answers.ts');
  readonly publishing: typeof import('./published-world.ts');
  /** True if worlds must be published again to show the leak. */
  readonly isOfPublishing: boolean;
  remove(): Promise<void>;
}

/** Copies the compiled program, changes one line of it, and loads the copy next to the original. */
export async function plant(planted: PlantedLeak): Promise<Planted> {
  const { file } = planted;
  const copy = temporaryDirectory();
  const isPublishers = publishing.some((room) => file.startsWith(`${room}/`));
  const copied = ['server', ...tests, ...(isPublishers ? publishing : [])];
  for (const room of copied) linkModules(inPackage(`dist/${room}`), join(copy, 'dist', room));
  const linked = ['node_modules', 'package.json', 'fixtures', 'server', 'pipeline'];
  cpSync(inPackage('sql'), join(copy, 'sql'), { recursive: true });
  const unchanged = isPublishers ? [] : publishing.map((room) => `dist/${room}`);
  for (const name of [...linked, 'dist/package.json', 'dist/node_modules', ...unchanged]) {
    symlinkSync(inPackage(name), join(copy, name));
  }
  const changed = join(copy, runName(file));
  rmSync(changed);
  writeFileSync(changed, await leaking(planted));
  const load = (name: string) => import(join(copy, 'dist', here, name));
  return {
    answers: await load('answers.js'),
    publishing: await load('published-world.js'),
    isOfPublishing: isPublishers && !atRequests.includes(file),
    remove: () => rm(copy, { recursive: true }),
  };
}

/**
 * Makes modules at other paths, which Node loads separately. They are links to the same files, so
 * this takes no time.
 */
function linkModules(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkModules(source, target);
    else if (!/\.(?:map|test\.js)$/.test(entry.name)) linkFile(source, target);
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    // Temporary files may be on another disk.
    cpSync(source, target);
  }
}

/** Returns the path of the file that runs: SQL itself, or the compiled file of TypeScript. */
const runName = (file: string): string =>
  file.endsWith('.sql') ? file : join('dist', file.replace(/\.ts$/, '.js'));

/** Returns the file with its line changed, in the form that runs. */
async function leaking(planted: PlantedLeak): Promise<string> {
  const { file } = planted;
  const text = withLeak(planted);
  if (file.endsWith('.sql')) return text;
  const options = { typescript: { rewriteImportExtensions: true } };
  // Node 20 has no `using`. A copy that is soon removed may leave a moment open.
  const known = text.replaceAll(/\busing (?=\w+ =)/g, 'const ');
  return (await transformWithOxc(known, inPackage(file), options)).code;
}

/** Returns the file with its line changed. The line must occur once. */
export function withLeak({ leak, file, line, instead }: PlantedLeak): string {
  const pieces = readFileSync(inPackage(file), 'utf8').split(line);
  if (pieces.length !== 2) {
    throw new Error(
      `${file} holds the line of the planted leak "${leak}" ${pieces.length - 1} times, not once: ` +
        `change ${here}/planted-leaks.ts with it`,
    );
  }
  return pieces.join(instead);
}
