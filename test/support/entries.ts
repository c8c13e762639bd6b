import { join } from 'node:path';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import type { Assembled } from '../../pipeline/publish/snapshot/assemble.ts';
import { Entries, writeEntries } from '../../pipeline/publish/snapshot/entries.ts';
import type { AccountEntry } from '../../pipeline/publish/snapshot/layout.ts';
import { openEntries } from '../../pipeline/publish/snapshot/reader.ts';

/** Assembled version, with its lines. */
export interface Whole extends Omit<Assembled, 'lines' | 'identities'> {
  readonly lines: readonly string[];
  readonly entries: readonly AccountEntry[];
}

export function wholeOf({ lines, identities: _, ...assembled }: Assembled): Whole {
  const texts = [...lines()].map(String);
  return { ...assembled, lines: texts, entries: texts.map((text) => JSON.parse(text)) };
}

/** Reads the lines of an open file of entries. */
export function entriesWith(directory: string, lines: readonly string[]): Entries {
  const path = join(directory, 'accounts.ndjson');
  writeEntries(
    path,
    lines.map((line) => Buffer.from(line)),
  );
  return new Entries(path);
}

/** Lists the accounts of a version, in order of their ids. */
export function readEntries(dataDir: DataDirectory, version: string): AccountEntry[] {
  const entries = openEntries(dataDir, version);
  try {
    return [...entries.all()];
  } finally {
    entries.close();
  }
}
