import { isDeepStrictEqual } from 'node:util';
import { randomDigits } from '../base/key-format.ts';
import type { Log } from '../base/log.ts';
import { type CodedReason, inEnglish, makeReason } from '../base/reasons/reason.ts';
import {
  addConnection,
  type BrokerConnection,
  removeConnection,
  renewConnection,
  sealedLike,
} from '../registry/broker-connections.ts';
import { toStamp } from '../registry/instants.ts';
import {
  forgetLeft,
  leaveSignIn,
  leftSignIns,
  postponeLeft,
  type SealedRow,
} from '../registry/left-sign-ins.ts';
import { actorOf } from '../registry/owner-decisions.ts';
import type { Registry } from '../registry/registry.ts';
import { ConnectorError } from './errors.ts';
import type {
  Access,
  BrokerAccount,
  ConnectorKind,
  ConnectorSettings,
  Secret,
  SignedIn,
} from './kind.ts';
import { waitFor } from './open-connection.ts';
import { SealedError, type SecretKeys, seal, unseal } from './seal.ts';

/** Services for an owner's sign-in. */
export interface Connecting {
  readonly registry: Registry;
  readonly keys: SecretKeys;
  readonly settings: ConnectorSettings;
  /** Returns the address of an environment by the kind's table. */
  addressOf(kind: ConnectorKind, environment: string): string | undefined;
}

/** Time in which an owner can finish a sign-in that was not finished. */
const unfinishedMilliseconds = 24 * 3600 * 1000;

/** Time after which a service is asked again to remove what it could not. */
const postponedMilliseconds = 3600 * 1000;

/** Failed removals of a kind that end its turn. What fails for these may fail for all others. */
const failuresOfTurn = 3;

/** Longest time of a sign-in that an owner waits for. */
const signInMilliseconds = 45_000;

function accessTo(
  { registry, keys, settings, addressOf }: Connecting,
  kind: ConnectorKind,
  { owner, environment }: Pick<SealedRow, 'owner' | 'environment'>,
): Access {
  const address = addressOf(kind, environment);
  if (address === undefined) {
    throw new ConnectorError('unconfigured', makeReason('connector_no_environment'));
  }
  const signal = AbortSignal.timeout(signInMilliseconds);
  return {
    owner,
    environment,
    address,
    settings,
    signal,
    requestMilliseconds: signInMilliseconds,
    clock: registry.clock,
    wait: (milliseconds) => waitFor(milliseconds, signal),
    // The result of the sign-in is stored, with the newest tokens. If it does not end well, what
    // the service keeps for it is removed a day later.
    async keepSecret(secret) {
      const row = { id: `brk_${randomDigits(16)}`, owner, kind: kind.kind, environment };
      const due = new Date(registry.clock().getTime() + unfinishedMilliseconds);
      await registry.store.annotate((db) =>
        leaveSignIn(db, { ...row, secret: seal(keys, row, secret) }, due),
      );
    },
  };
}

async function signIn(
  connecting: Connecting,
  kind: ConnectorKind,
  from: Pick<SealedRow, 'owner' | 'environment'>,
  secret: Secret,
): Promise<SignedIn> {
  const signedIn = await kind.signIn(accessTo(connecting, kind, from), secret);
  if (signedIn.accounts.length === 0) {
    throw new ConnectorError('removed', makeReason('connector_no_shown_account'));
  }
  return signedIn;
}

const shownOf = (accounts: readonly BrokerAccount[]) =>
  accounts.map((account) => ({ id: account.id, details: JSON.stringify(account) }));

interface NewSignIn {
  readonly kind: ConnectorKind;
  readonly environment: string;
  readonly label: string;
  readonly secret: Secret;
}

/**
 * Signs an owner in to a broker and stores the connection. Returns its id. Throws a ConnectorError
 * with a sentence for the owner.
 */
export async function connect(
  connecting: Connecting,
  owner: string,
  { kind, environment, label, secret }: NewSignIn,
): Promise<string> {
  const { registry, keys } = connecting;
  const signedIn = await signIn(connecting, kind, { owner, environment }, secret);
  const added = { kind: kind.kind, environment, label, accounts: shownOf(signedIn.accounts) };
  return addConnection(
    registry,
    owner,
    added,
    (id) => seal(keys, { id, owner, kind: kind.kind, environment }, signedIn.secret),
    actorOf(owner),
  );
}

/** Signs in again for a stored connection, for example with a new password, and resumes it. */
export async function reconnect(
  connecting: Connecting,
  connection: BrokerConnection,
  kind: ConnectorKind,
  secret: Secret,
): Promise<void> {
  const { registry, keys } = connecting;
  const { owner } = connection;
  const signedIn = await signIn(connecting, kind, connection, secret);
  const sealed = seal(keys, connection, signedIn.secret);
  const shown = shownOf(signedIn.accounts);
  const before = await renewConnection(registry, connection, sealed, shown, actorOf(owner));
  await forget(connecting, kind, before);
}

/**
 * Asks the service behind a connection to remove what it keeps for an earlier sign-in, unless a
 * connection of its owner still uses it. Returns why it could not, or null. A turn of reading then
 * asks again.
 */
async function forget(
  connecting: Connecting,
  kind: ConnectorKind | undefined,
  earlier: SealedRow,
): Promise<CodedReason | null> {
  if (!kind?.forget) return null;
  const { registry, keys } = connecting;
  const secretOf = (row: SealedRow) => unseal(keys, row, row.secret) as Secret;
  try {
    const secret = secretOf(earlier);
    const stored = await sealedLike(registry, earlier);
    const isUsed = stored.some((row) => isDeepStrictEqual(secretOf(row), secret));
    if (!isUsed) await kind.forget(accessTo(connecting, kind, earlier), secret);
    const left = (await leftSignIns(registry)).filter((row) => row.owner === earlier.owner);
    await forgetLeft(registry, [earlier, ...left.filter((row) => opensTo(keys, row, secret))]);
    return null;
  } catch (error) {
    if (error instanceof ConnectorError) return error.reason;
    if (error instanceof SealedError) return makeReason('connector_cannot_decrypt');
    throw error;
  }
}

/** Returns true if a row has this secret. One that can't be decrypted has not. */
function opensTo(keys: SecretKeys, row: SealedRow, secret: Secret): boolean {
  try {
    return isDeepStrictEqual(unseal(keys, row, row.secret), secret);
  } catch (error) {
    if (error instanceof SealedError) return false;
    throw error;
  }
}

/**
 * Has services remove what they keep for sign-ins that no connection has any more: of removed
 * connections, deleted owners and sign-ins that were not finished. Warns of those that could not be
 * removed. They are tried again an hour later, after those that wait.
 */
export async function forgetLeftSignIns(
  connecting: Connecting,
  kinds: readonly ConnectorKind[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const { registry } = connecting;
  const now = registry.clock();
  const due = (await leftSignIns(registry)).filter(({ due_at }) => due_at <= toStamp(now));
  for (const kind of kinds) {
    const faults: CodedReason[] = [];
    for (const left of due.filter((row) => row.kind === kind.kind)) {
      if (faults.length === failuresOfTurn) break;
      const fault = await forget(connecting, kind, left);
      if (fault === null) continue;
      faults.push(fault);
      await postponeLeft(registry, left, new Date(now.getTime() + postponedMilliseconds));
    }
    if (faults[0] === undefined) continue;
    log.warn('accounts of removed connections are still at a paid service', {
      kind: kind.kind,
      count: faults.length,
      reason: [...new Set(faults.map(inEnglish))].join(' '),
    });
  }
}

/** Removes a connection with its secret, then asks the service behind it to forget it too. */
export async function disconnect(
  connecting: Connecting,
  owner: string,
  id: string,
  kinds: readonly ConnectorKind[],
): Promise<void> {
  const removed = await removeConnection(connecting.registry, owner, id, actorOf(owner));
  const kind = kinds.find((each) => each.kind === removed.kind);
  await forget(connecting, kind, removed);
}
