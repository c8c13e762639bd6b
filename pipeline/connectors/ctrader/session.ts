import { makeReason } from '../../base/reasons/reason.ts';
import type { ExactObject } from '../../read/json-values.ts';
import { ConnectorError } from '../errors.ts';
import type { Access } from '../kind.ts';
import type { OpenApiConnection } from './connection.ts';
import type { Client, OpenApiConnections } from './connections.ts';
import { OpenApiError } from './faults.ts';
import type { RequestFields, RequestName } from './requests.ts';
import { type Tokens, tokensOf } from './tokens.ts';

/** Requests of one owner's grant. Opens the connection again if it was cut. */
export interface OpenApiSession {
  /** Tokens that are in force. */
  readonly tokens: Tokens;
  /** Sends a request of the application, which is about no account. */
  request(name: RequestName, fields: RequestFields): Promise<ExactObject>;
  /** Sends a request about an account. Authorizes the account first where the server wants it. */
  ofAccount(account: bigint, name: RequestName, fields?: RequestFields): Promise<ExactObject>;
}

/** Access tokens are replaced this long before they end. They last for about 30 days. */
const renewBefore = 3 * 24 * 3600 * 1000;
const tries = 5;
/**
 * Longest wait for a rate limit inside a read. After a longer one the read is tried again later.
 */
const longestWait = 60_000;

const expired: ReadonlySet<string> = new Set(['OA_AUTH_TOKEN_EXPIRED', 'CH_ACCESS_TOKEN_INVALID']);

/** Starts a session. Replaces tokens that end soon, or that the server no longer accepts. */
export async function startSession(
  access: Access,
  connections: OpenApiConnections,
  client: Client,
  first: Tokens,
): Promise<OpenApiSession> {
  let tokens = first;
  /** Connections at which an account is authorized, by account. */
  const authorized = new Map<bigint, OpenApiConnection>();
  const now = () => access.clock();

  const renew = async (connection: OpenApiConnection): Promise<void> => {
    const { refreshToken } = tokens;
    try {
      const answer = await connection.request(
        'ProtoOARefreshTokenReq',
        { refreshToken },
        access.signal,
      );
      tokens = tokensOf('ProtoOARefreshTokenRes', answer, now());
    } catch (error) {
      if (!(error instanceof OpenApiError) || !['unexpected', 'revoked'].includes(error.code)) {
        throw error;
      }
      throw new ConnectorError('revoked', revoked);
    }
    await access.keepSecret(tokens);
  };

  const authorize = async (connection: OpenApiConnection, account: bigint): Promise<void> => {
    const ask = () =>
      connection.request(
        'ProtoOAAccountAuthReq',
        { ctidTraderAccountId: account, accessToken: tokens.accessToken },
        access.signal,
      );
    try {
      await ask();
    } catch (error) {
      const errorCode = error instanceof OpenApiError ? error.errorCode : '';
      if (expired.has(errorCode)) {
        await renew(connection);
        await ask();
      } else if (errorCode !== 'ALREADY_LOGGED_IN') throw error;
      // Another owner's token opened that session. It says nothing about this token.
      else if (connection.tokens.get(account) !== tokens.accessToken) {
        throw new ConnectorError('unavailable', busy);
      }
    }
    connection.tokens.set(account, tokens.accessToken);
    authorized.set(account, connection);
  };

  /** Tries work again while connections are cut, sessions end or the server is busy. */
  const repeat = async <Result>(work: (connection: OpenApiConnection) => Promise<Result>) => {
    for (let attempt = 1; ; attempt++) {
      let connection: OpenApiConnection | undefined;
      try {
        connection = await connections.open(access, client);
        return await work(connection);
      } catch (error) {
        const wait = waitAfter(error, connection, attempt, now());
        if (wait === null || attempt === tries) throw error;
        authorized.clear();
        await access.wait(wait);
      }
    }
  };

  if (Date.parse(tokens.expiresAt) - now().getTime() < renewBefore) await repeat(renew);
  return {
    get tokens() {
      return tokens;
    },
    request: (name, fields) =>
      repeat((connection) => connection.request(name, fields, access.signal)),
    ofAccount: (account, name, fields = {}) =>
      repeat(async (connection) => {
        if (authorized.get(account) !== connection) await authorize(connection, account);
        const about = { ctidTraderAccountId: account, ...fields };
        return connection.request(name, about, access.signal);
      }),
  };
}

const busy = makeReason('connector_ctrader_busy');
const revoked = makeReason('connector_ctrader_revoked');

/** Returns the milliseconds after which a request is sent again, or null if it is not. */
function waitAfter(
  error: unknown,
  connection: OpenApiConnection | undefined,
  attempt: number,
  now: Date,
): number | null {
  if (!(error instanceof ConnectorError)) return null;
  const backoff = 500 * 2 ** attempt;
  const asked = error.retryAt === null ? backoff : error.retryAt.getTime() - now.getTime();
  if (error.code === 'limited') return asked <= longestWait ? Math.max(asked, 100) : null;
  const isEnded = error instanceof OpenApiError && error.errorCode === 'ACCOUNT_NOT_AUTHORIZED';
  const isCut = connection !== undefined && !connection.isOpen;
  return error.code === 'unavailable' && (isEnded || isCut) ? backoff : null;
}
