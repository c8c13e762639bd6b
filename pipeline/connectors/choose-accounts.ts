import { CommandError } from '../base/errors.ts';
import { makeReason } from '../base/reasons/reason.ts';
import { recordAccounts, shownAccounts } from '../registry/broker-accounts.ts';
import { connectionOf } from '../registry/broker-connections.ts';
import { proveIdentity } from '../registry/identity-proofs.ts';
import { closedToOwner } from '../registry/operator-accounts.ts';
import { actorOf, addAccount } from '../registry/owner-decisions.ts';
import type { Registry } from '../registry/registry.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import { broker } from '../registry/words.ts';
import { privateId } from '../statements/delivery-content.ts';
import type { BrokerAccount, ConnectorKind } from './kind.ts';

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
