import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { isAbsent, putInPlace } from '../base/files.ts';
import { fingerprint } from '../load/ledger.ts';

/** Name of the file in which a watched folder keeps what of it was sent. */
const noteName = '.trackrecord-push.json';

/** A folder of files that are sent once each, and again when they are written. */
export interface FolderWatch {
  /** Files to be sent now: not sent as they are, and left alone since the last look. */
  due(): string[];
  /** Notes that a file was sent as it is, or never will be. */
  note(file: string): void;
}

/** Opens a folder; what was sent of it by an earlier process is not sent again. */
export function watchFolder(folder: string): FolderWatch {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--watch ${folder}: is not a folder`);
  }
  const notes = join(folder, noteName);
  const sent = new Map(Object.entries(readNotes(notes)));
  const seen = new Map<string, string>();
  return {
    due() {
      return namesIn(folder)
        .filter((name) => {
          const { size, mtimeMs } = statSync(join(folder, name));
          const state = `${size} ${mtimeMs}`;
          const isLeftAlone = seen.get(name) === state;
          seen.set(name, state);
          return isLeftAlone && sent.get(name) !== fingerprint(join(folder, name));
        })
        .map((name) => join(folder, name));
    },
    note(file) {
      const name = file.slice(folder.length).replace(/^\/+/, '');
      sent.set(name, fingerprint(file));
      putInPlace(notes, `${JSON.stringify(Object.fromEntries(sent), null, 1)}\n`);
    },
  };
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.tmp'),
    )
    .map(({ name }) => name)
    .sort();

function readNotes(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return {};
    throw error;
  }
}
