import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { silentLog } from '../../pipeline/base/log.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { type Published, publishWorld } from '../support/published.ts';
import { openServer, type Server } from './open-server.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Rows of source tables, and decisions of their owners. */
export interface Source {
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly registry: object;
}

const asOf = new Date('2024-06-12T12:00:00Z');

/** Server over some rows that the pipeline published. */
export interface ServedRows extends Server {
  readonly published: Published;
}

/** Publishes some rows and opens a server over them. Closing it removes everything. */
export async function servePublished({ tables, registry }: Source): Promise<ServedRows> {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'source'));
  writeFileSync(join(directory, 'registry.json'), JSON.stringify(registry));
  for (const [table, rows] of Object.entries(tables)) {
    const text = stringify([...rows], { header: true });
    writeFileSync(join(directory, 'source', `${table}.csv`), text);
  }
  const published = await publishWorld(directory, asOf, { threads: 1 });
  const { dataDir } = published;
  const server = await openServer({ dataDir, clock: () => asOf, log: silentLog });
  return {
    ...server,
    published,
    async close() {
      await server.close();
      published.remove();
      rmSync(directory, { recursive: true });
    },
  };
}
