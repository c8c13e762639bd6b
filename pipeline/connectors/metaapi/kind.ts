import { ConnectorError, unexpectedField } from '../errors.ts';
import type { Access, ConnectorKind } from '../kind.ts';
import { addAccount, signInOf } from './accounts.ts';
import { type Gateway, gatewayOf, regions } from './gateway.ts';
import { readAccount } from './read.ts';
import { accountInformation, brokerAccount, pathOf } from './terminal.ts';

/** Times that a sign-in asks whether the account is connected, and the pause between them. */
const questions = 3;
const pauseMilliseconds = 3000;

/** Reads MT4 and MT5 accounts by investor password, through the gateway MetaApi. */
export const metaapi: ConnectorKind = {
  kind: 'metaapi',
  title: 'MetaTrader 4 and 5',
  environments: regions,
  needs: ['metaapiToken'],
  provesControl: false,
  fields: [
    { name: 'platform', label: 'platform', type: 'text', maxLength: 3 },
    { name: 'login', label: 'login', type: 'text', maxLength: 19 },
    { name: 'server', label: 'server', type: 'text', maxLength: 100 },
    { name: 'password', label: 'investorPassword', type: 'password', maxLength: 100 },
  ],
  async signIn(access, secret) {
    const gateway = gatewayOf(access);
    const { account: known } = secret;
    const id = known ?? (await addAccount(gateway, access, signInOf(secret)));
    if (known === undefined) await access.keepSecret({ account: id });
    const information = await connected(access, gateway, id);
    try {
      // MetaApi has the password from now on; it is not stored here.
      const account = brokerAccount(information);
      if (known === undefined && account.number !== secret.login?.trim()) {
        throw unexpectedField('Account information', 'login', 'wanted_typed');
      }
      return { secret: { account: id }, accounts: [account] };
    } catch (error) {
      // A password that can trade is left nowhere.
      const isRefused = error instanceof ConnectorError && error.code === 'refused';
      if (isRefused) await gateway.provisioning({ method: 'DELETE', path: pathOf(id) });
      throw error;
    }
  },
  async forget(access, { account }) {
    if (account === undefined) return;
    await gatewayOf(access).provisioning({ method: 'DELETE', path: pathOf(account) });
  },
  async *read(access, request) {
    const gateway = gatewayOf(access);
    yield* readAccount(access, gateway, request);
  },
};

/** Waits a little until an account is connected. Throws a ConnectorError if it is not. */
async function connected(access: Access, gateway: Gateway, id: string) {
  for (let question = 1; ; question++) {
    try {
      return await accountInformation(gateway, id);
    } catch (error) {
      const isEarly = error instanceof ConnectorError && error.code === 'unavailable';
      if (!isEarly || question === questions) throw error;
      await access.wait(pauseMilliseconds);
    }
  }
}
