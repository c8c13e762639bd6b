import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Config } from '../config/config.ts';
import type { DeliveryDatabase } from './database.ts';
import { moveToShared } from './move-to-shared.ts';
import { openSqlite } from './sqlite.ts';

/** Address of the deliveries: a file on this machine, or the database that machines share. */
export type DeliveryAddress = { readonly path: string } | { readonly databaseUrl: string };

/** Returns the address of the deliveries by the settings. */
export function deliveryAddress(
  settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'store'>,
): DeliveryAddress {
  const { dataDir, store, databaseUrl } = settings;
  const isShared = store !== null && databaseUrl !== null;
  return isShared ? { databaseUrl } : { path: dataDir.inbox.database };
}

/** Opens the deliveries at an address. */
export async function openDeliveries(
  address: DeliveryAddress,
  clock: () => Date = () => new Date(),
): Promise<DeliveryDatabase> {
  if ('path' in address) return openSqlite(address.path, clock);
  // One machine does not need this module.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(address.databaseUrl);
}

/** Deliveries that open when they are first needed. */
export interface DeliveriesOnce {
  /** Returns null if nothing was ever sent in. */
  find(): Promise<DeliveryDatabase | null>;
  open(): Promise<DeliveryDatabase>;
  close(): Promise<void>;
}

/**
 * Returns the deliveries that machines share, once those of this data directory were moved there.
 */
export function sharedDeliveries(
  { inbox: { database: path } }: Pick<DataDirectory, 'inbox'>,
  { databaseUrl }: { readonly databaseUrl: string },
): DeliveriesOnce {
  const once = openingOnce(async () => {
    const database = await openDeliveries({ databaseUrl });
    await moveToShared(path, database);
    return database;
  });
  return { ...once, find: once.open };
}

/** Returns the deliveries at an address. */
export function deliveriesAt(address: DeliveryAddress, clock?: () => Date): DeliveriesOnce {
  const once = openingOnce(() => openDeliveries(address, clock));
  return {
    ...once,
    find: async () => ('path' in address && !existsSync(address.path) ? null : once.open()),
  };
}

/** Opens when it is first asked to, and again after a failure. */
function openingOnce(begin: () => Promise<DeliveryDatabase>): Omit<DeliveriesOnce, 'find'> {
  let opening: Promise<DeliveryDatabase> | undefined;
  return {
    open() {
      opening ??= begin().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
    async close() {
      const opened = opening;
      opening = undefined;
      await (await opened)?.close();
    },
  };
}
