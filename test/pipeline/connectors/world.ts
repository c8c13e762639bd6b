import { randomBytes } from 'node:crypto';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createLineValidator } from '../../../pipeline/connect/validate-lines.ts';
import { chooseAccounts } from '../../../pipeline/connectors/choose-accounts.ts';
import { connect } from '../../../pipeline/connectors/connect.ts';
import type { ConnectorKind, Secret } from '../../../pipeline/connectors/kind.ts';
import { type ConnectorReader, readerLimits } from '../../../pipeline/connectors/reader.ts';
import { requireSecretKeys } from '../../../pipeline/connectors/seal.ts';
import { syncConnections } from '../../../pipeline/connectors/sync.ts';
import { tradelocker } from '../../../pipeline/connectors/tradelocker/tradelocker.ts';
import { readContents } from '../../../pipeline/deliveries/contents.ts';
import type { DeliveryDatabase } from '../../../pipeline/deliveries/database.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../../pipeline/registry/registry.ts';
import { runOnce } from '../../../pipeline/run/run.ts';
import { withDirectory } from '../../support/directory.ts';
import { furnish } from '../../support/furnish.ts';
import { whileOpen } from '../../support/while-open.ts';
import { startTradelocker, type TradelockerDouble } from './tradelocker-server.ts';

/** Start of each test: a Monday at noon. */
export const noon = new Date('2026-03-02T12:00:00Z');

export const day = 24 * 3600 * 1000;

/** Installation with one owner. Its clock stands still until a test sets it. */
export interface ConnectorWorld {
  readonly registry: Registry;
  readonly deliveries: DeliveryDatabase;
  readonly folder: string;
  readonly secretKey: string;
  readonly reader: ConnectorReader;
  now: Date;
  /** Reads all connections that are due, or the connection of one account. */
  sync(slug?: string): ReturnType<typeof syncConnections>;
  /** Connects an account at a server and records it. Returns the connection's id and the slug. */
  connect(address: string, secret?: Secret): Promise<{ id: string; slug: string }>;
  /** Reads the rows of all deliveries in order, by table. */
  delivered(): Promise<Record<string, Record<string, string>[]>>;
}

export const goodSecret: Secret = {
  email: 'trader@example.com',
  password: 'correct horse',
  server: 'MEADOW',
};

/** Calls the work with an installation with the owner `north`, and removes it afterwards. */
export async function withConnectors(
  work: (world: ConnectorWorld) => Promise<void>,
): Promise<void> {
  await withDirectory(async (folder) => {
    const state = { now: noon };
    const clock = () => state.now;
    const dataDir = dataDirectory(folder);
    const registry = await openRegistry({ dataDir, clock });
    const deliveries = await openDeliveries({ path: dataDir.inbox.database }, clock);
    const validator = createLineValidator();
    try {
      await applyRegistry(registry, { owners: [{ slug: 'north', name: 'North', plan: 'ultra' }] });
      const secretKey = randomBytes(32).toString('base64');
      const keys = requireSecretKeys({ secretKey, secretKeyOld: null });
      const settings = { ctraderClientId: null, ctraderClientSecret: null, metaapiToken: null };
      let address = '';
      const addressOf = (_: ConnectorKind, environment: string) =>
        environment === 'demo' ? address : undefined;
      const reader: ConnectorReader = {
        registry,
        deliveries,
        validator,
        keys,
        settings,
        kinds: [tradelocker],
        log: silentLog,
        stop: new AbortController().signal,
        addressOf,
        limits: { ...readerLimits },
      };
      await work(
        Object.assign(state, {
          registry,
          deliveries,
          folder,
          secretKey,
          reader,
          sync: (slug?: string) => syncConnections(reader, slug === undefined ? {} : { slug }),
          async connect(at: string, secret = goodSecret) {
            address = at;
            const id = await connect({ registry, keys, settings, addressOf }, 'north', {
              kind: tradelocker,
              environment: 'demo',
              label: 'Demo',
              secret,
            });
            const slugs = await chooseAccounts(registry, 'north', id, ['712345'], [tradelocker]);
            return { id, slug: [...slugs.values()][0] ?? '' };
          },
          delivered: () => deliveredRows(deliveries),
        }),
      );
    } finally {
      await validator.close();
      await deliveries.close();
      await registry.close();
    }
  });
}

async function deliveredRows({
  read,
}: DeliveryDatabase): Promise<Record<string, Record<string, string>[]>> {
  const rows = await read((db) =>
    db
      .selectFrom('deliveries')
      .select('number')
      .where('has_content', '=', 1)
      .orderBy('number')
      .execute(),
  );
  const numbers = rows.map(({ number }) => number);
  const all = await read((db) => readContents(db, numbers));
  const tables: Record<string, Record<string, string>[]> = {};
  for (const { number } of rows) {
    for (const [table, lines] of Object.entries(all.get(number)?.lines ?? {})) {
      tables[table] ??= [];
      for (const line of lines) tables[table].push(JSON.parse(line));
    }
  }
  return tables;
}

/** Calls the work with an installation and a double of TradeLocker with the same clock. */
export const withTradelocker = (
  work: (world: ConnectorWorld, double: TradelockerDouble) => Promise<void>,
): Promise<void> =>
  withConnectors((world) =>
    whileOpen(
      startTradelocker(() => world.now),
      (double) => work(world, double),
    ),
  );

/** Runs the pipeline over what was delivered. Returns the data directory. */
export async function runWorld({ folder, registry, now }: ConnectorWorld): Promise<DataDirectory> {
  const dataDir = dataDirectory(folder);
  await furnish(dataDir);
  const clock = () => now;
  await runOnce({ dataDir, sources: [], registry, asOf: now, clock, log: silentLog, threads: 1 });
  return dataDir;
}
