import { makeReason } from '../../base/reasons/reason.ts';
import { type AnswerFields, fieldsOf } from '../answers.ts';
import { ConnectorError } from '../errors.ts';
import type { Access, BrokerAccount, Secret } from '../kind.ts';
import { type BrokerAnswer, request } from '../request.ts';

/** Requests to TradeLocker with the tokens of one sign-in. */
export interface TradelockerSession {
  /** Returns the secret with the newest tokens. */
  secret(): Secret;
  /** Lists the accounts of the sign-in. */
  accounts(): Promise<TradelockerAccount[]>;
  /** Requests a path about an account. Returns the content of the answer's envelope. */
  get(
    what: string,
    path: string,
    accNum: string,
    query?: Readonly<Record<string, string>>,
  ): Promise<AnswerFields>;
}

/** Account with the number that requests about it name in the header `accNum`. */
interface TradelockerAccount extends BrokerAccount {
  readonly accNum: string;
  /** Balance as decimal text; null if the list does not say it. */
  readonly balance: string | null;
}

/** Time before the end of an access token at which it is renewed. */
const earlyMilliseconds = 5 * 60_000;

const refusedSignIn = makeReason('connector_tradelocker_refused');
const revokedAccess = makeReason('connector_tradelocker_revoked');

/** Opens a session. Signs in at the first request, or goes on with the tokens of the secret. */
export function openSession(access: Access, initial: Secret): TradelockerSession {
  let secret = initial;

  const keep = async (answer: AnswerFields): Promise<void> => {
    const [accessToken, refreshToken] = [answer.text('accessToken'), answer.text('refreshToken')];
    secret = { ...secret, accessToken, refreshToken };
    await access.keepSecret(secret);
  };
  const signIn = async (): Promise<void> => {
    const { email = '', password = '', server = '' } = secret;
    const answer = await request(access, {
      method: 'POST',
      isRepeatable: true,
      path: '/auth/jwt/token',
      body: { email, password, server },
    });
    if (isRefusal(answer)) throw new ConnectorError('refused', refusedSignIn);
    await keep(contentOf('token', answer, [200, 201]));
  };
  const renew = async (): Promise<void> => {
    const { refreshToken } = secret;
    if (!refreshToken || isOver(refreshToken, access.clock())) return signIn();
    const answer = await request(access, {
      // A refresh token that the server has used up is refused, and the sign-in follows.
      method: 'POST',
      isRepeatable: true,
      path: '/auth/jwt/refresh',
      body: { refreshToken },
    });
    return isRefusal(answer) ? signIn() : keep(contentOf('refresh', answer, [200, 201]));
  };
  const authorized = async (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    query: Readonly<Record<string, string>> = {},
  ): Promise<BrokerAnswer> => {
    const soon = new Date(access.clock().getTime() + earlyMilliseconds);
    if (!secret.accessToken || isOver(secret.accessToken, soon)) await renew();
    const ask = () =>
      request(access, {
        path,
        query,
        headers: { ...headers, authorization: `Bearer ${secret.accessToken}` },
      });
    const answer = await ask();
    if (answer.status !== 401) return answer;
    await renew();
    const again = await ask();
    if (again.status === 401) throw new ConnectorError('revoked', revokedAccess);
    return again;
  };

  return {
    secret: () => secret,
    async accounts() {
      const answer = await authorized('/auth/jwt/all-accounts');
      const { server = '' } = secret;
      return contentOf('all-accounts', answer)
        .objects('accounts')
        .map((account) => ({
          id: account.text('id'),
          platform: 'TradeLocker',
          number: account.text('id'),
          server,
          name: account.optional('name') ?? account.text('id'),
          currency: account.text('currency').toUpperCase(),
          isDemo: access.environment === 'demo',
          accNum: account.text('accNum'),
          balance: account.optional('accountBalance') && account.decimal('accountBalance'),
        }));
    },
    async get(what, path, accNum, query) {
      const answer = await authorized(path, { accnum: accNum }, query);
      if (answer.status === 404) {
        throw new ConnectorError('removed', makeReason('connector_tradelocker_removed'));
      }
      const envelope = contentOf(what, answer);
      const status = envelope.text('s');
      if (status !== 'ok') {
        throw new ConnectorError(
          'unexpected',
          makeReason('connector_tradelocker_error', { answer: what }),
        );
      }
      return envelope.fields('d');
    },
  };
}

/** Returns true if the server refused credentials or a token. */
const isRefusal = ({ status }: BrokerAnswer): boolean => [400, 401, 403, 404].includes(status);

function contentOf(
  what: string,
  { status, json }: BrokerAnswer,
  accepted: readonly number[] = [200],
): AnswerFields {
  if (status === 403) throw new ConnectorError('revoked', revokedAccess);
  if (!accepted.includes(status)) {
    throw new ConnectorError(
      'unexpected',
      makeReason('connector_tradelocker_status', { answer: what, status }),
    );
  }
  return fieldsOf(what, json);
}

/**
 * Returns true if a JWT has ended at an instant. Its signature is not checked: it only saves a
 * request. Returns false if the token does not say its end.
 */
function isOver(token: string, at: Date): boolean {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    );
    const end = typeof payload === 'object' && payload && 'exp' in payload ? payload.exp : null;
    return typeof end === 'number' && end * 1000 <= at.getTime();
  } catch {
    return false;
  }
}
