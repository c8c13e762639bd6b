import { makeReason } from '../../base/reasons/reason.ts';
import { isJsonObject, type JsonValue, textOf } from '../../read/json-values.ts';
import { fieldsOf } from '../answers.ts';
import { ConnectorError } from '../errors.ts';
import type { Access, Secret } from '../kind.ts';
import { request } from '../request.ts';
import type { Client } from './connections.ts';

/** Tokens of an owner's grant, as the secret of a connection stores them. */
export interface Tokens extends Secret {
  readonly accessToken: string;
  /** Good for one use. */
  readonly refreshToken: string;
  /** Instant at which the access token ends, ISO 8601. */
  readonly expiresAt: string;
}

const refused = makeReason('connector_ctrader_refused');

/** Address of the pages at which owners grant access. */
const grantAddress = 'https://id.ctrader.com/my/settings/openapi/grantingaccess/';

/** Returns the address at which an owner grants access to read accounts. */
export function grantUrl(clientId: string, redirectUri: string, state: string): string {
  const url = new URL(grantAddress);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  // `accounts` reads. The other scope, `trading`, could place orders.
  url.searchParams.set('scope', 'accounts');
  url.searchParams.set('product', 'web');
  url.searchParams.set('state', state);
  return url.href;
}

/**
 * Exchanges an authorization code, which is good for one minute. `tokenAddress` is the server that
 * answers at /apps/token.
 */
export async function exchangeCode(
  access: Access,
  tokenAddress: string,
  { clientId, clientSecret }: Client,
  { code = '', redirect_uri = '' }: Secret,
): Promise<Tokens> {
  const { json } = await request(
    { ...access, address: tokenAddress },
    {
      path: '/apps/token',
      query: {
        grant_type: 'authorization_code',
        code,
        redirect_uri,
        client_id: clientId,
        client_secret: clientSecret,
      },
    },
  );
  if (isJsonObject(json) && textOf(json.get('errorCode')) !== '') {
    throw new ConnectorError('refused', refused);
  }
  return tokensOf('Token answer', json, access.clock());
}

/** Reads the tokens of an answer. */
export function tokensOf(answer: string, json: JsonValue | undefined, now: Date): Tokens {
  const fields = fieldsOf(answer, json);
  const seconds = Number(fields.decimal('expiresIn'));
  return {
    accessToken: fields.text('accessToken'),
    refreshToken: fields.text('refreshToken'),
    expiresAt: new Date(now.getTime() + Math.min(seconds, 1e9) * 1000).toISOString(),
  };
}

/** Returns true if a secret has tokens. */
export const hasTokens = (secret: Secret): secret is Tokens =>
  ['accessToken', 'refreshToken', 'expiresAt'].every((name) => secret[name]);
