import { makeReason } from '../../base/reasons/reason.ts';
import type { TerminalAccount } from '../../deliveries/deals/terminal.ts';
import { type ExactObject, textOf } from '../../read/json-values.ts';
import { fieldsOf } from '../answers.ts';
import { ConnectorError, otherValue, unexpectedField } from '../errors.ts';
import type { Access, BrokerAccount } from '../kind.ts';
import { stillConnecting } from './accounts.ts';
import { type Gateway, objectOf } from './gateway.ts';

/** Path of an account in both APIs. */
export const pathOf = (id: string): string => `/users/current/accounts/${encodeURIComponent(id)}`;

/**
 * Reads the account as its terminal shows it. Throws a ConnectorError while it is not connected.
 */
export async function accountInformation(gateway: Gateway, id: string): Promise<ExactObject> {
  try {
    const answer = await gateway.client({ path: `${pathOf(id)}/account-information` });
    if (answer.status === 200) return objectOf('Account information', answer.json);
    if (answer.status !== 404) {
      throw otherValue('Account information', 'status', '200');
    }
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== 'unavailable') throw error;
  }
  throw await whyNotConnected(gateway, id);
}

/** Says why an account can't be read. Starts its terminal if it was stopped. */
async function whyNotConnected(gateway: Gateway, id: string): Promise<ConnectorError> {
  const answer = await gateway.provisioning({ path: pathOf(id) });
  if (answer.status === 404) {
    return new ConnectorError('removed', makeReason('connector_metaapi_removed'));
  }
  const { optional } = fieldsOf('Account', answer.json);
  const state = optional('state') ?? '';
  if (state === 'UNDEPLOYED') {
    await gateway.provisioning({ method: 'POST', path: `${pathOf(id)}/deploy` });
    return stillConnecting();
  }
  if (state.endsWith('DEPLOY_FAILED')) {
    const message = makeReason('connector_metaapi_password');
    return new ConnectorError('refused', message);
  }
  if (optional('connectionStatus') === 'DISCONNECTED_FROM_BROKER') {
    const message = makeReason('connector_metaapi_disconnected');
    return new ConnectorError('unavailable', message);
  }
  return stillConnecting();
}

/**
 * Makes the account of a sign-in. Its id is its number and server, since another sign-in to it has
 * another id at MetaApi. Throws if the password of the sign-in can trade.
 */
export function brokerAccount(information: ExactObject): BrokerAccount {
  const { text, optional } = fieldsOf('Account information', information);
  if (information.get('investorMode') === false) {
    const message = makeReason('connector_metaapi_can_trade');
    throw new ConnectorError('refused', message);
  }
  const [number, server] = [text('login'), text('server')];
  return {
    id: `${number}@${server}`,
    platform: platformOf(information),
    number,
    server,
    name: `${number} ${server}`,
    currency: optional('currency'),
    isDemo: text('type') !== 'ACCOUNT_TRADE_MODE_REAL',
  };
}

function platformOf(information: ExactObject): 'MT4' | 'MT5' {
  const platform = textOf(information.get('platform')).toUpperCase();
  if (platform === 'MT4' || platform === 'MT5') return platform;
  throw unexpectedField('Account information', 'platform', 'wanted_platform');
}

/**
 * Makes the account as Expert Advisors send it. Its clock is UTC, since MetaApi states all times in
 * UTC. Throws if the terminal is signed in to another account.
 */
export function terminalAccount(
  { clock }: Pick<Access, 'clock'>,
  account: BrokerAccount,
  information: ExactObject,
): TerminalAccount {
  const { text, decimal, optional } = fieldsOf('Account information', information);
  if (text('login') !== account.number || text('server') !== account.server) {
    throw unexpectedField('Account information', 'login', 'wanted_login');
  }
  return {
    platform: platformOf(information),
    number: account.number,
    server: account.server,
    broker: optional('broker') ?? '',
    currency: text('currency').toUpperCase(),
    leverage: /^[1-9]\d*$/.exec(optional('leverage') ?? '')?.[0] ?? '',
    demo: String(account.isDemo),
    balance: decimal('balance'),
    clock: 'UTC',
    gmt: Math.floor(clock().getTime() / 1000),
    ahead: 0,
    listed: 0,
  };
}
