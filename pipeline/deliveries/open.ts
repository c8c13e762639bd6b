import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Config } from '../config/config.ts';
import type { StoreAddress } from '../publish/store/open.ts';
import type { Store } from '../publish/store/store.ts';
import type { DeliveryDatabase } from './database.ts';
import { moveToShared } from './move-to-shared.ts';
import { openSqlite } from './sqlite.ts';

/** Address of the deliveries: a file on this machine, or what machines share. */
export type DeliveryAddress =
  | { readonly path: string }
  | (StoreAddress & { readonly databaseUrl: string });

/** Returns the address of the deliveries by the settings. */
export function deliveryAddress(
  settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'store' | 'storeEndpoint' | 'storeRegion'>,
): DeliveryAddress {
  const { dataDir, store: address, databaseUrl } = settings;
  if (address === null || databaseUrl === null) return { path: dataDir.inbox.database };
  const { storeEndpoint: endpoint, storeRegion: region } = settings;
  return { address, endpoint, region, databaseUrl };
}

/** Opens the deliveries at an address. */
export async function openDeliveries(
  address: DeliveryAddress,
  clock: () => Date = () => new Date(),
): Promise<DeliveryDatabase> {
  if ('path' in address) return openSqlite(address.path, clock);
  const { databaseUrl, ...storeAddress } = address;
  // One machine does not need these modules.
  const [{ openStore }, { openPostgres }] = await Promise.all([
    import('../publish/store/open.ts'),
    import('./postgres.ts'),
  ]);
  const store = await openStore(storeAddress);
  const database = await openPostgres(databaseUrl, store).catch((error: unknown) => {
    store.close();
    throw error;
  });
  return {
    ...database,
    async close() {
      store.close();
      await database.close();
    },
  };
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
  { inbox: { database: path }, temporary }: Pick<DataDirectory, 'inbox' | 'temporary'>,
  { databaseUrl, store }: { readonly databaseUrl: string; readonly store: Store },
): DeliveriesOnce {
  const once = openingOnce(async () => {
    const { openPostgres } = await import('./postgres.ts');
    const database = await openPostgres(databaseUrl, store);
    await moveToShared(path, database, temporary);
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
