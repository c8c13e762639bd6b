import { forgetBrokerReads } from '../deliveries/broker-reads.ts';
import { type BrokerConnection, connectionIds } from '../registry/broker-connections.ts';
import { connectionsToRead } from '../registry/connections-to-read.ts';
import { batchedWrites } from './batched-writes.ts';
import { type ConnectorReader, readConnection, type Turn } from './read-connection.ts';

/** Count of connections by the outcome of their turn. */
export type SyncResult = Readonly<Record<Turn, number>>;

interface SyncOptions {
  /** Reads only the connection that records this account, due or not. */
  readonly slug?: string;
  /** Connections that are read at once. */
  readonly concurrency?: number;
}

/**
 * Reads every connection that is due, several at once. Connections that failed or have a long
 * history to read come last. If the turn has taken long by then, they wait for the next one. So
 * neither delays anybody who is well.
 */
export async function syncConnections(
  reader: ConnectorReader,
  { slug, concurrency = 16 }: SyncOptions = {},
): Promise<SyncResult> {
  const { deliveries, stop } = reader;
  const registry = {
    ...reader.registry,
    store: { ...reader.registry.store, annotate: batchedWrites(reader.registry.store.annotate) },
  };
  const shared: ConnectorReader = {
    ...reader,
    registry,
    deliveries: { ...deliveries, write: batchedWrites(deliveries.write) },
  };
  const queue = await connectionsToRead(registry, registry.clock(), slug);
  const result: Record<Turn, number> = { read: 0, failed: 0, paused: 0, skipped: 0 };
  const begun = performance.now();
  let waiting = 0;
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (stop.aborted) return;
      const isLate = performance.now() - begun >= reader.limits.slowMilliseconds;
      if (isLate && slug === undefined && isSlow(next)) {
        waiting += 1;
        continue;
      }
      result[await readConnection(shared, next)] += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, work));
  if (waiting > 0) reader.log.info('slow connections wait for the next turn', { count: waiting });
  if (slug === undefined) await forgetRemoved(reader, deliveries);
  return result;
}

/** Returns true if reading a connection may take minutes. */
const isSlow = ({ failures, last_read_at }: BrokerConnection): boolean =>
  failures > 0 || last_read_at === null;

/** Removes the progress of connections that their owners removed. */
async function forgetRemoved(
  { registry }: ConnectorReader,
  deliveries: ConnectorReader['deliveries'],
): Promise<void> {
  await forgetBrokerReads(deliveries, () => connectionIds(registry));
}
