import { CommandError } from '../base/errors.ts';
import { checkFile, checkSize } from '../snapshot/check-file.ts';
import type { Entries } from '../snapshot/entries.ts';
import { emptyId, type Manifest, portfolioId } from '../snapshot/layout.ts';
import { currentVersion, readManifest } from '../snapshot/publish.ts';
import { openEntries } from '../snapshot/reader.ts';
import { isPackFile } from '../snapshot/shared.ts';
import type { RunOptions } from './run-options.ts';

/** The published version and the accounts it holds, to be closed. */
export interface Published {
  manifest: Manifest;
  entries: Entries;
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
      const isRead = full || !isPackFile(file);
      const faults = isRead ? await checkFile(snapshots, file) : checkSize(snapshots, file);
      if (faults.length > 0) throw new Error(faults.join(', '));
    }
    return { manifest, entries: openEntries(dataDir, version) };
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
export function refuseLoss({ manifest, entries }: Published, wanted: ReadonlySet<string>): void {
  const accounts = (ids: Iterable<string>) =>
    [...ids].filter((id) => id !== emptyId && !id.startsWith(portfolioId(''))).length;
  const before = accounts(entries.ids());
  if (before === 0 || accounts(wanted) > 0) return;
  throw new CommandError(
    `no account was ever loaded, but ${manifest.version} has ${before}; run again with every source`,
  );
}
