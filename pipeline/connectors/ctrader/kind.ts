import { makeReason } from '../../base/reasons/reason.ts';
import { textOf } from '../../read/json-values.ts';
import { fieldsOf } from '../answers.ts';
import { ConnectorError } from '../errors.ts';
import type { Access, BrokerAccount, ConnectorKind, ConnectorSettings } from '../kind.ts';
import { type Client, createConnections } from './connections.ts';
import { readAccount } from './read.ts';
import { type OpenApiSession, startSession } from './session.ts';
import { exchangeCode, grantUrl, hasTokens } from './tokens.ts';

const environments = {
  live: 'wss://live.ctraderapi.com:5036',
  demo: 'wss://demo.ctraderapi.com:5036',
};

/** Server that exchanges codes for tokens. */
const tokenServer = 'https://openapi.ctrader.com';

/** Returns the token server of a proxy. The server of a test answers at its own address. */
const tokenAddressOf = (address: string): string =>
  Object.values(environments).includes(address) ? tokenServer : address.replace(/^ws/, 'http');

/** Creates the kind that reads cTrader's Open API. Tests pass connections with shorter times. */
export function createCtrader(connections = createConnections()): ConnectorKind {
  return {
    kind: 'ctrader',
    title: 'cTrader',
    environments,
    needs: ['ctraderClientId', 'ctraderClientSecret'],
    provesControl: true,
    fields: [],
    authorization: ({ settings, redirectUri, state }) =>
      grantUrl(clientOf(settings).clientId, redirectUri, state),
    async signIn(access, secret) {
      const client = clientOf(access.settings);
      const tokens = hasTokens(secret)
        ? secret
        : await exchangeCode(access, tokenAddressOf(access.address), client, secret);
      const release = connections.hold(access.address);
      try {
        const session = await startSession(access, connections, client, tokens);
        const accounts = await accountsOf(access, session);
        return { secret: session.tokens, accounts };
      } finally {
        await release();
      }
    },
    async *read(access, request) {
      const { secret } = request;
      if (!hasTokens(secret))
        throw new ConnectorError('refused', makeReason('connector_ctrader_sign_in'));
      const release = connections.hold(access.address);
      try {
        const client = clientOf(access.settings);
        const session = await startSession(access, connections, client, secret);
        yield* readAccount(access, session, request);
      } finally {
        await release();
      }
    },
  };
}

function clientOf({ ctraderClientId, ctraderClientSecret }: ConnectorSettings): Client {
  if (ctraderClientId === null || ctraderClientSecret === null) {
    throw new ConnectorError('unconfigured', makeReason('connector_ctrader_not_set_up'));
  }
  return { clientId: ctraderClientId, clientSecret: ctraderClientSecret };
}

/** Lists the accounts that the owner granted, of the environment that is asked. */
async function accountsOf(access: Access, session: OpenApiSession): Promise<BrokerAccount[]> {
  const answer = await session.request('ProtoOAGetAccountListByAccessTokenReq', {
    accessToken: session.tokens.accessToken,
  });
  const name = 'ProtoOAGetAccountListByAccessTokenRes';
  const listed = answer.has('ctidTraderAccount')
    ? fieldsOf(name, answer).objects('ctidTraderAccount')
    : [];
  return listed
    .filter(({ object }) => (object.get('isLive') === true) === (access.environment === 'live'))
    .map(({ object, text }) => {
      const id = text('ctidTraderAccountId');
      if (!/^\d{1,19}$/.test(id))
        throw new ConnectorError(
          'unexpected',
          makeReason('connector_ctrader_no_id', { answer: name }),
        );
      const number = textOf(object.get('traderLogin')) || id;
      const server = textOf(object.get('brokerTitleShort'));
      return {
        id,
        platform: 'cTrader',
        number,
        server,
        name: [server, number].filter(Boolean).join(' '),
        currency: null,
        isDemo: access.environment !== 'live',
      };
    });
}
