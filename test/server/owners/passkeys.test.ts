import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { within } from '../../support/within.ts';
import { baseUrl, now, type World, withWorld } from '../world.ts';
import { type Browsing, browse, fromHere, inviteTo, signedIn } from './owners.ts';

const passkeys = suite('passkeys');
const inWorld = within(passkeys, withWorld);

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** False data of an authenticator. */
interface Lie {
  readonly origin?: string;
  readonly party?: string;
  readonly challenge?: string;
  /** The authenticator did not ask for a finger or a PIN. */
  readonly isUnverified?: boolean;
  readonly isStolen?: boolean;
}

const [present, verified, attested] = [0x01, 0x04, 0x40];

/** Security key in software, by WebAuthn level 2, sections 6.1 and 6.5. */
function createAuthenticator() {
  const id = randomBytes(16);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const thiefs = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' });
  const coordinates = [x, y].map((coordinate) =>
    Buffer.from(coordinate, 'base64url').toString('hex'),
  );
  const publicKey = `a5010203262001215820${coordinates.join('225820')}`;

  const data = (flags: number, { party, isUnverified }: Lie, more = ''): Buffer => {
    counter += 1;
    const seen = isUnverified ? flags & ~verified : flags;
    const head = Buffer.alloc(5);
    head.writeUInt8(seen);
    head.writeUInt32BE(counter, 1);
    const of = sha256(party ?? new URL(baseUrl).hostname);
    return Buffer.concat([of, head, Buffer.from(more, 'hex')]);
  };
  const client = (type: string, challenge: string, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? baseUrl,
        crossOrigin: false,
      }),
    );
  const said = (response: Readonly<Record<string, Buffer>>): string =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
      ),
    });

  return {
    make({ challenge }: { challenge: string }, lie: Lie = {}): string {
      const authenticatorData = `${'00'.repeat(16)}0010${id.toString('hex')}${publicKey}`;
      const authData = data(present | verified | attested, lie, authenticatorData);
      const head = `a363666d74646e6f6e656761747453746d74a068617574684461746158`;
      const length = Buffer.from([authData.length]);
      return said({
        clientDataJSON: client('webauthn.create', challenge, lie),
        attestationObject: Buffer.concat([Buffer.from(head, 'hex'), length, authData]),
      });
    },
    sign({ challenge }: { challenge: string }, lie: Lie = {}): string {
      const clientDataJSON = client('webauthn.get', challenge, lie);
      const authenticatorData = data(present | verified, lie);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const { privateKey } = lie.isStolen ? thiefs : keys;
      return said({
        clientDataJSON,
        authenticatorData,
        signature: sign('sha256', signed, privateKey),
      });
    },
  };
}

type Authenticator = ReturnType<typeof createAuthenticator>;

const options = async (browser: Browsing, url: string): Promise<{ challenge: string }> => {
  const answer = await browser.post(url);
  assert.is(answer.statusCode, 200, answer.body);
  return answer.json();
};

async function keep(owner: Browsing, authenticator: Authenticator, lie: Lie = {}) {
  const asked = await options(owner, '/me/settings/passkeys/options');
  const response = authenticator.make(asked, lie);
  return owner.post('/me/settings/passkeys', { name: 'My phone', response });
}

async function enter({ app }: World, authenticator: Authenticator, lie: Lie = {}) {
  const browser = browse(app);
  const asked = await options(browser, '/me/sign-in/passkey/options');
  const response = authenticator.sign(asked, lie);
  return { browser, response, answer: await browser.post('/me/sign-in/passkey', { response }) };
}

inWorld('sign their owner in, once per signature, until they are removed', async (world) => {
  const { app, registry } = world;
  const owner = await signedIn(app, registry, 'north-desk');
  const phone = createAuthenticator();
  assert.is((await enter(world, phone)).answer.statusCode, 401, 'not known yet');
  const storedPasskey = await keep(owner, phone);
  assert.is(storedPasskey.headers.location, '/me/settings?done=passkey');

  const { browser, response, answer } = await enter(world, phone);
  assert.is(answer.headers.location, '/me');
  assert.match((await browser.get('/me')).body, 'Signed in as north-desk');
  assert.is((await browse(app).post('/me/sign-in/passkey', { response })).statusCode, 401);

  const settings = (await owner.get('/me/settings')).body;
  assert.match(settings, /<bdi>My phone<\/bdi>[\s\S]*last used/);
  const [, id = ''] = /\/me\/settings\/passkeys\/([\w-]+)\/remove/.exec(settings) ?? [];
  const otherBrowser = await signedIn(app, registry, 'solo');
  assert.is((await otherBrowser.post(`/me/settings/passkeys/${id}/remove`)).statusCode, 404);
  assert.is((await keep(otherBrowser, phone)).statusCode, 422, 'it is somebody’s already');
  const removed = await owner.post(`/me/settings/passkeys/${id}/remove`);
  assert.is(removed.headers.location, '/me/settings?done=removed');
  assert.is((await enter(world, phone)).answer.statusCode, 401);
  assert.equal(
    (await readAudit(registry, 'north-desk'))
      .slice(-2)
      .map(({ actor, field, to }) => [actor, field, to]),
    [
      ['owner:north-desk', `passkeys.${id}`, { name: 'My phone' }],
      ['owner:north-desk', `passkeys.${id}`, null],
    ],
  );
});

const lies: readonly [string, Lie][] = [
  ['for another site', { origin: 'https://records.example.com' }],
  ['for another name', { party: 'example.com' }],
  ['of what nobody asked', { challenge: randomBytes(32).toString('base64url') }],
  ['without asking who holds it', { isUnverified: true }],
];

inWorld('are accepted only for their own challenge, and failures give no reason', async (world) => {
  const owner = await signedIn(world.app, world.registry, 'north-desk');
  const phone = createAuthenticator();
  for (const [what, lie] of lies) assert.is((await keep(owner, phone, lie)).statusCode, 422, what);
  await keep(owner, phone);
  const bodies = new Set<string>();
  for (const [what, lie] of [...lies, ['by another key', { isStolen: true }] as const]) {
    const { answer } = await enter(world, phone, lie);
    assert.is(answer.statusCode, 401, what);
    bodies.add(answer.body);
  }
  for (const response of ['', '[]', '{"id":"x"}', 'null']) {
    const answer = await browse(world.app).post('/me/sign-in/passkey', { response });
    assert.is(answer.statusCode, 401, response);
    bodies.add(answer.body);
  }
  assert.is(bodies.size, 1);
  // The challenge for creating a passkey can't be used to sign in.
  const asked = await options(owner, '/me/settings/passkeys/options');
  const response = phone.sign(asked);
  const answer = await browse(world.app).post('/me/sign-in/passkey', { response });
  assert.is(answer.statusCode, 401);
  assert.is((await enter(world, phone)).answer.statusCode, 303);
});

inWorld('are removed by a new sign-in link, since its user takes over', async (world) => {
  const { app, registry } = world;
  const phone = createAuthenticator();
  await keep(await signedIn(app, registry, 'north-desk'), phone);
  const link = await inviteTo(registry, 'north-desk');
  await browse(app).post(link, { password: 'a few words of mine' });
  assert.is((await enter(world, phone)).answer.statusCode, 401);
});

passkeys('allow as many wrong tries a minute as passwords do, by network', async () => {
  const clock = { wall: () => now.getTime(), steady: () => 0 };
  const limits = createMemoryLimits(clock);
  await withWorld(
    async (world) => {
      const { app, registry } = world;
      const phone = createAuthenticator();
      await keep(await signedIn(app, registry, 'north-desk'), phone);
      const tried = async (from: string, lie: Lie = {}) => {
        const browser = browse(app);
        const asked = await options(browser, '/me/sign-in/passkey/options');
        const response = phone.sign(asked, lie);
        const headers = { ...fromHere, 'x-forwarded-for': from };
        return (await browser.post('/me/sign-in/passkey', { response }, headers)).statusCode;
      };
      const wrong = [];
      for (let tries = 0; tries < 7; tries += 1) {
        wrong.push(await tried('192.0.2.1', { isStolen: true }));
      }
      assert.equal(wrong, [401, 401, 401, 401, 401, 429, 429]);
      assert.is(await tried('192.0.2.1'), 429, 'the right one comes too late');
      assert.is(await tried('198.51.100.7'), 303, 'from elsewhere');
    },
    { limits, trustProxy: ['127.0.0.1'] },
  );
});

passkeys.run();
