import { createReadStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EnteredAccount } from '../snapshot/assemble.ts';
import { type AccountEntry, layoutFormat, type Manifest } from '../snapshot/layout.ts';
import { isPackFile, manifestName, objectOf } from '../snapshot/shared.ts';
import { readSealed } from '../snapshot/versions.ts';
import type { Content, Store } from '../store/store.ts';

/** A version as the store has it, without its packs. */
export interface StoredVersion {
  readonly manifest: Manifest;
  /** In order of their ids. */
  readonly accounts: readonly EnteredAccount[];
}

/** Reads a version of which the store has the manifest, and of its accounts those that are wanted. */
export async function readStored(
  store: Store,
  temporary: string,
  content: Content,
  isWanted: (id: string) => boolean = () => true,
): Promise<StoredVersion> {
  const folder = join(temporary, `stored-${content.sha256}`);
  mkdirSync(folder, { recursive: true });
  try {
    const path = join(folder, 'manifest.json');
    await store.fetch(manifestName(content), content, path);
    const { version }: Manifest = JSON.parse(readFileSync(path, 'utf8'));
    const manifest: Manifest = readSealed(
      path,
      { version, format: layoutFormat },
      { name: 'snapshot', file: manifestName(content) },
    );
    const accounts: EnteredAccount[] = [];
    for (const file of manifest.files.filter((one) => !isPackFile(one))) {
      const entries = join(folder, 'accounts.ndjson');
      await store.fetch(objectOf(file), file, entries);
      for await (const line of linesOf(entries)) {
        if (!isWanted(idOf(line))) continue;
        const { parts, ...identity }: AccountEntry = JSON.parse(line);
        accounts.push({ identity, parts, line });
      }
    }
    return { manifest, accounts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const idBegins = '{"id":"';

/** Without the rest of the line, which takes a hundred times as long: most are another shard's. */
function idOf(line: string): string {
  const end = line.indexOf('"', idBegins.length);
  const id = line.slice(idBegins.length, end);
  const isPlain = line.startsWith(idBegins) && !id.includes('\\');
  return isPlain ? id : JSON.parse(line).id;
}

/** Ids of the accounts in a file of entries, in its order. */
export async function readIds(path: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const line of linesOf(path)) ids.push(idOf(line));
  return ids;
}

/** Lines one by one: those of many accounts are longer than a string can be. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
