import { forgetBrokerReads } from '../deliveries/broker-reads.ts';
import { type BrokerConnection, connectionIds } from '../registry/broker-connections.ts';
import { connectionsToRead } from '../registry/connections-to-read.ts';
import { batchedWrites } from './batched-writes.ts';
import { forgetLeftSignIns } from './connect.ts';
import { readConnection, type Turn } from './read-connection.ts';
import type { ConnectorReader } from './reader.ts';

/** Count of connections by the outcome of their turn. */
export type SyncResult = Readonly<Record<Turn, number>>;

interface SyncOptions {
  /** Reads only the connection that records this account, due or not. */
  readonly slug?: string;
  /** Connections of one kind that are read at once. */
  readonly concurrency?: number;
}

/**
 * Reads every connection that is due, several of each kind at once, so that a kind with a low rate
 * limit delays no other. Of each owner it reads one of a kind at a time, for at most a part of the
 * turn. So an owner's slow connections delay nobody else.
 *
 * Connections that failed or have a long history to read come last. They begin only in the first
 * part of a turn, and are cut off at its end. So they delay nobody who is well, and get the time
 * that is left.
 */
export async function syncConnections(
  reader: ConnectorReader,
  { slug, concurrency = 16 }: SyncOptions = {},
): Promise<SyncResult> {
  const { deliveries, stop, limits } = reader;
  const registry = {
    ...reader.registry,
    store: { ...reader.registry.store, annotate: batchedWrites(reader.registry.store.annotate) },
  };
  const shared: ConnectorReader = {
    ...reader,
    registry,
    deliveries: { ...deliveries, write: batchedWrites(deliveries.write) },
  };
  const due = await connectionsToRead(registry, registry.clock(), slug);
  const result: Record<Turn, number> = { read: 0, failed: 0, paused: 0, skipped: 0 };
  const begun = performance.now();
  const takenBy = new Map<string, number>();
  let waiting = 0;
  const read = async (connection: BrokerConnection): Promise<void> => {
    const { owner } = connection;
    const start = performance.now();
    const taken = takenBy.get(owner) ?? 0;
    const elapsed = isSlow(connection) ? start - begun : 0;
    const isLate = elapsed >= limits.slowMilliseconds && isSlow(connection);
    if (slug === undefined && (isLate || taken >= limits.ownerMilliseconds)) {
      waiting += 1;
      return;
    }
    const left = limits.turnMilliseconds - Math.max(elapsed, taken);
    const connectionMilliseconds = Math.min(limits.connectionMilliseconds, left);
    const hurried = { ...shared, limits: { ...limits, connectionMilliseconds } };
    result[await readConnection(hurried, connection)] += 1;
    takenBy.set(owner, taken + performance.now() - start);
  };
  const reading = new Set<string>();
  const askerOf = ({ kind, owner }: BrokerConnection): string => `${kind} ${owner}`;
  /** Takes out the first whose owner is not read. Who reads that owner goes on with the others. */
  const nextOf = (queue: BrokerConnection[]): BrokerConnection | undefined => {
    const at = queue.findIndex((connection) => !reading.has(askerOf(connection)));
    return at < 0 ? undefined : queue.splice(at, 1)[0];
  };
  const kinds = [...new Set(due.map(({ kind }) => kind))];
  const queues = kinds.map((kind) => due.filter((connection) => connection.kind === kind));
  await Promise.all(
    queues.flatMap((queue) =>
      Array.from({ length: Math.min(concurrency, queue.length) }, async () => {
        for (let next = nextOf(queue); next !== undefined; next = nextOf(queue)) {
          if (stop.aborted) return;
          reading.add(askerOf(next));
          await read(next).finally(() => reading.delete(askerOf(next)));
        }
      }),
    ),
  );
  if (waiting > 0) reader.log.info('slow connections wait for the next turn', { count: waiting });
  if (slug !== undefined) return result;
  await forgetRemoved(reader, deliveries);
  await forgetLeftSignIns(reader, reader.kinds, reader.log);
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
