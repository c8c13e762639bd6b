import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataDirectory } from '../../base/data-directory.ts';
import { replaceFile } from '../../base/files.ts';
import type { Log } from '../../base/log.ts';
import type { SharedChain } from '../store/chain-lines.ts';
import { chainLines, textOfChain } from './chain.ts';
import { nextLine } from './publish.ts';

/** Lists the lines that the shared chain lacks, with the one that the version adds. */
export function linesToShare(dataDir: DataDirectory, version: string, shared: number): string[] {
  const line = nextLine(dataDir, version);
  return [...chainLines(dataDir), ...(line === null ? [] : [line])].slice(shared);
}

/**
 * Replaces the chain of a data directory by the shared one, unless it already begins with it. A
 * chain that differs is saved with the ending `.own`. Only the last line that both have is
 * compared, since each names the one before. `verify --chain` compares all lines.
 */
export async function fetchChain(
  shared: SharedChain,
  dataDir: DataDirectory,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const local = chainLines(dataDir);
  const common = Math.min(local.length, await shared.count());
  const newest = await shared.linesAfter(Math.max(0, common - 1));
  const isBeginning = common === 0 || newest[0] === local[common - 1];
  const lacking = newest.slice(common === 0 ? 0 : 1);
  if (isBeginning && lacking.length === 0) return;
  if (!isBeginning) {
    const saved = `${dataDir.chain}.own`;
    replaceFile(saved, textOfChain(local));
    log.warn('the chain that all machines share replaces the one of this machine', { saved });
  }
  const lines = isBeginning ? [...local, ...lacking] : await shared.linesAfter(0);
  mkdirSync(dirname(dataDir.chain), { recursive: true });
  replaceFile(dataDir.chain, textOfChain(lines));
}
