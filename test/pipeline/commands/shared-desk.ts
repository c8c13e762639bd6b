import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import type { CommandIo } from '../../../pipeline/commands/io.ts';
import { type Config, readConfig } from '../../../pipeline/config/config.ts';
import { openShared, type Shared } from '../../../pipeline/publish/snapshot/shared.ts';
import { asOf, type Desk, withDesk } from '../desk.ts';
import { createTerminal } from './terminal.ts';

/** Desk with a store in a folder, and further machines that share it. */
export interface SharedDesk {
  readonly desk: Desk;
  readonly shared: Shared;
  readonly storePath: string;
  /** Returns the data directory of another machine. */
  machine(name: string): DataDirectory;
  /** Runs a command with the settings of a machine. */
  call(
    command: (config: Config, io: CommandIo) => Promise<number>,
    dataDir?: DataDirectory,
  ): Promise<{ code: number; stdout: string[]; stderr: string[] }>;
  query(sql: string): Promise<void>;
}

/** Calls the work with a desk of several machines without any run. */
export const withSharedDesk = (url: string, work: (desk: SharedDesk) => Promise<void>) =>
  withDesk(async (desk) => {
    const root = join(desk.dataDir.path, '..');
    const storePath = join(root, 'store');
    mkdirSync(storePath);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    const settings = { store: storePath, storeEndpoint: null, storeRegion: '', databaseUrl: url };
    const shared = await openShared(settings);
    if (shared === null) throw new Error('nothing is shared');
    try {
      await work({
        desk,
        shared,
        storePath,
        machine: (name) => dataDirectory(join(root, name)),
        async call(command, { path } = desk.dataDir) {
          const { io, stdout, stderr } = createTerminal(asOf);
          const config = readConfig({
            TRACKRECORD_DATA: path,
            TRACKRECORD_STORE: storePath,
            DATABASE_URL: url,
          });
          return { code: await command(config, io), stdout, stderr };
        },
        async query(sql) {
          await client.query(sql);
        },
      });
    } finally {
      await shared.close();
      await client.end();
    }
  });
