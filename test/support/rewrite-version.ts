import { mkdirSync } from 'node:fs';
import type { DataDirectory } from '../../pipeline/base/data-directory.ts';
import { type AccountEntry, partNames } from '../../pipeline/publish/snapshot/layout.ts';
import { packHere } from '../../pipeline/publish/snapshot/packs.ts';
import { Parts } from '../../pipeline/publish/snapshot/parts.ts';
import {
  currentVersion,
  publishVersion,
  writeVersion,
} from '../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { withCurrent } from './entries.ts';
import { putPart } from './put-part.ts';

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
  const paths = dataDir;
  const snapshot = openSnapshot(dataDir, currentVersion(dataDir) ?? 'none');
  mkdirSync(paths.temporary, { recursive: true });
  const parts = new Parts(packHere(paths.packs, paths.temporary));
  for (const id of snapshot.ids()) {
    const entry = snapshot.entry(id);
    if (entry === undefined) continue;
    const { parts: places, ...identity } = entry;
    parts.enter(identity);
    for (const name of partNames) {
      const [bytes, place] = [snapshot.part(id, name), places[name]];
      if (bytes === undefined || place === undefined) continue;
      const isText = !/[.]|^trades|^positions/.test(name);
      const text = isText ? rewrite(name, bytes.toString()) : '';
      if (text === null) continue;
      const written = isText ? Buffer.from(text) : bytes;
      const kind = isText ? 'sections' : name.endsWith('.csv') ? 'csv' : 'index';
      await putPart(parts, kind, id, name, place[4], written);
    }
  }
  await parts.seal();
  const assembled = parts.assemble();
  const change = later === undefined ? (entry: AccountEntry) => entry : withPart(later);
  const buckets = assembled.buckets.map((bucket) => ({
    ...bucket,
    lines: () =>
      [...(bucket.lines?.() ?? [])].map((line) =>
        Buffer.from(JSON.stringify(change(JSON.parse(line.toString())))),
      ),
  }));
  const manifest = await withCurrent(dataDir, (before) =>
    writeVersion(dataDir, { ...assembled, buckets }, before, snapshot.manifest.as_of),
  );
  snapshot.close();
  if (manifest === null) throw new Error('nothing was rewritten');
  publishVersion(dataDir, manifest.version);
  return manifest.version;
}

/** Adds a part to an entry. Its bytes are those of the summary. */
const withPart =
  (name: string) =>
  (entry: AccountEntry): AccountEntry => {
    const place = JSON.stringify(entry.parts.summary);
    return { ...entry, parts: { ...entry.parts, ...JSON.parse(`{"${name}":${place}}`) } };
  };
