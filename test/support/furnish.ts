import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DataDirectory,
  dataDirectory,
  prepareDirectories,
} from '../../pipeline/base/data-directory.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { literal } from '../../pipeline/base/sql-text.ts';
import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { withWorking } from '../../pipeline/run/working-database.ts';
import { goldenDirectory } from './golden.ts';
import { runAt } from './run-at.ts';

/** A copy of the program publishes once or twice. To make what it would copy costs more. */
const isCopy = inPackage('').startsWith(tmpdir());

/**
 * Gives a new data directory everything that a first run declares, without rows. That is half of
 * the cost of the first run of a small world. Does nothing if there was a run.
 */
export async function furnish(dataDir: DataDirectory): Promise<void> {
  if (isCopy || existsSync(dataDir.working)) return;
  cpSync((await furnishedData()).path, dataDir.path, { recursive: true });
}

/** Returns the prepared data directory that others are copies of. Nobody may change it. */
async function furnishedData(): Promise<DataDirectory> {
  return dataDirectory(join(await goldenDirectory('furnished', makeFurnished), 'data'));
}

async function makeFurnished(path: string): Promise<void> {
  const dataDir = dataDirectory(join(path, 'data'));
  prepareDirectories(dataDir);
  await makeOfSmallBlocks(dataDir);
  const asOf = new Date('2024-01-01T00:00:00Z');
  await runAt(asOf, { dataDir, registry: { accounts: async () => [] } });
  const { working, archive } = dataDir;
  await withWorking(dataDir, { threads: 1 }, async (database) => {
    const tables = await database.rows(`select table_name from duckdb_tables()
      where database_name = current_database()
        and table_name <> 'declarations' and not temporary`);
    for (const { table_name } of tables) await database.run(`delete from ${table_name}`);
    await database.run("delete from declarations where part = 'subjects'; checkpoint");
  });
  for (const file of readdirSync(dataDir.path)) {
    const entry = join(dataDir.path, file);
    if (entry !== working && entry !== archive) rmSync(entry, { recursive: true });
  }
}

/**
 * Every column to which a run adds a row takes two blocks of memory. With the usual 256 KB, that is
 * a tenth of the cost of a run of a few accounts. (Large databases are twice the size with small
 * blocks.)
 */
async function makeOfSmallBlocks({ working, archive }: DataDirectory): Promise<void> {
  const database = await openDatabase(':memory:');
  for (const path of [working, archive]) {
    await database.run(`attach ${literal(path)} as made (block_size 16384); detach made`);
  }
  database.close();
}
