import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { createConnections } from '../../../../pipeline/connectors/ctrader/connections.ts';
import { createCtrader } from '../../../../pipeline/connectors/ctrader/kind.ts';
import { eventTypes, requestTypes } from '../../../../pipeline/connectors/ctrader/requests.ts';
import { ConnectorError } from '../../../../pipeline/connectors/errors.ts';
import { fieldsOf } from '../../../support/fields.ts';
import { makeAccount } from './account.ts';
import { client } from './double.ts';
import { accessTo, endOf, quick, withDouble } from './reading.ts';
import { readSchema } from './schema.ts';

const kinds = suite('kind ctrader');

const redirectUri = 'https://records.example/me/connections/authorized';
const settings = {
  ctraderClientId: client.clientId,
  ctraderClientSecret: client.clientSecret,
  metaapiToken: null,
};

kinds('has the payload types of the proto files', () => {
  const { messages } = readSchema();
  for (const [name, type] of Object.entries(requestTypes)) {
    assert.is(messages.get(type), name);
    assert.is(messages.get(type + 1), name.replace(/Req$/, 'Res'));
  }
  assert.is(messages.get(eventTypes.error), 'ProtoOAErrorRes');
  assert.is(messages.get(eventTypes.heartbeat), 'ProtoHeartbeatEvent');
  assert.is(messages.get(eventTypes.commonError), 'ProtoErrorRes');
  assert.is(messages.get(eventTypes.tokensInvalidated), 'ProtoOAAccountsTokenInvalidatedEvent');
  assert.is(messages.get(eventTypes.clientDisconnect), 'ProtoOAClientDisconnectEvent');
  assert.is(messages.get(eventTypes.accountDisconnect), 'ProtoOAAccountDisconnectEvent');
});

kinds('knows every error code that it names', () => {
  const proto = ['OpenApiModelMessages.proto', 'OpenApiCommonModelMessages.proto']
    .map((file) =>
      readFileSync(inPackage(join('test/pipeline/connectors/ctrader/proto', file)), 'utf8'),
    )
    .join('\n');
  const source = readFileSync(inPackage('pipeline/connectors/ctrader/faults.ts'), 'utf8');
  const named = [...source.matchAll(/^ {2}([A-Z_]+): \[/gm)].map(([, name = '']) => name);
  assert.ok(named.length > 15);
  // The token server answers with its own error code.
  assert.equal(
    named.filter((name) => !new RegExp(`\\b${name} = \\d+;`).test(proto)),
    ['ACCESS_DENIED'],
  );
});

kinds('asks only for the right to read, and sends the state with it', () => {
  const state = 'a/b+c&d';
  const address = createCtrader().authorization?.({
    settings,
    environment: 'live',
    redirectUri,
    state,
  });
  const url = new URL(address ?? '');
  assert.is(
    url.origin + url.pathname,
    'https://id.ctrader.com/my/settings/openapi/grantingaccess/',
  );
  assert.equal(Object.fromEntries(url.searchParams), {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    scope: 'accounts',
    product: 'web',
    state,
  });
});

kinds('signs in with a code, and lists the accounts of the environment', async () => {
  const { account } = makeAccount('sign in', { deals: 2 });
  const demo = makeAccount('demo', { deals: 2 }, 5n).account;
  demo.listed.isLive = false;
  await withDouble([account, demo], async (double) => {
    const kind = createCtrader(createConnections(quick));
    const access = accessTo(double, endOf(account));
    const { code } = double.tokens;
    const signedIn = await kind.signIn(access, { code, redirect_uri: redirectUri });
    assert.is(signedIn.secret.accessToken, double.tokens.access);
    assert.equal(fieldsOf(signedIn.accounts, 'id', 'isDemo', 'server'), [
      ['9007199254740993', false, 'meadow'],
    ]);
    const again = await kind.signIn({ ...access, environment: 'demo' }, signedIn.secret);
    assert.equal(fieldsOf(again.accounts, 'id', 'isDemo'), [['5', true]]);
    // A code works once.
    try {
      await kind.signIn(access, { code, redirect_uri: redirectUri });
      assert.unreachable();
    } catch (error) {
      assert.is((error as ConnectorError).code, 'refused');
    }
  });
});

kinds('is off without its settings', async () => {
  const { account } = makeAccount('off', { deals: 2 });
  await withDouble([account], async (double) => {
    const access = { ...accessTo(double, endOf(account)) };
    const none = { ...settings, ctraderClientSecret: null };
    try {
      await createCtrader().signIn({ ...access, settings: none }, { code: 'x' });
      assert.unreachable();
    } catch (error) {
      assert.instance(error, ConnectorError);
      assert.is((error as ConnectorError).code, 'unconfigured');
    }
  });
});

kinds.run();
