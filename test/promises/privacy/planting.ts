import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../../support/published.ts';
import type { PlantedLeak } from './planted-leaks.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = 'test/promises/privacy';
const publishing = ['pipeline', 'sql'];
/** Code of the pipeline that says at each request what is shown. */
const atRequests = ['pipeline/shown/shown.ts', 'pipeline/registry/hidden.ts'];
const tests = [here, 'test/oracle', 'test/server', 'test/support'];

/** The modules of this folder over a copy of the product in which a leak was planted. */
export interface Planted {
  readonly answers: typeof import('./answers.ts');
  readonly publishing: typeof import('./published-world.ts');
  /** Whether worlds have to be published anew to show the leak. */
  readonly isOfPublishing: boolean;
  remove(): Promise<void>;
}

/** Copies the product, changes one line of it, and loads it beside the one under test. */
export async function plant({ leak, file, line, instead }: PlantedLeak): Promise<Planted> {
  const copy = temporaryDirectory();
  const isPublishers = publishing.some((room) => file.startsWith(`${room}/`));
  for (const room of ['server', ...tests]) {
    cpSync(join(root, room), join(copy, room), { recursive: true });
  }
  for (const room of publishing) {
    if (isPublishers) cpSync(join(root, room), join(copy, room), { recursive: true });
    else symlinkSync(join(root, room), join(copy, room));
  }
  for (const name of ['node_modules', 'package.json'])
    symlinkSync(join(root, name), join(copy, name));

  const path = join(copy, file);
  const pieces = readFileSync(path, 'utf8').split(line);
  if (pieces.length !== 2) {
    throw new Error(
      `${file} holds the line of the planted leak "${leak}" ${pieces.length - 1} times, not once: ` +
        `change ${here}/planted-leaks.ts with it`,
    );
  }
  writeFileSync(path, pieces.join(instead));
  const load = (name: string) => import(join(copy, here, name));
  return {
    answers: await load('answers.ts'),
    publishing: await load('published-world.ts'),
    isOfPublishing: isPublishers && !atRequests.includes(file),
    remove: () => rm(copy, { recursive: true }),
  };
}
