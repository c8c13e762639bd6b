import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { assemble, inBuckets } from '../publish/snapshot/assemble.ts';
import { chainEnd } from '../publish/snapshot/chain.ts';
import { partFiles } from '../publish/snapshot/entries.ts';
import { writePointer } from '../publish/snapshot/pointer.ts';
import { publishVersion, writeNamed } from '../publish/snapshot/publish.ts';
import { eachFewAtOnce } from '../publish/snapshot/shared.ts';
import { isNamedAfter, versionOf } from '../publish/snapshot/versions.ts';
import type { Content, Store } from '../publish/store/store.ts';
import { contentOf } from './intake.ts';
import { objects } from './objects.ts';
import { accountsOf, readStored, type StoredVersion } from './stored-version.ts';

/** Earlier state of a shard, and its accounts now. */
interface PreviousOptions {
  readonly store: Store;
  readonly dataDir: DataDirectory;
  /** Manifest of the version in service. */
  readonly manifest: Content;
  readonly chain: Content | null;
  /** Sequence number of the new version. */
  readonly versionNo: number;
  /** Last version of the shard, or null. `lastIds` are the ids in it. */
  readonly last: string | null;
  readonly lastIds: ReadonlySet<string>;
  /** Ids that the shard has now. */
  readonly ids: ReadonlySet<string>;
}

/** Earlier version with the accounts of a shard. */
export interface PreviousVersion {
  readonly version: string;
  /** Set if the version in service is the shard's last one, with no rollback in between. */
  readonly isContinued: boolean;
}

/**
 * Prepares a data directory with the version before of a shard. It has the shard's accounts and
 * portfolios, also those that were another shard's. Missing packs are fetched.
 */
export async function preparePrevious(options: PreviousOptions): Promise<PreviousVersion> {
  const { store, dataDir, ids, lastIds } = options;
  const stored = await readStored(
    store,
    dataDir.temporary,
    options.manifest,
    (id) => ids.has(id) || lastIds.has(id),
  );
  try {
    return await writePrevious(stored, options);
  } finally {
    stored.entries.close();
  }
}

async function writePrevious(
  stored: StoredVersion,
  { store, dataDir, chain, ids, last, lastIds, versionNo }: PreviousOptions,
): Promise<PreviousVersion> {
  const { manifest } = stored;
  const accounts = [...accountsOf(stored)];
  const only = (wanted: ReadonlySet<string>) =>
    assemble(
      inBuckets(accounts.filter(({ identity }) => wanted.has(identity.id))),
      partFiles(manifest),
    );
  const assembled = only(ids);
  mkdirSync(dataDir.packs, { recursive: true });
  await eachFewAtOnce(assembled.files, async (file) => {
    const path = join(dataDir.snapshots, file.path);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size !== file.bytes) await store.fetch(file.path, file, path);
  });
  const version = versionOf(versionNo - 1, assembled.sha256);
  writeNamed(dataDir, version, assembled, manifest.as_of);
  if (chain !== null) await store.fetch(objects.chain(chain), chain, dataDir.chain);
  if (isNewest(dataDir, manifest.version)) publishVersion(dataDir, version);
  else writePointer(dataDir.current, version, { name: 'version', again: makeReason('run_again') });
  return { version, isContinued: last !== null && isNamedAfter(last, only(lastIds).sha256) };
}

/**
 * Returns true if no other version came after the one in service. A rollback puts it behind others.
 */
function isNewest(dataDir: DataDirectory, inService: string): boolean {
  const last = chainEnd(dataDir)?.link;
  return last?.version === inService && last.rollback !== true;
}

/**
 * Puts the current chain into the store for the shards of a batch. Null before the first version.
 */
export async function shareChain(store: Store, { chain }: DataDirectory): Promise<Content | null> {
  if (!existsSync(chain)) return null;
  const content = contentOf(chain);
  await store.put(objects.chain(content), content, chain);
  return content;
}
