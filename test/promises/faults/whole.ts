import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { verifyCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { relationsIn } from '../../../pipeline/duckdb/sql-files.ts';
import {
  filesOf,
  storedFiles,
  storedVersions,
} from '../../../pipeline/publish/snapshot/publish.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { whileOpen } from '../../support/while-open.ts';
import type { Place } from './place.ts';
import { type Expected, publishedIn } from './undisturbed.ts';

/**
 * Lists the faults of a place after a successful run. Empty if it equals a place without faults.
 */
export async function faultsAfter(place: Place, expected: Expected): Promise<string[]> {
  const { content, calendar } = publishedIn(place);
  return [
    ...(content === expected.content ? [] : [`content ${content}, not ${expected.content}`]),
    ...(calendar === expected.calendar ? [] : [`calendar ${calendar}, not ${expected.calendar}`]),
    ...(await unwhole(place)),
    ...leftovers(place),
  ];
}

/** Lists the faults that `verify` finds in published data. */
export async function unwhole({ dataDir }: Place): Promise<string[]> {
  const { faults } = await verifySnapshot(dataDir, {}).catch((error: unknown) => ({
    faults: [String(error)],
  }));
  const calendar = verifyCalendar(dataDir)?.fault;
  return [...faults, ...(calendar ? [calendar] : [])];
}

const lasting = new Set([
  'calendar.duckdb',
  'calendar.lock',
  'registry.db',
  'registry.db-shm',
  'registry.db-wal',
  'run.lock',
  'runs.ndjson',
  'archive.duckdb',
  'inbox',
  'snapshots',
  'warehouse.duckdb',
  'working.duckdb',
]);

const published = new Set([
  'objects',
  'buckets',
  'versions',
  'calendar',
  'current',
  'chain.ndjson',
]);

/** Lists files that a successful run does not leave behind. */
export function leftovers({ dataDir }: Place): string[] {
  const { snapshots } = dataDir;
  const versions = storedVersions(dataDir);
  const used = new Set(
    versions.flatMap((version) => filesOf(dataDir, version)).map(({ path }) => path),
  );
  return [
    ...readdirSync(dataDir.path).filter((name) => !lasting.has(name)),
    ...readdirSync(snapshots).filter((name) => !published.has(name)),
    ...filesIn(dataDir.versions).filter(
      (name) => !versions.some((version) => name === basename(dataDir.manifest(version))),
    ),
    ...storedFiles(dataDir).filter((path) => !used.has(path)),
    ...filesIn(join(snapshots, 'calendar')).filter(
      (name) => !/^(\d{6}-.*\.json|current)$/.test(name),
    ),
  ].map((name) => `${name} is left over`);
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const facts = ['accounts', 'trades', 'positions', 'cash_flows', 'equity', 'symbols', 'fx_rates'];

/**
 * Selects all columns except these. The id of a run is the time when it began. An account is
 * observed from the day after its first run, which a killed run notes by the machine's clock. The
 * column `observed` is a hash of that day.
 */
const compared = `columns(lambda name: name not in
  ('delivery', 'first_delivery', 'observed_from', 'observed'))`;

/**
 * Lists tables of the researchers' copy that differ between two places, whichever run wrote them.
 */
export async function warehouseDifferences(first: Place, second: Place): Promise<string[]> {
  return whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(`attach '${first.dataDir.warehouse}' as first (read_only);
      attach '${second.dataDir.warehouse}' as second (read_only)`);
    const found: string[] = [];
    for (const table of [...relationsIn('marts'), ...facts, 'calendar_events', 'subjects']) {
      const [row] = await database.rows(`select count(*) as rows from (
        (select ${compared} from first.${table}
          except all select ${compared} from second.${table})
        union all
        (select ${compared} from second.${table}
          except all select ${compared} from first.${table}))`);
      if (row?.rows !== '0') found.push(`${table} differs in ${row?.rows} rows`);
    }
    return found;
  });
}
