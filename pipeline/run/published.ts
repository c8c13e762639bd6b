import { CommandError } from '../base/errors.ts';
import { checkFile, checkSize } from '../snapshot/check-file.ts';
import { type AccountEntry, emptyId, type Manifest, portfolioId } from '../snapshot/layout.ts';
import { currentVersion, readManifest } from '../snapshot/publish.ts';
import { readLines } from '../snapshot/reader.ts';
import type { RunOptions } from './run-options.ts';

/** The published version and the accounts it holds. */
export interface Published {
  manifest: Manifest;
  entries: AccountEntry[];
  /** The entries as they are written. */
  lines: string[];
}

/** The published version; null where there is none that new parts can be laid beside. */
export async function readPublished({
  dataDir,
  full,
  log,
}: Pick<RunOptions, 'dataDir' | 'full' | 'log'>): Promise<Published | null> {
  const version = currentVersion(dataDir);
  if (version === null) return null;
  try {
    const manifest = readManifest(dataDir, version);
    const { snapshots } = dataDir;
    for (const file of manifest.files) {
      const faults = full ? await checkFile(snapshots, file) : checkSize(snapshots, file);
      if (faults.length > 0) throw new Error(faults.join(', '));
    }
    const lines = readLines(dataDir, version);
    return { manifest, entries: lines.map((line): AccountEntry => JSON.parse(line)), lines };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('published snapshot is not whole, every account is computed anew', {
      version,
      reason,
    });
    return null;
  }
}

/** A database made anew knows no account; publishing that would empty the snapshot. */
export function refuseLoss(
  { manifest, entries }: Pick<Published, 'manifest' | 'entries'>,
  wanted: ReadonlySet<string>,
): void {
  const accounts = (ids: string[]) =>
    ids.filter((id) => id !== emptyId && !id.startsWith(portfolioId(''))).length;
  const before = accounts(entries.map(({ id }) => id));
  if (before === 0 || accounts([...wanted]) > 0) return;
  throw new CommandError(
    `no account was ever loaded, but ${manifest.version} has ${before}; run again with every source`,
  );
}
