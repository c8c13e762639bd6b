import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createLog } from '../../../pipeline/base/log.ts';
import { backupCommand } from '../../../pipeline/commands/backup.ts';
import { registryAuditCommand, registryDumpCommand } from '../../../pipeline/commands/registry.ts';
import { secretsRotateCommand } from '../../../pipeline/commands/secrets.ts';
import { statusCommand } from '../../../pipeline/commands/status.ts';
import { syncCommand } from '../../../pipeline/commands/sync.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { connect } from '../../../pipeline/connectors/connect.ts';
import { exchangeCode } from '../../../pipeline/connectors/ctrader/tokens.ts';
import type { Access } from '../../../pipeline/connectors/kind.ts';
import { addressIn, connectorKinds } from '../../../pipeline/connectors/kinds.ts';
import { gatewayOf } from '../../../pipeline/connectors/metaapi/gateway.ts';
import { readConnection } from '../../../pipeline/connectors/read-connection.ts';
import { request } from '../../../pipeline/connectors/request.ts';
import { requireSecretKeys, seal, unseal } from '../../../pipeline/connectors/seal.ts';
import { openSession } from '../../../pipeline/connectors/tradelocker/session.ts';
import { tradelocker } from '../../../pipeline/connectors/tradelocker/tradelocker.ts';
import { connectionsOf, removeConnection } from '../../../pipeline/registry/broker-connections.ts';
import { leaveSignIn, leftSignIns } from '../../../pipeline/registry/left-sign-ins.ts';
import { listenLocally } from '../../support/listen.ts';
import { within } from '../../support/within.ts';
import { type ConnectorWorld, goodSecret, withConnectors, withTradelocker } from './world.ts';

const secrets = suite('secrets of connectors');

const keyText = () => randomBytes(32).toString('base64');
const keysOf = (secretKey: string, secretKeyOld: string | null = null) =>
  requireSecretKeys({ secretKey, secretKeyOld });
const row = { id: 'brk_1', owner: 'north', kind: 'tradelocker', environment: 'demo' };

const inBoth = within(secrets, withTradelocker);

/** Runs a command and returns everything that it prints. */
async function printed(
  work: (io: Parameters<typeof syncCommand>[2]) => Promise<unknown>,
): Promise<string> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const io = { stdout: print, stderr: print, clock: () => new Date(), env: {}, program: [] };
  await work(io).catch((error: unknown) => print(String(error)));
  return lines.join('\n');
}

const configIn = ({ folder, secretKey }: Pick<ConnectorWorld, 'folder' | 'secretKey'>, old = '') =>
  readConfig({
    TRACKRECORD_DATA: folder,
    TRACKRECORD_SECRET_KEY: secretKey,
    TRACKRECORD_SECRET_KEY_OLD: old,
    CTRADER_CLIENT_ID: 'client',
    CTRADER_CLIENT_SECRET: operatorSecrets.ctraderClientSecret,
    METAAPI_TOKEN: operatorSecrets.metaapiToken,
  });

/** Secrets that the operator sets. */
const operatorSecrets = {
  ctraderClientSecret: 'canary-client-secret',
  metaapiToken: 'canary-metaapi-token',
};

secrets('can be decrypted only with the right key and row', () => {
  const keys = keysOf(keyText());
  const sealed = seal(keys, row, goodSecret);
  assert.equal(unseal(keys, row, sealed), goodSecret);
  assert.not.match(sealed, /horse|trader/);
  assert.is.not(seal(keys, row, goodSecret), sealed);
  const otherRows = [
    ...(['id', 'owner', 'kind', 'environment'] as const).map((name) => ({ ...row, [name]: 'x' })),
  ];
  for (const otherRow of otherRows)
    assert.throws(() => unseal(keys, otherRow, sealed), /another connection/);
  assert.throws(() => unseal(keysOf(keyText()), row, sealed), /no key of the settings/);
  for (let at = 0; at < sealed.length; at += 7) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.throws(() => unseal(keys, row, changed), /key of the settings|changed|sealed secret/);
  }
  // A shortened tag would be easier to guess.
  const parts = sealed.split('.');
  const short = [...parts.slice(0, 3), parts[3]?.slice(0, 6), parts[4]].join('.');
  assert.throws(() => unseal(keys, row, short), /changed/);
});

inBoth('are in no file, log, command, backup or audit trail', async (world, double) => {
  const { folder, reader, secretKey } = world;
  const copy = `${folder}-copy`;
  const logged: string[] = [];
  const log = createLog(
    { logLevel: 'trace', logFormat: 'json' },
    { write: (line) => void logged.push(line) },
  );
  await world.connect(double.address);
  await readConnection({ ...reader, log }, { id: (await idOf(world)) ?? '', failures: 0 });
  double.knobs.status = { path: /./, code: 500 };
  await readConnection({ ...reader, log }, { id: (await idOf(world)) ?? '', failures: 0 });
  double.knobs.status = null;
  double.revokeTokens();
  double.credentials = { ...double.credentials, password: 'other' };
  await readConnection({ ...reader, log }, { id: (await idOf(world)) ?? '', failures: 0 });
  assert.ok(logged.length >= 3);
  const config = configIn(world);
  const said = [
    ...logged,
    await printed((io) => registryDumpCommand(config, {}, io)),
    await printed((io) => registryAuditCommand(config, { json: true }, io)),
    await printed((io) => statusCommand(config, { json: true }, io)),
    await printed((io) => syncCommand(config, {}, io)),
    await printed((io) => backupCommand(config, { dir: copy }, io)),
    JSON.stringify(await connectionsOf(world.registry, 'north')),
  ].join('\n');
  const files = [folder, copy]
    .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  assert.ok(files.length > 1);
  assert.match(said, /backed up/);
  rmSync(copy, { recursive: true });
  assert.match(said, /Demo/);
  for (const text of [said, ...files]) {
    const typed = [goodSecret.password ?? '', goodSecret.email ?? ''];
    for (const part of [...typed, secretKey, 'e30.', ...Object.values(operatorSecrets)]) {
      assert.not.ok(text.includes(part), `${part} is in ${text.slice(0, 200)}`);
    }
  }
});

const canary = 'canary-of-a-secret';

/** Requests that carry secrets in their path, headers or body, by the kind of connector. */
const carriers: Readonly<Record<string, (access: Access) => Promise<unknown>>> = {
  tradelocker: (access) =>
    openSession(access, {
      email: `${canary}@example.com`,
      password: canary,
      server: 'S',
    }).accounts(),
  'tradelocker with tokens': (access) =>
    openSession(access, {
      accessToken: canary,
      refreshToken: canary,
      email: '',
      password: canary,
    }).accounts(),
  ctrader: (access) =>
    exchangeCode(
      access,
      access.address,
      { clientId: 'client', clientSecret: canary },
      {
        code: canary,
        redirect_uri: 'https://example.com/back',
      },
    ),
  metaapi: (access) =>
    gatewayOf(access).client({ path: '/x', body: { password: canary }, method: 'POST' }),
};

/** Makes a server that answers with everything that it was sent. */
const echoes: Readonly<Record<string, (response: ServerResponse, sent: string) => void>> = {
  'an error': (response, sent) => response.writeHead(500).end(sent),
  'a refusal': (response, sent) => response.writeHead(401).end(sent),
  'a limit': (response, sent) => response.writeHead(429, { 'retry-after': '99999' }).end(sent),
  'a redirect': (response, sent) =>
    response.writeHead(302, { location: `http://127.0.0.1:9/${encodeURIComponent(sent)}` }).end(),
  'an answer of another shape': (response, sent) =>
    response.end(JSON.stringify({ s: sent, accessToken: { sent }, errorCode: null, sent })),
  'an error in words': (response, sent) =>
    response.end(JSON.stringify({ errorCode: sent, description: sent, errmsg: sent })),
  'no JSON': (response, sent) => response.end(sent),
  'a cut answer': (response, sent) => {
    response.writeHead(200, { 'content-length': sent.length + 99 });
    response.write(sent, () => response.destroy());
  },
};

secrets('are in no error, even if the server echoes them', async () => {
  for (const [what, echo] of Object.entries(echoes)) {
    let hasReached = false;
    const { url: address, close } = await listenLocally(async (incoming, response) => {
      const sent = `${incoming.url} ${JSON.stringify(incoming.headers)} ${await text(incoming)}`;
      hasReached ||= sent.includes(canary);
      echo(response, sent);
    });
    const access: Access = {
      owner: 'north',
      environment: 'demo',
      address,
      clock: () => new Date(),
      signal: new AbortController().signal,
      requestMilliseconds: 5000,
      keepSecret: async () => {},
      settings: { ...operatorSecrets, ctraderClientId: 'client', metaapiToken: canary },
      wait: async () => {},
    };
    try {
      for (const [kind, carry] of Object.entries(carriers)) {
        hasReached = false;
        const error = await carry(access).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        assert.ok(hasReached, `${kind} carries no secret`);
        const said = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
        assert.not.match(said, canary, `${kind}, ${what}: ${said}`);
      }
    } finally {
      await close();
    }
  }
});

const idOf = async ({ registry }: ConnectorWorld) =>
  (await connectionsOf(registry, 'north'))[0]?.id;

inBoth('are gone from the registry once the connection is removed', async (world, double) => {
  const { id } = await world.connect(double.address);
  await world.sync();
  await removeConnection(world.registry, 'north', id, 'north');
  const { db } = world.registry.store;
  assert.equal(await db.selectFrom('broker_connections').selectAll().execute(), []);
  assert.equal(await db.selectFrom('broker_accounts').selectAll().execute(), []);
  await world.sync();
  const left = await world.deliveries.read((tables) =>
    tables.selectFrom('broker_reads').selectAll().execute(),
  );
  assert.equal(left, []);
});

inBoth('are encrypted with a new key, all or none of them', async (world, double) => {
  await world.connect(double.address);
  const { db } = world.registry.store;
  const stored = async () =>
    (await db.selectFrom('broker_connections').select('secret').executeTakeFirstOrThrow()).secret;
  const before = await stored();
  const secretKey = keyText();
  const renewed = { ...world, secretKey };
  const refused = await printed((io) => secretsRotateCommand(configIn(renewed), {}, io));
  assert.match(refused, /no key of the settings opens it; set TRACKRECORD_SECRET_KEY_OLD/);
  assert.is(await stored(), before);
  const config = configIn(renewed, world.secretKey);
  assert.match(await printed((io) => secretsRotateCommand(config, {}, io)), /^1 sign-in encrypted/);
  assert.is.not(await stored(), before);
  assert.match(
    await printed((io) => secretsRotateCommand(config, {}, io)),
    /^0 sign-ins encrypted/,
  );
  const reader = { ...world.reader, keys: keysOf(secretKey) };
  assert.is(await readConnection(reader, { id: (await idOf(world)) ?? '', failures: 0 }), 'read');
  // The earlier key opens nothing any more.
  assert.is(
    await readConnection(world.reader, { id: (await idOf(world)) ?? '', failures: 0 }),
    'failed',
  );
});

secrets('of sign-ins that a service must still remove are encrypted with a new key too', () =>
  withConnectors(async (world) => {
    const { registry, reader } = world;
    const left = { id: 'brk_left', owner: 'north', kind: 'metaapi', environment: 'london' };
    const account = { account: '5f8e3c1a' };
    await registry.store.write((db) =>
      leaveSignIn(db, { ...left, secret: seal(reader.keys, left, account) }, world.now),
    );
    const [before] = await leftSignIns(registry);
    const renewed = { ...world, secretKey: keyText() };
    const rotate = (config: Parameters<typeof secretsRotateCommand>[0]) =>
      printed((io) => secretsRotateCommand(config, {}, io));
    assert.match(await rotate(configIn(renewed)), /connection brk_left: no key of the settings/);
    assert.equal(await leftSignIns(registry), [before]);
    assert.match(await rotate(configIn(renewed, world.secretKey)), /^1 sign-in encrypted/);
    const [after] = await leftSignIns(registry);
    assert.equal({ ...after, secret: '' }, { ...before, secret: '' });
    assert.equal(unseal(keysOf(renewed.secretKey), left, after?.secret ?? ''), account);
    assert.throws(() => unseal(reader.keys, left, after?.secret ?? ''), /no key of the settings/);
    assert.match(await rotate(configIn(renewed)), /^0 sign-ins encrypted/);
  }),
);

secrets('are needed: without a key connectors are off and say so', async () => {
  const config = readConfig({ TRACKRECORD_DATA: '/nowhere' });
  const said = await printed((io) => syncCommand(config, {}, io));
  assert.match(said, /connectors are off: set TRACKRECORD_SECRET_KEY to 32 bytes/);
  for (const bad of ['short', `${keyText()} `, keyText().slice(1), 'é'.repeat(16)]) {
    assert.throws(
      () => readConfig({ TRACKRECORD_SECRET_KEY: bad }),
      (error: Error) => {
        assert.match(error.message, /TRACKRECORD_SECRET_KEY: its value is not 32 bytes in base64/);
        assert.not.ok(error.message.includes(bad));
        return true;
      },
    );
  }
});

secrets('are sent to the addresses of the table and to no other', async () => {
  for (const { environments } of connectorKinds) {
    for (const address of Object.values(environments)) {
      assert.is(new URL(address).protocol.replace('wss', 'https'), 'https:');
    }
  }
  const access: Parameters<typeof request>[0] = {
    address: 'https://127.0.0.1:9',
    signal: AbortSignal.timeout(1000),
    clock: () => new Date(),
    requestMilliseconds: 100,
    wait: async () => {},
  };
  for (const path of ['@169.254.169.254/', '.evil.example/', ':80/', '9/']) {
    let refused = '';
    await request(access, { path }).catch((error: unknown) => {
      refused = String(error);
    });
    assert.match(refused, /leaves the address|Invalid URL/, path);
  }
  await withConnectors(async ({ registry, reader }) => {
    const named = { kind: tradelocker, label: 'Demo', secret: goodSecret };
    for (const environment of ['http://evil.example', '__proto__', 'constructor', '']) {
      const addressOf: typeof reader.addressOf = ({ environments }, name) =>
        addressIn(environments, name);
      const connecting = { ...reader, registry, addressOf };
      const said = await connect(connecting, 'north', { ...named, environment }).catch(String);
      assert.match(said, /no such environment/);
    }
  });
});

secrets.run();
