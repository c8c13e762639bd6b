import { randomUUID } from 'node:crypto';
import { type CodedReason, makeReason } from '../base/reasons/reason.ts';
import { limitTime } from '../base/time-limit.ts';
import type { BrokerConnection } from '../registry/broker-connections.ts';
import {
  claimConnection,
  endClaim,
  hasClaim,
  keepClaim,
  noteAccount,
  type ReadableConnection,
  type RecordedAccount,
  recordedAccounts,
} from '../registry/connections-to-read.ts';
import { closedToOwner } from '../registry/operator-accounts.ts';
import type { Registry } from '../registry/registry.ts';
import { backoffMilliseconds } from './backoff.ts';
import { ConnectorError, type ConnectorFault, pausingCodes } from './errors.ts';
import type { Access, BrokerAccount, ConnectorKind, Secret } from './kind.ts';
import { cutOff, openConnection } from './open-connection.ts';
import { readAccount } from './read-account.ts';
import type { ConnectorReader } from './reader.ts';

/** Outcome of a turn with a connection. */
export type Turn = 'read' | 'failed' | 'paused' | 'skipped';

const internalFault = makeReason('connector_internal_fault');

/**
 * Reads all recorded accounts of one connection, one after another. Never throws: a failure is
 * stored for the owner, and the connection waits longer after each further one.
 */
export async function readConnection(
  reader: ConnectorReader,
  { id, failures }: Pick<BrokerConnection, 'id' | 'failures'>,
): Promise<Turn> {
  const { registry, log, limits } = reader;
  const claim = randomUUID();
  const until = () => new Date(registry.clock().getTime() + limits.claimMilliseconds);
  const claimed = await claimConnection(registry, id, claim, registry.clock(), until());
  if (claimed === null) return 'skipped';
  const ended = new AbortController();
  const timer = setInterval(async () => {
    const isKept = await keepClaim(registry, id, claim, until()).catch(() => true);
    if (!isKept) ended.abort();
  }, limits.claimMilliseconds / 3);
  timer.unref();
  using limit = limitTime([ended.signal, reader.stop], limits.connectionMilliseconds);
  const { signal } = limit;
  try {
    const fault = await readAll(reader, claimed, claim, signal);
    const now = registry.clock();
    if (fault === null) {
      await endClaim(registry, claimed, claim, {
        readAt: now,
        fault: null,
        failures: 0,
        dueAt: null,
        pausedBy: null,
      });
      return 'read';
    }
    const isStopped = reader.stop.aborted || ended.signal.aborted;
    const count = isStopped || fault.isProgress ? failures : failures + 1;
    const isPaused = pausingCodes.includes(fault.code);
    const backoff = new Date(now.getTime() + backoffMilliseconds(count));
    const retry = fault.retryAt !== null && fault.retryAt > backoff ? fault.retryAt : backoff;
    await endClaim(registry, claimed, claim, {
      readAt: null,
      fault: fault.reason,
      failures: count,
      dueAt: isStopped || fault.isProgress ? null : retry,
      pausedBy: isPaused ? fault.code : null,
    });
    log.warn('a connection could not be read', { connection: id, code: fault.code });
    return isPaused ? 'paused' : 'failed';
  } finally {
    clearInterval(timer);
  }
}

/** Failure of a connection, in words for its owner. */
interface Fault {
  readonly code: ConnectorFault;
  readonly reason: CodedReason;
  readonly retryAt: Date | null;
  /** True if the time ran out while pages were still stored. */
  readonly isProgress: boolean;
}

async function readAll(
  reader: ConnectorReader,
  connection: ReadableConnection,
  claim: string,
  signal: AbortSignal,
): Promise<Fault | null> {
  const { registry, log } = reader;
  let stored = 0;
  const faultOf = (error: unknown): Fault => {
    const isCutOff = signal.aborted && stored > 0;
    if (error instanceof ConnectorError) {
      const { code, reason, retryAt } = error;
      return { code, reason, retryAt, isProgress: isCutOff && code === 'unavailable' };
    }
    // The message stays out: it may name what the broker answered.
    const name = error instanceof Error ? error.name : typeof error;
    log.warn('a connection met an unexpected fault', { connection: connection.id, fault: name });
    return { code: 'unavailable', reason: internalFault, retryAt: null, isProgress: isCutOff };
  };
  let access: { readonly kind: ConnectorKind; readonly access: Access; secret: Secret };
  try {
    access = openConnection(reader, connection, claim, signal);
  } catch (error) {
    return faultOf(error);
  }
  let first: Fault | null = null;
  for (const recorded of await recordedAccounts(registry, connection)) {
    let fault: Fault | null = null;
    let notes: readonly CodedReason[] | null = null;
    try {
      const whose = await accountToRead(registry, connection, recorded);
      const reading = await readAccount(
        {
          ...reader,
          ...access,
          async admit() {
            const isKept = await hasClaim(registry, connection.id, claim);
            if (!isKept || signal.aborted) throw cutOff();
            stored += 1;
          },
          keepNotes(ofFault) {
            notes = ofFault;
          },
        },
        whose,
      );
      notes = reading.notes;
      log.info('an account was read', {
        connection: connection.id,
        account: recorded.slug,
        added: reading.added,
        corrected: reading.corrected,
      });
    } catch (error) {
      fault = faultOf(error);
    }
    await noteAccount(registry, connection.id, {
      brokerId: recorded.brokerId,
      readAt: fault === null ? registry.clock() : null,
      fault: fault?.reason ?? null,
      notes,
    });
    first ??= fault;
    // These concern the whole connection, so the next account would fail too.
    if (fault && (signal.aborted || [...pausingCodes, 'limited'].includes(fault.code))) break;
  }
  return first;
}

async function accountToRead(
  registry: Registry,
  { id, owner }: ReadableConnection,
  { details, accountId, isClosed, notes }: RecordedAccount,
) {
  if (accountId === null) {
    throw new ConnectorError('removed', makeReason('connector_filled_removed'));
  }
  if (isClosed) throw new ConnectorError('unconfigured', closedToOwner);
  const plan = (await registry.findOwner(owner))?.plan ?? 'free';
  const account: BrokerAccount = JSON.parse(details);
  return { connection: id, account, accountId, owner, plan, notes };
}
