import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const making = new Map<string, Promise<string>>();
/** A program with a planted leak is a copy at another path, and shares with nobody. */
const program = createHash('sha256')
  .update(import.meta.url)
  .digest('hex')
  .slice(0, 16);

/**
 * Returns a directory that was filled by `make` once for all processes of an `npm test`; a file
 * that runs by itself has its own. Copy it: nobody may change it. `make` has to close what it
 * opens.
 */
export function goldenDirectory(
  name: string,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const known = making.get(name) ?? findOrMake(`${name}-${program}`, make);
  making.set(name, known);
  return known;
}

async function findOrMake(
  name: string,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const path = join(goldenFolder(), name);
  if (existsSync(path)) return path;
  const made = mkdtempSync(`${path}-`);
  await make(made);
  try {
    renameSync(made, path);
  } catch (error) {
    // Another process made it in the meantime.
    if (!existsSync(path)) throw error;
    rmSync(made, { recursive: true });
  }
  return path;
}

let ownCopy: string | undefined;

/**
 * Returns the folder that `run.ts` gives all its processes. Otherwise makes one that is removed
 * when this process ends.
 */
function goldenFolder(): string {
  const shared = join(tmpdir(), 'golden');
  if (existsSync(shared)) return shared;
  ownCopy ??= makeOwn();
  return ownCopy;
}

function makeOwn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  // PostgreSQL fills its directory as another user.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
