import { createHmac } from 'node:crypto';
import { makeReason } from '../../base/reasons/reason.ts';
import { isJsonList, isJsonObject, textOf } from '../../read/json-values.ts';
import { fieldsOf } from '../answers.ts';
import { ConnectorError, unexpectedField } from '../errors.ts';
import type { Access, Secret } from '../kind.ts';
import type { BrokerAnswer } from '../request.ts';
import { type Gateway, retryOf } from './gateway.ts';

/** Credentials that an owner types for a MetaTrader account. */
interface SignIn {
  readonly login: string;
  readonly server: string;
  readonly platform: 'mt4' | 'mt5';
  readonly password: string;
}

/** Reads the fields of the form. Throws a ConnectorError that names a wrong one. */
export function signInOf({
  login = '',
  server = '',
  platform = '',
  password = '',
}: Secret): SignIn {
  const name = platform.trim().toLowerCase();
  if (name !== 'mt4' && name !== 'mt5') {
    throw new ConnectorError('refused', makeReason('connector_metaapi_platform'));
  }
  if (!/^[1-9]\d{0,18}$/.test(login.trim())) {
    throw new ConnectorError('refused', makeReason('connector_metaapi_digits'));
  }
  if (server.trim() === '' || password === '') {
    throw new ConnectorError('refused', makeReason('connector_metaapi_fields'));
  }
  return { login: login.trim(), server: server.trim(), platform: name, password };
}

/**
 * Returns the id of the account at MetaApi. Adds it if the owner did not add it with these very
 * credentials before. Throws a ConnectorError of the code `unavailable` while MetaApi still tries
 * the password.
 */
export async function addAccount(
  gateway: Gateway,
  access: Access,
  signIn: SignIn,
): Promise<string> {
  const mark = markOf(access, signIn);
  if (refused.has(mark)) throw notAccepted();
  const known = await accountWith(gateway, signIn.login, mark);
  if (known !== null) return known;
  const { login, server, platform, password } = signIn;
  const answer = await gateway.provisioning({
    method: 'POST',
    path: '/users/current/accounts',
    headers: { 'transaction-id': mark.slice(0, 32) },
    body: {
      login,
      password,
      server,
      platform,
      magic: 0,
      type: 'cloud-g2',
      name: `${login} ${server}`.slice(0, 100),
      region: access.environment,
      manualTrades: true,
      metadata: { trackrecord: mark },
    },
  });
  if (answer.status === 202) throw stillConnecting(retryOf(answer, access.clock()));
  if (answer.status !== 200 && answer.status !== 201) {
    const refusal = refusalOf(answer);
    if (refusal.code === 'refused') remember(mark);
    throw refusal;
  }
  return fieldsOf('Create account', answer.json).text('id');
}

/** Marks of refused credentials. MetaApi charges for each try, so they are not tried again. */
const refused = new Set<string>();

const notAccepted = (): ConnectorError =>
  new ConnectorError('refused', makeReason('connector_metaapi_refused'));

function remember(mark: string): void {
  refused.add(mark);
  const [oldest] = refused;
  if (refused.size > 1000 && oldest !== undefined) refused.delete(oldest);
}

export const stillConnecting = (retryAt?: Date): ConnectorError =>
  new ConnectorError(
    'unavailable',
    makeReason('connector_metaapi_connecting'),
    retryAt === undefined ? {} : { retryAt },
  );

/**
 * Mark of an owner's credentials, by which an account that they added is found again. Another owner
 * with the same password gets an account of their own, so that neither can remove the other's. Only
 * the holder of the operator's token can compute it.
 */
function markOf(
  { settings, owner, environment }: Access,
  { login, server, platform, password }: SignIn,
): string {
  const text = JSON.stringify([owner, login, server, platform, password, environment]);
  return createHmac('sha256', settings.metaapiToken ?? '')
    .update(text)
    .digest('hex');
}

async function accountWith(gateway: Gateway, login: string, mark: string): Promise<string | null> {
  const { json } = await gateway.provisioning({
    path: '/users/current/accounts',
    query: { query: login, limit: '1000' },
  });
  if (!isJsonList(json)) throw unexpectedField('Accounts', 'answer', 'wanted_list');
  for (const account of json) {
    if (!isJsonObject(account)) throw unexpectedField('Accounts', 'answer', 'wanted_objects');
    const metadata = account.get('metadata');
    const isMarked = isJsonObject(metadata) && textOf(metadata.get('trackrecord')) === mark;
    if (isMarked) return fieldsOf('Accounts', account).text('_id');
  }
  return null;
}

/** Makes the error of an account that MetaApi did not add. */
function refusalOf({ status, json }: BrokerAnswer): ConnectorError {
  const details = isJsonObject(json) ? json.get('details') : undefined;
  const code = textOf(isJsonObject(details) ? details.get('code') : details);
  if (code === 'E_AUTH') return notAccepted();
  if (code === 'E_SRV_NOT_FOUND') {
    return new ConnectorError('refused', makeReason('connector_metaapi_server'));
  }
  if (code === 'E_SERVER_TIMEZONE') {
    return new ConnectorError('unavailable', makeReason('connector_metaapi_settings'));
  }
  const known = /^E_[A-Z_]{1,40}$/.test(code) ? code : String(status);
  return new ConnectorError(
    'unconfigured',
    makeReason('connector_metaapi_not_added', { status: known }),
  );
}
