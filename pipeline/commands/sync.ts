import { CommandError, exitCodes } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import { createLineValidator } from '../connect/validate-lines.ts';
import type { ConnectorKind } from '../connectors/kind.ts';
import { addressIn, connectorKinds } from '../connectors/kinds.ts';
import { readerLimits } from '../connectors/reader.ts';
import { requireSecretKeys } from '../connectors/seal.ts';
import { syncConnections } from '../connectors/sync.ts';
import { deliveryAddress, openDeliveries } from '../deliveries/open.ts';
import { quoted } from '../registry/names.ts';
import { untilStopped } from '../schedule/stop-signal.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface SyncCommandOptions {
  readonly slug?: string;
}

/** Reads accounts from their brokers: all that are due, or the one that is named. */
export async function syncCommand(
  config: Config,
  { slug }: SyncCommandOptions,
  io: CommandIo,
): Promise<number> {
  const keys = requireSecretKeys(config);
  const stop = new AbortController();
  void untilStopped().then(() => stop.abort());
  const result = await withRegistry(config, io, async (registry) => {
    const deliveries = await openDeliveries(deliveryAddress(config), io.clock);
    const validator = createLineValidator();
    try {
      const reader = {
        registry,
        deliveries,
        validator,
        keys,
        kinds: connectorKinds,
        settings: config,
        log: createLog(config),
        stop: stop.signal,
        limits: readerLimits,
        addressOf: ({ environments }: ConnectorKind, environment: string) =>
          addressIn(environments, environment),
      };
      return await syncConnections(reader, slug === undefined ? {} : { slug });
    } finally {
      await validator.close();
      await deliveries.close();
    }
  });
  const { read, failed, paused, skipped } = result;
  if (slug !== undefined && read + failed + paused + skipped === 0) {
    throw new CommandError(
      `sync: no active connection reads ${quoted(slug)}; its owner can add or resume one at /me/connections`,
    );
  }
  io.stdout(
    `${withNoun(read, 'connection')} read, ${failed} failed, ${paused} paused, ${skipped} skipped`,
  );
  return failed + paused > 0 ? exitCodes.partly : exitCodes.done;
}
