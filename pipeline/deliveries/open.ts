import { existsSync } from 'node:fs';
import type { DataDirectory } from '../base/data-directory.ts';
import type { Config } from '../config/config.ts';
import type { StoreAddress } from '../publish/store/open.ts';
import type { Store } from '../publish/store/store.ts';
import type { DeliveryDatabase } from './database.ts';
import { shareDeliveries } from './share.ts';
import { openSqlite } from './sqlite.ts';

/** Where deliveries are kept: on this machine's disk, or where machines share them. */
export type DeliveryPlace =
  | { readonly path: string }
  | (StoreAddress & { readonly databaseUrl: string });

/** Where the settings have deliveries kept. */
export function deliveryPlace(
  settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'store' | 'storeEndpoint' | 'storeRegion'>,
): DeliveryPlace {
  const { dataDir, store: address, databaseUrl } = settings;
  if (address === null || databaseUrl === null) return { path: dataDir.inbox.database };
  const { storeEndpoint: endpoint, storeRegion: region } = settings;
  return { address, endpoint, region, databaseUrl };
}

/** Opens the deliveries of a place. */
export async function openDeliveries(
  place: DeliveryPlace,
  clock: () => Date = () => new Date(),
): Promise<DeliveryDatabase> {
  if ('path' in place) return openSqlite(place.path, clock);
  const { databaseUrl, ...address } = place;
  // Loaded here alone: one machine needs none of it.
  const [{ openStore }, { openPostgres }] = await Promise.all([
    import('../publish/store/open.ts'),
    import('./postgres.ts'),
  ]);
  const store = await openStore(address);
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

/** The deliveries that a run uses, opened when they are first needed. */
export interface DeliveriesOnce {
  /** Null where nothing was ever sent in. */
  find(): Promise<DeliveryDatabase | null>;
  open(): Promise<DeliveryDatabase>;
  close(): Promise<void>;
}

/** The deliveries that machines share, or those of a data directory, which are brought there first. */
export function deliveriesOnce(
  { inbox: { database: path }, temporary }: Pick<DataDirectory, 'inbox' | 'temporary'>,
  shared: { readonly databaseUrl: string; readonly store: Store } | null,
  clock: () => Date,
): DeliveriesOnce {
  if (shared === null) return deliveriesAt({ path }, clock);
  const { databaseUrl, store } = shared;
  const once = openingOnce(async () => {
    const { openPostgres } = await import('./postgres.ts');
    const database = await openPostgres(databaseUrl, store);
    await shareDeliveries(path, database, temporary);
    return database;
  });
  return { ...once, find: once.open };
}

/** The deliveries of a place. */
export function deliveriesAt(place: DeliveryPlace, clock?: () => Date): DeliveriesOnce {
  const once = openingOnce(() => openDeliveries(place, clock));
  return {
    ...once,
    find: async () => ('path' in place && !existsSync(place.path) ? null : once.open()),
  };
}

/** Opens when it is first asked to, and again where that failed. */
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
