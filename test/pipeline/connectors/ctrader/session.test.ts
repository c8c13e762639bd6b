import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { documentedLimits } from '../../../../pipeline/connectors/ctrader/connection.ts';
import { createConnections } from '../../../../pipeline/connectors/ctrader/connections.ts';
import { createCtrader } from '../../../../pipeline/connectors/ctrader/kind.ts';
import { ConnectorError, type ConnectorFault } from '../../../../pipeline/connectors/errors.ts';
import type { Access } from '../../../../pipeline/connectors/kind.ts';
import { whileOpen } from '../../../support/while-open.ts';
import { within } from '../../../support/within.ts';
import { makeAccount } from './account.ts';
import { type Double, type Message, startDouble } from './double.ts';
import { accessTo, brokerAccount, endOf, quick, readAll, secretOf, withDouble } from './reading.ts';

const session = suite('session with cTrader');

/** Reads an account and returns the error. */
async function faultOf(double: Double, access?: Access): Promise<ConnectorError> {
  try {
    await readAll(double, access ? { access } : {});
  } catch (error) {
    if (error instanceof ConnectorError) {
      const words = `${error.message} ${error.cause ?? ''}`;
      assert.not.match(words, /access-|refresh-|made-secret|127\.0\.0\.1/);
      return error;
    }
    throw error;
  }
  throw new Error('the read ended without an error');
}

const small = () => makeAccount('session', { deals: 8 }).account;
const now = endOf(small());
const inDouble = within(session, (work: (double: Double) => Promise<void>) =>
  withDouble([small()], work),
);

session('keeps within the documented rate limits, and sends heartbeats', async () => {
  const account = makeAccount('pace', { deals: 40 }).account;
  await whileOpen(startDouble([account]), async (double) => {
    // The double counts requests as documented, and answers one too many with an error.
    const access = accessTo(double, endOf(account));
    await readAll(double, { access, limits: { ...documentedLimits, heartbeatMilliseconds: 100 } });
    assert.equal(access.waits, []);
    assert.ok(double.requests.filter((name) => name.includes('List')).length > 10);
    assert.ok(double.heartbeats > 3);
    assert.equal(double.faults, []);
  });
});

inDouble('waits as long as the server asks when a limit is met', async (double) => {
  const limited = { request: 'ProtoOADealListReq', errorCode: 'BLOCKED_PAYLOAD_TYPE' };
  double.knobs.errors = [{ ...limited, fields: { retryAfter: 7 } }];
  const access = accessTo(double, now);
  const read = await readAll(double, { access });
  assert.is(read.rows('trades').length, 8);
  assert.equal(access.waits, [7000]);
  double.knobs.errors = [{ ...limited, fields: { retryAfter: 600 } }];
  const error = await faultOf(double, accessTo(double, now));
  assert.is(error.code, 'limited');
  assert.equal(error.retryAt, new Date(now.getTime() + 600_000));
});

inDouble('replaces an access token that ends, and stores the new tokens once', async (double) => {
  const soon = { ...secretOf(double), expiresAt: new Date(now.getTime() + 60_000).toISOString() };
  const access = accessTo(double, now);
  await readAll(double, { access, secret: soon });
  const { access: accessToken, refresh: refreshToken } = double.tokens;
  const expiresAt = new Date(now.getTime() + 2_628_000_000).toISOString();
  assert.equal(access.stored, [{ accessToken, refreshToken, expiresAt }]);
});

inDouble('continues with new tokens if the old one expires during a read', async (double) => {
  const access = accessTo(double, now);
  double.knobs.damage = (name, payload) => {
    if (name === 'ProtoOASymbolsListRes' && double.tokens.access === 'access-1') {
      double.expireToken();
    }
    return payload;
  };
  const read = await readAll(double, { access });
  assert.is(read.rows('trades').length, 8);
  assert.is(access.stored.length, 1);
});

session('distinguishes a withdrawn grant, a removed account and a wrong application', async () => {
  const codes: Record<string, [ConnectorFault, (double: Double) => void]> = {
    revoked: ['revoked', (double) => double.revoke()],
    removed: ['removed', (double) => double.accounts.splice(0)],
    disabled: [
      'removed',
      ({ knobs }) =>
        knobs.errors.push({ request: 'ProtoOAAccountAuthReq', errorCode: 'RET_ACCOUNT_DISABLED' }),
    ],
    unknown: [
      'unexpected',
      ({ knobs }) => knobs.errors.push({ request: 'ProtoOATraderReq', errorCode: 'A_NEW_ERROR' }),
    ],
    application: [
      'unconfigured',
      ({ knobs }) =>
        knobs.errors.push({
          request: 'ProtoOAApplicationAuthReq',
          errorCode: 'CH_CLIENT_AUTH_FAILURE',
        }),
    ],
  };
  for (const [name, [code, break_]] of Object.entries(codes)) {
    const account = small();
    await withDouble([account], async (double) => {
      const access = accessTo(double, now);
      const kind = createCtrader(createConnections(quick));
      const request = {
        secret: secretOf(double),
        account: brokerAccount(account),
        since: null,
        state: null,
      };
      break_(double);
      try {
        for await (const _ of kind.read(access, request));
        assert.unreachable(name);
      } catch (error) {
        assert.instance(error, ConnectorError);
        assert.is((error as ConnectorError).code, code, name);
      }
    });
  }
});

inDouble('does not use a session that another token opened', async (double) => {
  const opened = { request: 'ProtoOAAccountAuthReq', errorCode: 'ALREADY_LOGGED_IN' };
  double.knobs.errors = [opened];
  assert.is((await faultOf(double, accessTo(double, now))).code, 'unavailable');
  assert.not.ok(double.requests.includes('ProtoOATraderReq'));
});

inDouble('reports when a maintenance ends', async (double) => {
  const end = Math.floor(now.getTime() / 1000) + 1800;
  double.knobs.errors = [
    {
      request: 'ProtoOATraderReq',
      errorCode: 'SERVER_IS_UNDER_MAINTENANCE',
      fields: { maintenanceEndTimestamp: end },
    },
  ];
  const error = await faultOf(double, accessTo(double, now));
  assert.is(error.code, 'unavailable');
  assert.equal(error.retryAt, new Date(end * 1000));
});

inDouble('connects again when the connection is cut', async (double) => {
  double.knobs.cutAfter = 7;
  const read = await readAll(double);
  assert.is(read.rows('trades').length, 8);
  assert.ok(double.connections > 1);
  double.knobs.cutAfter = 1;
  assert.is((await faultOf(double)).code, 'unavailable');
});

inDouble(
  'gives up on a server that is slow, and when the time of the read is over',
  async (double) => {
    double.knobs.delayMilliseconds = 400;
    const limits = { ...quick, answerMilliseconds: 100 };
    const reading = readAll(double, { limits });
    const error = await reading.then(
      () => null,
      (fault: unknown) => fault,
    );
    assert.is((error as ConnectorError).code, 'unavailable');
    const access = accessTo(double, now, AbortSignal.timeout(100));
    const begun = Date.now();
    assert.is((await faultOf(double, access)).code, 'unavailable');
    assert.ok(Date.now() - begun < 350);
  },
);

session('reads several accounts on one connection', async () => {
  const accounts = [11n, 12n, 13n].map((id) => makeAccount('shared', { deals: 8 }, id).account);
  await withDouble(accounts, async (double) => {
    const kind = createCtrader(createConnections(quick));
    await Promise.all(
      accounts.map(async (account) => {
        const request = {
          secret: secretOf(double),
          account: brokerAccount(account),
          since: null,
          state: null,
        };
        for await (const _ of kind.read(accessTo(double, now), request));
      }),
    );
    assert.is(double.connections, 1);
  });
});

/** Fields that an answer must have, by answer. */
const needed: readonly [string, readonly string[]][] = [
  ['ProtoOATraderRes', ['ctidTraderAccountId', 'trader']],
  ['ProtoOADealListRes', ['ctidTraderAccountId', 'hasMore']],
  ['ProtoOACashFlowHistoryListRes', ['ctidTraderAccountId']],
  ['ProtoOAReconcileRes', ['ctidTraderAccountId']],
  ['ProtoOASymbolsListRes', ['ctidTraderAccountId']],
  ['ProtoOAAssetListRes', ['ctidTraderAccountId', 'asset']],
];

inDouble('names the field of an answer that is not as documented', async (double) => {
  const failWith = async (name: string, change: (payload: Message) => unknown) => {
    double.knobs.damage = (sent, payload) => (sent === name ? change(payload) : payload);
    return faultOf(double);
  };
  for (const [name, fields] of needed) {
    for (const field of fields) {
      if (name === 'ProtoOATraderRes' && field === 'ctidTraderAccountId') continue;
      const error = await failWith(name, ({ [field]: _, ...rest }) => rest);
      assert.is(error.code, 'unexpected', `${name} ${field}`);
      assert.ok(error.message.includes(field), error.message);
    }
  }
  for (const field of ['dealId', 'positionId', 'symbolId', 'executionTimestamp', 'tradeSide']) {
    const error = await failWith('ProtoOADealListRes', (payload) => ({
      ...payload,
      deal: (payload.deal as Message[]).map(({ [field]: _, ...rest }) => rest),
    }));
    assert.is(error.code, 'unexpected', field);
    assert.ok(error.message.includes(field), error.message);
  }
  for (const wrong of [
    [],
    'text',
    { deal: 'none', hasMore: false },
    { deal: [1], hasMore: false },
  ]) {
    const error = await failWith('ProtoOADealListRes', () => wrong);
    assert.ok(['unexpected', 'unavailable'].includes(error.code), JSON.stringify(wrong));
  }
  // An answer about another account is refused.
  const another = await failWith('ProtoOADealListRes', (payload) => ({
    ...payload,
    ctidTraderAccountId: 1,
  }));
  assert.is(another.code, 'unexpected');
});

session.run();
