import fs, { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';

/** Functions that change files, and the position of the changed file among their arguments. */
const changing = {
  mkdirSync: 0,
  writeFileSync: 0,
  writeSync: 0,
  truncateSync: 0,
  rmSync: 0,
  copyFileSync: 1,
  renameSync: 1,
} as const;
const changingPromises = { mkdir: 0, writeFile: 0, truncate: 0, rm: 0, copyFile: 1, rename: 1 };

type AnyFunction = (...args: unknown[]) => unknown;
type Functions = Record<string, AnyFunction>;

/**
 * Does work in this process. Calls back before each change of a file below the folder, with the
 * function and the file. A kill at that moment leaves the files as they are. Names that differ from
 * run to run are left out. It does not see what databases write.
 */
export async function atEachChange(
  folder: string,
  onChange: (change: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  const restores: (() => void)[] = [];
  let isCalledBack = false;
  const note = (name: string, file: unknown): void => {
    const path = typeof file === 'number' ? readlinkSync(`/proc/self/fd/${file}`) : String(file);
    if (isCalledBack || !path.startsWith(`${folder}/`)) return;
    isCalledBack = true;
    try {
      onChange(`${name} ${withoutNames(relative(folder, path))}`);
    } finally {
      isCalledBack = false;
    }
  };
  const watch = (owner: Functions, name: string, changed: (args: unknown[]) => unknown): void => {
    const original = owner[name];
    if (!original) throw new Error(`node:fs has no ${name}`);
    restores.push(() => {
      owner[name] = original;
    });
    owner[name] = (...args) => {
      const file = changed(args);
      if (file !== null) note(name.replace('Sync', ''), file);
      return original(...args);
    };
  };
  const sync = fs as unknown as Functions;
  const promises = fs.promises as unknown as Functions;
  const created = ([path, flags]: unknown[]) => (/^[wa]/.test(String(flags)) ? path : null);
  for (const [name, at] of Object.entries(changing)) watch(sync, name, (args) => args[at]);
  for (const [name, at] of Object.entries(changingPromises))
    watch(promises, name, (args) => args[at]);
  watch(sync, 'openSync', created);
  watch(promises, 'open', created);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
}

const withoutNames = (path: string): string =>
  path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'ID')
    .replace(/(objects|buckets)\/[0-9a-f]{2}(?=\/|$)/, '$1')
    .replace(/[0-9a-f]{64}(\.[a-z]+)?/, 'SHA256')
    .replace(/\d{6}-[0-9a-f]{12}/, 'VERSION')
    .replace(/(VERSION)-\d+/, '$1');
