import {
  appendFileSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncDirectory, syncFile } from '../base/files.ts';
import { modes } from '../base/modes.ts';

/** Files of a folder that lines are appended to. None of them changes before `putInPlace`. */
export interface DayFiles {
  append(name: string, lines: Iterable<string>): void;
  /** Replaces each file by its draft, once every draft is on the disk. */
  putInPlace(): void;
  drop(): void;
}

/** Characters that are written at a time. */
const maxCharacters = 4 * 1024 * 1024;

/** Begins with drafts beside the folder, where no run looks for files of its source. */
export function openDayFiles(folder: string): DayFiles {
  const drafts = new Map<string, string>();
  const draftFolder = `${folder}.drafts`;
  const drop = () => rmSync(draftFolder, { recursive: true, force: true });
  drop();

  const begin = (name: string): string => {
    mkdirSync(draftFolder, { recursive: true, mode: modes.secret.folder });
    const draft = join(draftFolder, `${drafts.size}`);
    const path = join(folder, name);
    if (existsSync(path)) copyFileSync(path, draft, constants.COPYFILE_FICLONE);
    drafts.set(name, draft);
    return draft;
  };

  return {
    append(name, lines) {
      const draft = drafts.get(name) ?? begin(name);
      for (const text of inPieces(lines)) {
        appendFileSync(draft, text, { mode: modes.secret.file });
      }
    },
    putInPlace() {
      for (const draft of drafts.values()) syncFile(draft);
      for (const [name, draft] of drafts) {
        const path = join(folder, name);
        makeFolder(folder, dirname(path));
        renameSync(draft, path);
        syncDirectory(dirname(path));
      }
      drop();
    },
    drop,
  };
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < maxCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function makeFolder(folder: string, of: string): void {
  if (existsSync(of)) return;
  mkdirSync(of, { recursive: true, mode: modes.secret.folder });
  for (const made of [dirname(folder), folder, dirname(of)]) syncDirectory(made);
}
