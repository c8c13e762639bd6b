import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { replaceFile } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';
import type { SharedChain } from '../store/chain-lines.ts';
import { chainLines, textOfChain } from './chain.ts';
import { nextLine } from './publish.ts';
import { sha256Of } from './versions.ts';

/** Lists the lines that the shared chain lacks, with the one that the version adds. */
export function linesToShare(dataDir: DataDirectory, version: string, shared: number): string[] {
  const line = nextLine(dataDir, version);
  return [...chainLines(dataDir), ...(line === null ? [] : [line])].slice(shared);
}

/**
 * Replaces the chain of a data directory by the shared one, unless it already begins with it. A
 * chain that differs is saved with the ending `.own`.
 */
export async function fetchChain(
  shared: SharedChain,
  dataDir: DataDirectory,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const local = chainLines(dataDir);
  const { lines: count, sha256 } = await shared.beginning(local.length);
  const same = local.slice(0, count);
  const isBeginning = sha256 === sha256Of(textOfChain(same));
  if (isBeginning && local.length >= count) return;
  if (!isBeginning) {
    const saved = `${dataDir.chain}.own`;
    replaceFile(saved, textOfChain(local));
    log.warn('the chain that all machines share replaces the one of this machine', { saved });
  }
  const known = isBeginning ? same : [];
  const fetched = await shared.linesAfter(known.length);
  mkdirSync(dirname(dataDir.chain), { recursive: true });
  replaceFile(dataDir.chain, textOfChain([...known, ...fetched]));
}
