import { chooseAccounts } from '../../../pipeline/connectors/choose-accounts.ts';
import { connect } from '../../../pipeline/connectors/connect.ts';
import { createConnections } from '../../../pipeline/connectors/ctrader/connections.ts';
import { createCtrader } from '../../../pipeline/connectors/ctrader/kind.ts';
import type { ConnectorKind, Secret } from '../../../pipeline/connectors/kind.ts';
import { metaapi } from '../../../pipeline/connectors/metaapi/kind.ts';
import { syncConnections } from '../../../pipeline/connectors/sync.ts';
import { shownAccounts } from '../../../pipeline/registry/broker-accounts.ts';
import { client } from './ctrader/double.ts';
import { quick } from './ctrader/reading.ts';
import { login, server } from './metaapi/account.ts';
import { token } from './metaapi/double.ts';
import type { ConnectorWorld } from './world.ts';

export { metaapi };

/** Settings of the operator that the doubles accept. */
export const settings = {
  ctraderClientId: client.clientId,
  ctraderClientSecret: client.clientSecret,
  metaapiToken: token,
};
export const ctrader = createCtrader(createConnections(quick));
/** An owner's grant at cTrader. */
export const grant = {
  code: 'code-1',
  redirect_uri: 'https://records.example/me/connections/authorized',
};
/** An owner's sign-in at the gateway. */
export const credentials = {
  login: String(login),
  server,
  platform: 'MT5',
  password: 'investor-password',
};

export const signIn = {
  kind: metaapi,
  environment: 'london',
  label: 'Live',
  secret: credentials,
};

/**
 * Connects both kinds, each to its double, and records all accounts. `connecting` is what other
 * calls of connectors need.
 */
export async function connectBoth(
  world: ConnectorWorld,
  addresses: Readonly<Record<string, string>>,
) {
  const { registry, reader } = world;
  const addressOf = ({ kind }: ConnectorKind) => addresses[kind];
  const connecting = { registry, keys: reader.keys, settings, addressOf };
  const add = async (kind: ConnectorKind, environment: string, secret: Secret) => {
    const sign = { kind, environment, label: kind.title, secret };
    const id = await connect(connecting, 'north', sign);
    const shown = await shownAccounts(registry, id);
    await chooseAccounts(
      registry,
      'north',
      id,
      shown.map(({ broker_id }) => broker_id),
      [kind],
    );
  };
  const both = { ...reader, settings, kinds: [ctrader, metaapi], addressOf };
  return { connecting, add, read: () => syncConnections(both, {}) };
}
