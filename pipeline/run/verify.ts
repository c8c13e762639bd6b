import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import { CommandError } from '../base/errors.ts';
import { literal } from '../base/sql-text.ts';
import { openDatabase, type Row } from '../duckdb/database.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { checkFiles } from '../publish/snapshot/check-file.ts';
import { jsonParts, listParts } from '../publish/snapshot/layout.ts';
import { pointerFault } from '../publish/snapshot/pointer.ts';
import { currentVersion } from '../publish/snapshot/publish.ts';
import { openSnapshot, readManifest, type Snapshot } from '../publish/snapshot/reader.ts';
import { verifyDatabases } from './verify-databases.ts';
import { readWithheld, type Withheld } from './withheld.ts';

export interface Verification {
  version: string;
  files: number;
  bytes: number;
  accounts: number;
  trades: number;
  /** Faults, one line each. Empty if the snapshot is whole. */
  faults: string[];
  /** Reason why the warehouse, of another version, cannot be compared yet. Else null. */
  behind: string | null;
  /** Subjects whose newest data is in the warehouse but not in the snapshot. */
  heldBack: Withheld[];
}

/** Result of the comparison with the warehouse. */
type Compared = Pick<Verification, 'faults' | 'behind' | 'heldBack'>;

/**
 * Re-reads every byte of the published version, and every row of the databases that runs continue
 * from. Compares its totals with the warehouse.
 */
export async function verifySnapshot(
  dataDir: DataDirectory,
  options: { memoryLimit?: string | undefined },
): Promise<Verification> {
  const version = currentVersion(dataDir);
  if (version === null) {
    throw new CommandError(
      pointerFault(dataDir.current) ??
        `no published snapshot in ${dataDir.snapshots}; run the pipeline first`,
    );
  }
  const manifest = openOrThrow(version, () => readManifest(dataDir, version));
  const { files, bytes, faulty } = await checkFiles(dataDir, version);
  const faults = [...faulty.values()];
  faults.push(...(await verifyDatabases(dataDir, options)));
  const compared =
    faults.length > 0 ? notCompared(faults) : await compareOpened(dataDir, version, options);
  return {
    version,
    files,
    bytes,
    accounts: manifest.accounts,
    trades: manifest.trades,
    ...compared,
  };
}

const notCompared = (faults: string[]): Compared => ({ faults, behind: null, heldBack: [] });

async function compareOpened(
  dataDir: DataDirectory,
  version: string,
  options: { memoryLimit?: string | undefined },
): Promise<Compared> {
  const snapshot = openOrThrow(version, () => openSnapshot(dataDir, version));
  try {
    return await compareSnapshot(snapshot, dataDir.warehouse, options);
  } finally {
    snapshot.close();
  }
}

/** Compares a version whose files have the right hashes. */
async function compareSnapshot(
  snapshot: Snapshot,
  warehouse: string,
  options: { memoryLimit?: string | undefined },
): Promise<Compared> {
  const faults: string[] = [];
  const totals = new Map<string, Totals>();
  for (const id of snapshot.ids()) {
    const { totals: total, fault } = readTotals(snapshot, id);
    totals.set(id, total);
    if (fault) faults.push(fault);
  }
  return faults.length > 0 ? notCompared(faults) : compare(warehouse, snapshot, totals, options);
}

function openOrThrow<Opened>(version: string, open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`snapshot ${version} cannot be opened: ${reason}`, undefined, {
      cause: error,
    });
  }
}

interface Totals {
  trades: number;
  /** Sum of net_profit in units of 10^-8. */
  net: bigint;
}

interface Listed {
  net_profit: number;
}

function readTotals(snapshot: Snapshot, id: string): { totals: Totals; fault?: string } {
  const totals: Totals = { trades: 0, net: 0n };
  try {
    for (const part of jsonParts) {
      // A withheld account keeps the parts that an earlier program wrote.
      const bytes = snapshot.part(id, part);
      if (bytes) JSON.parse(bytes.toString());
    }
    for (const name of listParts) {
      const list = snapshot.list(id, name);
      for (let from = 0; list && from < list.index.rows; from += 1000) {
        const to = Math.min(from + 1000, list.index.rows);
        const rows: Listed[] = JSON.parse(`[${list.slice(from, to)}]`);
        if (rows.length !== to - from) throw new Error(`${name} ${from} to ${to} are not whole`);
        if (name !== 'trades') continue;
        totals.trades += rows.length;
        for (const { net_profit } of rows) totals.net += BigInt(Math.round(net_profit * 1e8));
      }
    }
    return { totals };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { totals, fault: `account ${id}: ${reason}` };
  }
}

/** Largest rounding error of doubles for amounts of this size, in 10^-8. */
const tolerance = (trades: number, net: bigint): bigint =>
  BigInt(trades) * (1n + abs(net) / 10n ** 15n);

const waitForRun = 'wait until the current run has ended, or run the pipeline again';

async function compare(
  warehouse: string,
  snapshot: Snapshot,
  totals: Map<string, Totals>,
  options: { memoryLimit?: string | undefined },
): Promise<Compared> {
  if (!existsSync(warehouse)) {
    const behind = `${warehouse} does not exist yet; ${waitForRun}`;
    return { faults: [], behind, heldBack: [] };
  }
  const database = await openDatabase(':memory:', options);
  try {
    await database.run(`attach ${literal(warehouse)} as warehouse (read_only)`);
    await database.run('use warehouse');
    const [state] = await database.rows('select version from published_state');
    if (state?.version !== snapshot.version) {
      const behind = `${warehouse} still belongs to version ${state?.version}; ${waitForRun}`;
      return { faults: [], behind, heldBack: [] };
    }
    const heldBack = await readWithheld(database);
    const rows = await database.rows(readSql('runs/totals'));
    return { faults: differences(rows, totals, heldBack), behind: null, heldBack };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return notCompared([`${warehouse}: cannot be read: ${reason.replaceAll(/\s+/g, ' ').trim()}`]);
  } finally {
    database.close();
  }
}

/**
 * Returns the differences, except for subjects whose published figures are older than the
 * warehouse.
 */
function differences(
  rows: Row[],
  totals: ReadonlyMap<string, Totals>,
  heldBack: readonly Withheld[],
): string[] {
  const faults: string[] = [];
  const remaining = new Map(totals);
  const withheld = new Set(heldBack.map(({ id }) => id));
  for (const id of withheld) remaining.delete(id);
  for (const row of rows) {
    const id = String(row.subject_id);
    if (withheld.has(id)) continue;
    const known = remaining.get(id);
    const net = BigInt(String(row.net_units));
    remaining.delete(id);
    if (!known) {
      faults.push(`account ${id}: in the warehouse, not in the snapshot`);
    } else if (known.trades !== Number(row.trades)) {
      faults.push(`account ${id}: ${known.trades} trades, the warehouse has ${row.trades}`);
    } else if (row.type === 'account' && abs(known.net - net) > tolerance(known.trades, net)) {
      faults.push(`account ${id}: net profit ${known.net}e-8, the warehouse has ${net}e-8`);
    }
  }
  for (const id of remaining.keys())
    faults.push(`account ${id}: in the snapshot, not in the warehouse`);
  return faults;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
