import type { Log } from '../base/log.ts';
import type { LineValidator } from '../connect/validate-lines.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import type { Registry } from '../registry/registry.ts';
import type { ConnectorKind, ConnectorSettings } from './kind.ts';
import type { SecretKeys } from './seal.ts';

/**
 * Services for reading a connection. Tests pass a clock, limits, and addresses of their own
 * servers.
 */
export interface ConnectorReader {
  readonly registry: Registry;
  readonly deliveries: DeliveryDatabase;
  readonly validator: LineValidator;
  readonly kinds: readonly ConnectorKind[];
  readonly settings: ConnectorSettings;
  readonly keys: SecretKeys;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Aborted when the command is asked to stop. */
  readonly stop: AbortSignal;
  readonly limits: ReaderLimits;
  /** Returns the address of an environment by the kind's table. */
  addressOf(kind: ConnectorKind, environment: string): string | undefined;
}

export interface ReaderLimits {
  /** Longest time with one connection. A longer history goes on at the next turn. */
  readonly connectionMilliseconds: number;
  readonly requestMilliseconds: number;
  /**
   * Time of a turn in which reads begin that may be slow: of connections that failed, or that were
   * never read to the end. They end with the turn, which is shorter than the time to the next one.
   */
  readonly slowMilliseconds: number;
  readonly turnMilliseconds: number;
  /** Time of a turn for an owner's connections of all kinds. No further one begins after it. */
  readonly ownerMilliseconds: number;
  /** Time after which another reader may take over a connection whose reader died. */
  readonly claimMilliseconds: number;
}

export const readerLimits: ReaderLimits = {
  connectionMilliseconds: 10 * 60_000,
  requestMilliseconds: 30_000,
  slowMilliseconds: 10 * 60_000,
  turnMilliseconds: 14 * 60_000,
  ownerMilliseconds: 10 * 60_000,
  claimMilliseconds: 60_000,
};
