import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import type { WaitingAccount } from '../../../pipeline/base/waiting-accounts.ts';
import { withIntake } from '../../../pipeline/deliveries/intake.ts';
import { type DeliveriesOnce, deliveriesAt } from '../../../pipeline/deliveries/open.ts';
import { type Database, openDatabase } from '../../../pipeline/duckdb/database.ts';
import { readSql } from '../../../pipeline/duckdb/sql-files.ts';
import { tables as sourceTables } from '../../../pipeline/load/columns.ts';
import type { DeliveredLoad, DeliveryProgress } from '../../../pipeline/load/delivered.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows that a load would read. */
export interface Loaded {
  /** Rows by table, in the order in which they are loaded. */
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly waiting: readonly WaitingAccount[];
}

/** Loads deliveries as runs do, one run after another. */
export interface Runs {
  next(): Promise<Loaded>;
}

const nothing: DeliveryProgress = { source: '', number: 0, accounts: new Map() };

/**
 * Makes runs of a data directory that only load deliveries. `closed` has the accounts in the
 * operator's files.
 */
export function runsOf(
  dataDir: DataDirectory,
  {
    deliveries = deliveriesAt({ path: dataDir.inbox.database }),
    log = silentLog,
    closed = [],
  }: {
    deliveries?: DeliveriesOnce;
    log?: { warn(words: string, about?: object): void };
    closed?: readonly string[];
  } = {},
): Runs {
  let progress = nothing;
  let number = 0;
  const home = openHome();
  return {
    async next() {
      try {
        return await withIntake({ deliveries, log }, async (intake) => {
          if (intake === null) return { rows: {}, waiting: [] };
          const among = async (ids: readonly string[]) =>
            new Set(ids.filter((id) => closed.includes(id)));
          const taken = await intake.takeUp(await home, progress, among);
          await taken.store();
          progress = taken.progress;
          number += 1;
          const rows = await rowsOf(await home, taken);
          await taken.close();
          await intake.noteLoaded(`run ${number}`, closed);
          return { rows, waiting: intake.waiting() };
        });
      } finally {
        await deliveries.close();
      }
    },
  };
}

/** Opens a run's database in memory, with the table of terminals. */
export async function openHome(): Promise<Database> {
  const home = await openDatabase(':memory:', { threads: 1 });
  await home.run(readSql('raw/terminals'));
  return home;
}

/** Reads the rows that a load would read, with their stamps, by table. */
export async function rowsOf(
  home: Database,
  { lines }: Pick<DeliveredLoad, 'lines'>,
): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {};
  for (const { table, relation, rows } of lines) {
    const found = await home.rows(`select line, source, delivery from ${relation} order by place`);
    assert.is(found.length, rows, `rows of ${table}`);
    const isStamped = stampedTables.has(table);
    tables[table] = found.map(({ line, ...stamp }) => ({
      ...(isStamped && stamp),
      ...JSON.parse(String(line)),
      ...(isStamped && stamp),
    }));
  }
  return tables;
}

const stampedTables = new Set(
  sourceTables.filter(({ overruledIn }) => overruledIn !== undefined).map(({ name }) => name),
);
