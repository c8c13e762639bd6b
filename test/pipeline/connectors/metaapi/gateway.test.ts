import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConnectorError } from '../../../../pipeline/connectors/errors.ts';
import type { Access } from '../../../../pipeline/connectors/kind.ts';
import { metaapi } from '../../../../pipeline/connectors/metaapi/kind.ts';
import { within } from '../../../support/within.ts';
import { begin, booking, position, trade } from './account.ts';
import { token } from './double.ts';
import { accessTo, form, now, readAll, withDouble } from './reading.ts';

const gateway = suite('MetaApi');
const inDouble = within(gateway, (work: Parameters<typeof withDouble>[1]) =>
  withDouble('mt5', work),
);

/** Returns the error of some work. The error must not contain a secret. */
async function faultOf(work: Promise<unknown>): Promise<ConnectorError> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    assert.not.match(
      `${error.message} ${error.cause ?? ''}`,
      /password1|made-metaapi|127\.0\.0\.1/,
    );
    assert.not.ok(error.message.includes('investor-password'));
    return error;
  }
  throw new Error('it ended without an error');
}

/** Signs in. Returns a function that reads the first page of the account. */
async function signedIn(access: Access): Promise<() => Promise<unknown>> {
  const { secret, accounts } = await metaapi.signIn(access, form());
  const [account] = accounts;
  if (account === undefined) throw new Error('no account');
  const request = { secret, account, since: null, state: null };
  return () => metaapi.read(access, request)[Symbol.asyncIterator]().next();
}

inDouble('adds an account by investor password, and stores no password', async (double) => {
  double.knobs.notConnected = 2;
  const access = accessTo(double);
  const { secret, accounts } = await metaapi.signIn(access, form());
  const [id] = double.accounts.keys();
  assert.equal(secret, { account: id });
  assert.equal(accounts, [
    {
      id: '51234567@Meadow-Live',
      platform: 'MT5',
      number: '51234567',
      server: 'Meadow-Live',
      name: '51234567 Meadow-Live',
      currency: 'USD',
      isDemo: false,
    },
  ]);
  // The same sign-in finds the account. The stored secret lists it without a password.
  await metaapi.signIn(access, form());
  await metaapi.signIn(access, secret);
  assert.is(double.accounts.size, 1);
});

inDouble('refuses a password that can trade, and leaves no account with it', async (double) => {
  const error = await faultOf(metaapi.signIn(accessTo(double), form('master-password')));
  assert.is(error.code, 'refused');
  assert.match(error.message, /investor password/);
  assert.is(double.accounts.size, 0);
});

inDouble(
  'distinguishes a wrong password from an unknown server, and retries neither',
  async (double) => {
    const access = accessTo(double);
    for (const wrong of [form('password1'), { ...form(), server: 'Elsewhere' }]) {
      assert.is((await faultOf(metaapi.signIn(access, wrong))).code, 'refused');
      const asked = double.requests.length;
      assert.is((await faultOf(metaapi.signIn(access, wrong))).code, 'refused');
      assert.is(double.requests.length, asked);
    }
    for (const wrong of [
      { login: '12a' },
      { platform: 'MT6' },
      { server: ' ' },
      { password: '' },
    ]) {
      const error = await faultOf(metaapi.signIn(access, { ...form(), ...wrong }));
      assert.is(error.code, 'refused');
    }
  },
);

inDouble('asks to sign in again while MetaApi tries the account', async (double) => {
  double.knobs.pending = 1;
  const access = accessTo(double);
  const error = await faultOf(metaapi.signIn(access, form()));
  assert.is(error.code, 'unavailable');
  assert.equal(error.retryAt, new Date(now.getTime() + 60_000));
  double.knobs.notConnected = 10;
  assert.is((await faultOf(metaapi.signIn(access, form()))).code, 'unavailable');
  double.knobs.notConnected = 0;
  await metaapi.signIn(access, form());
  assert.is(double.accounts.size, 1);
});

inDouble('waits as long as it is asked to when a limit is met', async (double, broker) => {
  broker.deals = [booking('mt5', '1', 'DEAL_TYPE_BALANCE', begin, 100)];
  const access = accessTo(double);
  await readAll(double);
  double.knobs.limited = 2;
  const read = await signedIn(access);
  assert.equal(access.waits, [2000, 2000]);
  Object.assign(double.knobs, { limited: 1, retryAfter: 3600 });
  const error = await faultOf(read());
  assert.is(error.code, 'limited');
  assert.equal(error.retryAt, new Date(now.getTime() + 3_600_000));
});

inDouble('reports why an account can no longer be read', async (double) => {
  await readAll(double);
  const { knobs } = double;
  const readPage = await signedIn(accessTo(double));
  const read = () => faultOf(readPage());
  knobs.connectionStatus = 'DISCONNECTED_FROM_BROKER';
  const broken = await read();
  assert.is(broken.code, 'unavailable');
  assert.match(broken.message, /not connected to your broker/);
  knobs.connectionStatus = 'CONNECTED';
  knobs.state = 'DEPLOY_FAILED';
  assert.is((await read()).code, 'refused');
  knobs.state = 'UNDEPLOYED';
  assert.is((await read()).code, 'unavailable');
  // The terminal was started again.
  assert.is(knobs.state, 'DEPLOYED');
  double.accounts.clear();
  assert.is((await read()).code, 'removed');
});

inDouble('names the operator if the token is not accepted or missing', async (double) => {
  const access = accessTo(double);
  for (const metaapiToken of [null, `${token}x`]) {
    const settings = { ...access.settings, metaapiToken };
    const error = await faultOf(metaapi.signIn({ ...access, settings }, form()));
    assert.is(error.code, 'unconfigured');
  }
});

inDouble('gives up on a slow or cut answer', async (double) => {
  await readAll(double);
  double.knobs.isCutting = true;
  assert.is((await faultOf(readAll(double))).code, 'unavailable');
  Object.assign(double.knobs, { isCutting: false, delayMilliseconds: 300 });
  const access = accessTo(double, AbortSignal.timeout(100));
  assert.is((await faultOf(metaapi.signIn(access, form()))).code, 'unavailable');
});

inDouble('names the field of an answer that is not as documented', async (double, broker) => {
  broker.deals = [
    trade('mt5', '3', '2', begin, {
      type: 'DEAL_TYPE_BUY',
      entryType: 'DEAL_ENTRY_IN',
      volume: 0.1,
      price: 1.08,
    }),
  ];
  broker.positions = [position('mt5', '2', begin)];
  await readAll(double);
  const failWith = (end: string, change: (body: unknown) => unknown) => {
    double.knobs.damage = (path, body) => (path.includes(end) ? change(body) : body);
    return faultOf(readAll(double));
  };
  const without = (field: string) => (body: unknown) =>
    Array.isArray(body)
      ? body.map(({ [field]: _, ...rest }) => rest)
      : Object.fromEntries(Object.entries(body as object).filter(([name]) => name !== field));
  const needed: Record<string, readonly string[]> = {
    'account-information': ['login', 'server', 'platform', 'currency', 'balance', 'equity', 'type'],
    'history-deals': ['id', 'type', 'time', 'profit', 'entryType', 'symbol', 'volume'],
    positions: ['id', 'type', 'time', 'openPrice', 'symbol', 'volume'],
  };
  for (const [end, fields] of Object.entries(needed)) {
    for (const field of fields) {
      const error = await failWith(end, without(field));
      assert.is(error.code, 'unexpected', `${end} ${field}: ${error.message}`);
      assert.ok(error.message.includes(field), `${field}: ${error.message}`);
    }
  }
  for (const wrong of ['text', 7, [1], [null], { deals: 1 }, {}]) {
    const error = await failWith('history-deals', () => wrong);
    assert.is(error.code, 'unexpected', JSON.stringify(wrong));
  }
  const early = await failWith('history-deals', () => ({ deals: [], synchronizing: true }));
  assert.is(early.code, 'unavailable');
  // A terminal that is signed in to another account is not read.
  const another = await failWith('account-information', (body) => ({
    ...(body as object),
    login: 1,
  }));
  assert.is(another.code, 'unexpected');
});

gateway.run();
