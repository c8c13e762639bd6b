import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../base/errors.ts';
import { randomDigits } from '../base/key-format.ts';
import type { Log } from '../base/log.ts';
import { type CodedReason, inEnglish, makeReason } from '../base/reasons/reason.ts';
import { recordAccounts, shownAccounts } from '../registry/broker-accounts.ts';
import {
  addConnection,
  type BrokerConnection,
  connectionOf,
  removeConnection,
  renewConnection,
  sealedLike,
} from '../registry/broker-connections.ts';
import { proveIdentity } from '../registry/identity-proofs.ts';
import { toStamp } from '../registry/instants.ts';
import {
  forgetLeft,
  leaveSignIn,
  leftSignIns,
  postponeLeft,
  type SealedRow,
} from '../registry/left-sign-ins.ts';
import { closedToOwner } from '../registry/operator-accounts.ts';
import { actorOf, addAccount } from '../registry/owner-decisions.ts';
import type { Registry } from '../registry/registry.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { broker } from '../registry/words.ts';
import { privateId } from '../statements/delivery-content.ts';
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

/** Returns the id of a broker's account as imports and operators write it. */
export const brokerAccountId = ({ platform, number, server }: BrokerAccount): string => {
  const [account, place] = [number, server].map((text) =>
    text.replace(/[\s\p{Cc}\p{Cf}]+/gu, '-').slice(0, 100),
  );
  return place ? `${platform}:${account}@${place}` : `${platform}:${account}`;
};

/**
 * Returns the owner's account that is the broker's account. Only an account with the same id
 * counts, so that nobody records another account under a name that has a history.
 */
export function matchingAccount(
  account: BrokerAccount,
  owner: string,
  accounts: readonly RegistryAccount[],
): RegistryAccount | undefined {
  const id = brokerAccountId(account);
  const known = (wanted: string) => accounts.find(({ account_id }) => account_id === wanted);
  return known(id) ?? known(privateId(id, owner));
}

/**
 * Names a new account by platform and server. Visitors see the name and the address made of it.
 * So it has no account number, which the broker's own name of the account often has.
 */
function newName({ platform, server }: BrokerAccount, owned: readonly RegistryAccount[]): string {
  const place = server.replaceAll(/\p{C}/gu, ' ').slice(0, 100).trim();
  const name = place === '' ? platform : `${platform} ${place}`;
  const taken = new Set(owned.map((each) => each.name));
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} ${count}`)) count += 1;
  return `${name} ${count}`;
}

/**
 * Records the chosen accounts of a connection and stops recording the others. An account that the
 * owner does not have yet is added, private like every new one. Returns the slugs by broker id.
 */
export async function chooseAccounts(
  registry: Registry,
  owner: string,
  id: string,
  brokerIds: readonly string[],
  kinds: readonly ConnectorKind[],
): Promise<ReadonlyMap<string, string>> {
  const connection = await connectionOf(registry, owner, id);
  const shown = await shownAccounts(registry, id);
  const slugs = new Map<string, string>();
  for (const { broker_id, details } of shown) {
    if (!brokerIds.includes(broker_id)) continue;
    const account: BrokerAccount = JSON.parse(details);
    const owned = await registry.accountsOfOwner(owner);
    const known = matchingAccount(account, owner, owned);
    if (known && (await registry.isClosedToOwner(known.slug))) {
      throw new CommandError(makeReason('row_named', { name: known.name, detail: closedToOwner }));
    }
    const slug =
      known?.slug ??
      (await addAccount(registry, owner, {
        name: newName(account, owned),
        account_id: privateId(brokerAccountId(account), owner),
      }));
    slugs.set(broker_id, slug);
  }
  await recordAccounts(registry, owner, id, slugs, actorOf(owner));
  const kind = kinds.find((each) => each.kind === connection.kind);
  if (kind?.provesControl) await proveControl(registry, [...slugs.values()], kind);
  return slugs;
}

/** Gives accounts the mark of identity: their owner signed in to the broker. */
async function proveControl(
  registry: Registry,
  slugs: readonly string[],
  { title }: ConnectorKind,
): Promise<void> {
  const by = { actor: 'connector', at: registry.clock() };
  const how = `The owner signed in to this account at ${title}.`;
  await registry.store.write(async (db) => {
    for (const slug of slugs) await proveIdentity(db, slug, { by: broker, how }, by);
  });
}
