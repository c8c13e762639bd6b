import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDirectory, type DataDirectory, dataDirectory } from '../base/data-directory.ts';
import { silentLog } from '../base/log.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import type { Shared } from '../publish/snapshot/shared.ts';
import { fetchChain } from '../publish/snapshot/shared-chain.ts';
import { type VerifiedChain, verifyChain } from '../publish/snapshot/verify-chain.ts';

/**
 * Proves the chain that all machines share, with the versions that this machine has, if any. Proves
 * this machine's chain if none is shared yet. `isOwn` is true if the runs of this machine are of
 * this partition. Then the two chains are compared.
 */
export async function verifySharedChain(
  { pointer }: Shared,
  dataDir: DataDirectory,
  isOwn: boolean,
): Promise<VerifiedChain> {
  const { version } = await pointer.read();
  if ((await pointer.chain.end()) === null) return verifyChain(dataDir);
  const path = mkdtempSync(join(tmpdir(), 'trackrecord-'));
  try {
    const bare = dataDirectory(path);
    mkdirSync(bare.snapshots);
    writeFileSync(bare.current, `${version}\n`);
    await fetchChain(pointer.chain, bare, silentLog);
    const holds = (folder: DataDirectory) =>
      existsSync(folder.current) && currentVersion(folder) === version;
    const versions = [dataDir, copyDirectory(dataDir)].find(holds) ?? bare;
    const chain = verifyChain({ ...versions, chain: bare.chain }, 'the chain of all machines');
    const differing = isOwn ? unlikeShared(dataDir, bare.chain) : [];
    return { ...chain, faults: [...chain.faults, ...differing] };
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
    : [
        `${chain}: differs from the chain that all machines share; remove it, and the next run fetches it`,
      ];
}
