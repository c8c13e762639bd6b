import { setTimeout as wait } from 'node:timers/promises';
import { makeReason } from '../base/reasons/reason.ts';
import { keepSecret, type ReadableConnection } from '../registry/connections-to-read.ts';
import { ConnectorError } from './errors.ts';
import type { Access, Secret } from './kind.ts';
import { isConfigured } from './kinds.ts';
import type { ConnectorReader } from './reader.ts';
import { SealedError, type SecretKeys, seal, unseal } from './seal.ts';

/**
 * Opens a claimed connection: its kind, its access to the broker, and its secret, which
 * `keepSecret` renews. Throws a ConnectorError if the operator switched its kind off, or if it
 * can't be decrypted.
 */
export function openConnection(
  { kinds, settings, keys, registry, limits, addressOf }: ConnectorReader,
  connection: ReadableConnection,
  claim: string,
  signal: AbortSignal,
) {
  const { id, owner, environment } = connection;
  const kind = kinds.find((each) => each.kind === connection.kind);
  const address = kind && addressOf(kind, environment);
  if (!kind || address === undefined || !isConfigured(kind, settings)) {
    throw new ConnectorError('unconfigured', makeReason('connector_switched_off'));
  }
  const opened = { kind, secret: openSecret(keys, connection) };
  const access: Access = {
    owner,
    environment,
    address,
    settings,
    signal,
    requestMilliseconds: limits.requestMilliseconds,
    clock: registry.clock,
    wait: (milliseconds) => waitFor(milliseconds, signal),
    async keepSecret(secret) {
      await keepSecret(registry, id, claim, seal(keys, connection, secret));
      // Accounts that are read after this one use the new tokens.
      opened.secret = secret;
    },
  };
  return Object.assign(opened, { access });
}

function openSecret(keys: SecretKeys, connection: ReadableConnection): Secret {
  try {
    return unseal(keys, connection, connection.secret) as Secret;
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    throw new ConnectorError('unconfigured', makeReason('connector_cannot_decrypt'));
  }
}

/** Waits. Throws a ConnectorError if the time for the connection ends before. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch {
    throw cutOff();
  }
}

/** Makes the error of a read whose time is over. */
export const cutOff = (): ConnectorError =>
  new ConnectorError('unavailable', makeReason('connector_read_time_over'));
