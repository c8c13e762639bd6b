import type { DataDirectory } from '../base/data-directory.ts';
import { exitCodes, UsageError } from '../base/errors.ts';
import type { Config } from '../config/config.ts';
import { type PartName, partNames } from '../publish/snapshot/layout.ts';
import { storedVersions } from '../publish/snapshot/publish.ts';
import { openSnapshot, type Snapshot } from '../publish/snapshot/reader.ts';
import { sequenceOf } from '../publish/snapshot/versions.ts';
import type { CommandIo } from './io.ts';

interface DiffOptions {
  readonly before?: string;
  readonly after?: string;
}

/**
 * Prints the accounts that differ between two stored versions, with the parts and figures that
 * differ.
 */
export async function diffCommand(
  { dataDir }: Config,
  { before = '', after = '' }: DiffOptions,
  io: CommandIo,
): Promise<number> {
  const names = [before, after].map((wanted) => keptVersion(dataDir, wanted));
  const [older, newer] = names.map((name) => openSnapshot(dataDir, name));
  if (!older || !newer) return exitCodes.failed;
  try {
    const lines = differences(older, newer);
    const count =
      lines.length === 1
        ? '1 account or portfolio differs'
        : `${lines.length} accounts or portfolios differ`;
    io.stdout(`${names.join(' to ')}: ${count}`);
    for (const line of lines) io.stdout(line);
    return exitCodes.done;
  } finally {
    older.close();
    newer.close();
  }
}

/**
 * Returns the stored version with that name or number. Throws a CommandError if there is no such
 * version.
 */
function keptVersion(dataDir: DataDirectory, wanted: string): string {
  const stored = storedVersions(dataDir);
  const found = stored.find(
    (name) => name === wanted || (/^\d+$/.test(wanted) && sequenceOf(name) === Number(wanted)),
  );
  if (found) return found;
  const there = stored.join(', ') || 'none';
  throw new UsageError(`version ${wanted} is not kept; kept versions: ${there}`);
}

function differences(before: Snapshot, after: Snapshot): string[] {
  const ids = [...new Set([...before.ids(), ...after.ids()])].sort();
  return ids.flatMap((id) => {
    const [old, next] = [before.entry(id), after.entry(id)];
    if (!old || !next) return [`${nameOf(id)}: ${old ? 'gone' : 'new'}`];
    const hashOf = (entry: typeof old, part: PartName) => entry.parts[part]?.sha256;
    const parts = partNames.filter((part) => hashOf(old, part) !== hashOf(next, part));
    if (parts.length === 0) return [];
    const trades = `trades ${old.parts.trades?.rows ?? 0} to ${next.parts.trades?.rows ?? 0}`;
    const [was, is] = [totalsOf(before, id), totalsOf(after, id)];
    const totals =
      was && is
        ? `, profit ${was.profit} to ${is.profit}, return ${was.twr ?? 'unknown'} to ${is.twr ?? 'unknown'} %`
        : '';
    return [`${nameOf(id)}: ${trades}${totals}; ${parts.join(', ')}`];
  });
}

/** The entry of those without data has no name. */
const nameOf = (id: string): string => id || 'accounts without data';

interface Totals {
  readonly profit: number;
  readonly twr: number | null;
}

function totalsOf(snapshot: Snapshot, id: string): Totals | null {
  const record = snapshot.part(id, 'record');
  return record ? JSON.parse(record.toString()) : null;
}
