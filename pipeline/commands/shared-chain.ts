import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDirectory, type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { silentLog } from '../base/log.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { objectsIn, type Shared } from '../publish/snapshot/shared.ts';
import { chainOf, fetchChain } from '../publish/snapshot/shared-chain.ts';
import { type VerifiedChain, verifyChain } from '../publish/snapshot/verify-chain.ts';
import { StoreError } from '../publish/store/store.ts';

/**
 * Proves the chain that the store has, with the versions that this machine has, if any. Proves this
 * machine's chain if the store has none yet.
 */
export async function verifySharedChain(
  shared: Shared,
  dataDir: DataDirectory,
): Promise<VerifiedChain> {
  const store = objectsIn(shared);
  const pointed = await shared.pointer.read();
  const pieces = chainOf(pointed);
  if (pieces.length === 0) return verifyChain(dataDir);
  const path = mkdtempSync(join(tmpdir(), 'trackrecord-'));
  try {
    const bare = dataDirectory(path);
    mkdirSync(bare.snapshots);
    writeFileSync(bare.current, `${pointed.version}\n`);
    await fetchChain(store, bare, pieces, silentLog);
    const holds = (folder: DataDirectory) =>
      existsSync(folder.current) && currentVersion(folder) === pointed.version;
    const versions = [dataDir, copyDirectory(dataDir)].find(holds) ?? bare;
    const chain = verifyChain({ ...versions, chain: bare.chain }, `chain of ${store.address}`);
    return { ...chain, faults: [...chain.faults, ...unlikeShared(dataDir, bare.chain)] };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return {
      publications: 0,
      since: null,
      end: null,
      removals: [],
      marks: [],
      faults: [error.message],
    };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Returns a fault if this machine's chain differs from the shared one. The shorter of the two may
 * lack the newest lines.
 */
function unlikeShared({ chain }: DataDirectory, shared: string): string[] {
  if (!existsSync(chain)) return [];
  const [own, all] = [readFileSync(chain), readFileSync(shared)];
  const length = Math.min(own.lastIndexOf(10) + 1, all.length);
  return own.subarray(0, length).equals(all.subarray(0, length))
    ? []
    : [`${chain}: differs from the chain that all machines share; the next run replaces it`];
}
