import { mkdirSync } from 'node:fs';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import { Draft } from '../../pipeline/publish/snapshot/draft.ts';
import { type PartName, partNames } from '../../pipeline/publish/snapshot/layout.ts';
import type { PartContent, PartContents } from '../../pipeline/publish/snapshot/object.ts';
import {
  currentVersion,
  publishVersion,
  writeVersion,
} from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { withCurrent } from './entries.ts';
import { partOf } from './part-contents.ts';

/**
 * Returns a part as another version of the program would have written it; null if that version
 * lacks the part.
 */
export type Rewrite = (part: string, text: string) => string | null;

/**
 * Publishes the version in service as another version of the program would have written it.
 * `rewrite` changes its parts, and `later` is a part that this program doesn't know. Returns the
 * name of the version.
 */
export async function rewriteVersion(
  dataDir: DataDirectory,
  rewrite: Rewrite,
  later?: string,
): Promise<string> {
  const snapshot = openSnapshot(dataDir, currentVersion(dataDir) ?? 'none');
  mkdirSync(dataDir.temporary, { recursive: true });
  const draft = new Draft(dataDir);
  for (const id of snapshot.ids()) {
    const entry = snapshot.entry(id);
    if (entry === undefined) continue;
    const { parts: places, data: _, searched: __, ...identity } = entry;
    const parts = new Map<PartName, PartContent>();
    for (const name of partNames) {
      const [bytes, place] = [snapshot.part(id, name), places[name]];
      if (bytes === undefined || place === undefined) continue;
      const isText = !/[.]|^trades|^positions/.test(name);
      const text = isText ? rewrite(name, bytes.toString()) : '';
      if (text === null) continue;
      parts.set(name, partOf(isText ? text : bytes, place.rows));
    }
    draft.enter(identity, later === undefined ? parts : withPart(parts, later));
  }
  const manifest = await withCurrent(dataDir, (before) =>
    writeVersion(dataDir, draft.finish(), before, snapshot.manifest.as_of),
  );
  snapshot.close();
  if (manifest === null) throw new Error('nothing was rewritten');
  publishVersion(dataDir, manifest.version);
  return manifest.version;
}

/** Adds a part that this program does not know. Its bytes are those of the summary. */
function withPart(parts: PartContents, name: string): PartContents {
  const summary = parts.get('summary');
  return summary ? new Map([...parts, [name as PartName, summary]]) : parts;
}
