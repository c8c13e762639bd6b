import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeReason, makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { createCtrader } from '../../../pipeline/connectors/ctrader/kind.ts';
import { ConnectorError } from '../../../pipeline/connectors/errors.ts';
import type { ConnectorKind } from '../../../pipeline/connectors/kind.ts';
import { requireSecretKeys } from '../../../pipeline/connectors/seal.ts';
import { tradelocker } from '../../../pipeline/connectors/tradelocker/tradelocker.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { shownAccounts } from '../../../pipeline/registry/broker-accounts.ts';
import { addConnection, connectionsOf } from '../../../pipeline/registry/broker-connections.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { catalogueIn } from '../../../server/language/catalogues.ts';
import type { BrokerServices } from '../../../server/owners/page-request.ts';
import { makeAccount } from '../../pipeline/connectors/ctrader/account.ts';
import { client } from '../../pipeline/connectors/ctrader/double.ts';
import { withDouble as withCtrader } from '../../pipeline/connectors/ctrader/reading.ts';
import {
  startTradelocker,
  type TradelockerDouble,
} from '../../pipeline/connectors/tradelocker-server.ts';
import { goodSecret } from '../../pipeline/connectors/world.ts';
import { whileOpen } from '../../support/while-open.ts';
import { textsIn } from '../site/translations.ts';
import { now, type World, type WorldOptions, withWorld } from '../world.ts';
import { type Browsing, signedIn } from './owners.ts';

const brokers = suite('connections to brokers');

/**
 * Kind of connection with which owners grant access at another site. Its sign-in accepts one code.
 */
const granting: ConnectorKind = {
  ...tradelocker,
  kind: 'ctrader',
  title: 'Granting',
  fields: [],
  authorization: ({ redirectUri, state }) =>
    `https://id.example/grant?redirect=${encodeURIComponent(redirectUri)}&state=${state}`,
  signIn: (access, { code }) =>
    tradelocker.signIn(access, code === 'good' ? goodSecret : { ...goodSecret, password: 'x' }),
};

async function withBroker(
  work: (setting: {
    world: World;
    double: TradelockerDouble;
    browser: Browsing;
    kinds: ConnectorKind[];
  }) => Promise<void>,
  options: WorldOptions = {},
): Promise<void> {
  await whileOpen(
    startTradelocker(() => now),
    async (double) => {
      const kinds = [tradelocker, granting];
      const services: BrokerServices = {
        keys: requireSecretKeys({
          secretKey: randomBytes(32).toString('base64'),
          secretKeyOld: null,
        }),
        settings: { ctraderClientId: 'id', ctraderClientSecret: 'secret', metaapiToken: null },
        kinds,
        addressOf: (_, environment) => (environment === 'demo' ? double.address : undefined),
      };
      await withWorld(
        async (world) => {
          const browser = await signedIn(world.app, world.registry, 'north-desk');
          await work({ world, double, browser, kinds });
        },
        { brokers: services, ...options },
      );
    },
  );
}

const form = { kind: 'tradelocker', environment: 'demo', label: 'My broker', ...goodSecret };

async function connected(browser: Browsing): Promise<string> {
  const { headers, body } = await browser.post('/me/connections', form);
  const [, id = ''] = /\/me\/connections\/(brk_\w+)\?/.exec(String(headers.location)) ?? [];
  assert.is.not(id, '', body);
  return id;
}

brokers('are added, chosen, paused, resumed, signed in again and removed, all in the trail', () =>
  withBroker(async ({ world: { registry }, double, browser }) => {
    const id = await connected(browser);
    const page = await browser.get(`/me/connections/${id}`);
    assert.match(page.body, /TradeLocker:712345@MEADOW, demo\): becomes a new private account/);
    assert.not.match(page.body, /correct horse|trader@example/);
    await browser.post(`/me/connections/${id}/accounts`, { account: ['712345', 'unknown'] });
    const [shown] = await shownAccounts(registry, id);
    const account = await registry.findAccount(shown?.account ?? '');
    assert.is(account?.account_id, 'TradeLocker:712345@MEADOW of north-desk');
    assert.is(account?.published, false);
    // Visitors see the name and the address once it is public, so they have no account number.
    assert.is(account?.name, 'TradeLocker MEADOW');
    assert.match(account?.slug ?? '', /^tradelocker-meadow-\w{8}$/);
    assert.match((await browser.get('/me')).body, 'Your connection reads it from your broker');
    assert.equal(account?.confirmed.identity, {
      by: 'broker',
      at: '2026-03-01T12:00:00Z',
      how: 'The owner signed in to this account at TradeLocker.',
    });
    assert.is(account?.verified.track_record, false);
    await browser.post(`/me/connections/${id}/pause`);
    assert.match((await browser.get('/me/connections')).body, /paused by you/);
    await browser.post(`/me/connections/${id}/resume`);
    double.credentials = { ...double.credentials, password: 'a new one' };
    const wrong = await browser.post(`/me/connections/${id}/sign-in`, goodSecret);
    assert.is(wrong.statusCode, 422);
    assert.match(wrong.body, /TradeLocker refused/);
    const right = { ...goodSecret, password: 'a new one' };
    assert.is((await browser.post(`/me/connections/${id}/sign-in`, right)).statusCode, 303);
    await browser.post(`/me/connections/${id}/accounts`, {});
    assert.is((await shownAccounts(registry, id))[0]?.account, null);
    await browser.post(`/me/connections/${id}/remove`);
    assert.equal(await connectionsOf(registry, 'north-desk'), []);
    const trail = (await readAudit(registry)).filter(({ field }) =>
      field.startsWith('connections.'),
    );
    assert.equal(
      trail.map(({ actor, to }) => [actor, JSON.stringify(to)]),
      [
        '{"kind":"tradelocker","environment":"demo","label":"My broker"}',
        `{"account":"${account?.slug}"}`,
        '{"paused_by":"owner"}',
        '{"paused_by":null}',
        '{"signed_in":"again"}',
        '{"account":null}',
        'null',
      ].map((to) => ['owner:north-desk', to]),
    );
  }),
);

brokers('say why a sign-in is refused, and never which address was asked', () =>
  withBroker(async ({ browser, double }) => {
    const post = async (changes: object) => {
      const { statusCode, body } = await browser.post('/me/connections', { ...form, ...changes });
      assert.is(statusCode, 422);
      return /role="alert">(?:<span lang="en">)?([^<]*)</.exec(body)?.[1] ?? '';
    };
    assert.match(await post({ password: 'wrong' }), /refused the e-mail address, the password/);
    assert.match(await post({ password: '' }), /Fill in all fields/);
    assert.match(await post({ kind: 'http://evil.example' }), /Choose the platform/);
    assert.match(await post({ environment: 'http://evil.example' }), /no such environment/);
    assert.match(await post({ environment: '__proto__' }), /no such environment/);
    assert.match(await post({ label: 'a\u0000b' }), /name of 1 to 200/);
    await double.close();
    assert.not.match(await post({}), /127\.0\.0\.1|ECONN/);
  }),
);

brokers('speak the language of the page, with faults and notes of reads', () =>
  withBroker(async ({ world: { registry }, browser }) => {
    const id = await connected(browser);
    await browser.post(`/me/connections/${id}/accounts`, { account: ['712345'] });
    const fault = encodeReason(makeReason('connector_metaapi_password'));
    const detail = makeReason('import_field_absent', { name: 'delta' });
    const notes = JSON.stringify([makeReason('connector_transfer_left_out', { id: 6, detail })]);
    await registry.store.write((db) =>
      db.updateTable('broker_connections').set({ fault, failures: 1 }).execute(),
    );
    await registry.store.write((db) => db.updateTable('broker_accounts').set({ notes }).execute());
    const english = catalogueIn('en').owners.brokers;
    const pages = ['/me/connections?done=removed', `/me/connections/${id}?done=signed-in`];
    const shared = ['Server', 'Gateway', 'demo', 'Demo'];
    const sentences = textsIn(english)
      .map(([, text]) => text)
      .filter((text) => !/[{}]/.test(text) && !shared.includes(text));
    let found = 0;
    for (const address of pages) {
      const { body } = await browser.get(address);
      found += sentences.filter((text) => body.includes(`>${text}`)).length;
      for (const [code, [first, second]] of [
        ['de', ['Verbindungen zu Brokern', '1 von 1 Konto aufgezeichnet']],
        ['es', ['Conexiones con brókeres', '1 de 1 cuenta registrada']],
      ] as const) {
        const { body } = await browser.get(`${address}&lang=${code}`);
        const untranslated = sentences.filter((text) => body.includes(`>${text}<`));
        assert.equal(untranslated, [], `${code} ${address}`);
        if (address === pages[0]) {
          assert.match(body, `<h1>${first}</h1>`);
          assert.match(body, second);
          assert.match(body, catalogueIn(code).owners.brokers.fields.email);
          assert.match(body, catalogueIn(code).owners.brokers.hints.tradelockerServer);
          assert.match(body, catalogueIn(code).owners.brokers.done.removed);
          const wrong = { ...form, password: '' };
          const refused = await browser.post(`/me/connections?lang=${code}`, wrong);
          assert.match(refused.body, catalogueIn(code).owners.brokers.problems.fields);
        } else {
          const { connector_metaapi_password, import_field_absent } =
            catalogueIn(code).owners.reasons;
          assert.match(body, `</strong> ${connector_metaapi_password}</p>`);
          assert.match(body, import_field_absent.replace('{name}', 'delta'));
          assert.not.match(body, '<span lang="en">');
          assert.match(body, catalogueIn(code).owners.brokers.done['signed-in']);
        }
      }
    }
    assert.ok(found > 15, `${found}`);
    const pause = { paused_at: '2026-03-01T00:00:00Z', paused_by: 'refused' };
    await registry.store.write((db) => db.updateTable('broker_connections').set(pause).execute());
    const resumed = await browser.post(`/me/connections/${id}/resume?lang=de`, {});
    assert.match(resumed.body, catalogueIn('de').owners.reasons.connector_resume_sign_in);
  }),
);

brokers('whose sign-in is refused are named on the first page, in its language', () =>
  withBroker(async ({ world: { registry }, browser }) => {
    const id = await connected(browser);
    const page = async (language: string) => (await browser.get(`/me?lang=${language}`)).body;
    const pauseBy = (paused_by: string) =>
      registry.store.write((db) =>
        db.updateTable('broker_connections').set({ paused_by, paused_at: 'x' }).execute(),
      );
    assert.not.match(await page('en'), 'Nothing is read from');
    // The owner who paused it knows already.
    await pauseBy('owner');
    assert.not.match(await page('en'), 'Nothing is read from');
    await pauseBy('refused');
    for (const [language, sentence] of [
      ['en', 'Nothing is read from <bdi>My broker</bdi>: your broker refused the sign-in.'],
      ['de', 'Von <bdi>My broker</bdi> wird nichts gelesen'],
      ['es', 'No se lee nada de <bdi>My broker</bdi>'],
    ] as const) {
      const body = await page(language);
      assert.match(body, sentence);
      assert.match(body, `href="/me/connections/${id}"`);
    }
  }),
);

brokers('record an account only under its own number and server', () =>
  withBroker(async ({ world: { registry }, browser }) => {
    const taken = 'TradeLocker:712345@MEADOW';
    await applyRegistry(registry, {
      accounts: [
        { slug: 'others', type: 'account', account_id: taken, owner: 'solo', name: 'Others' },
      ],
    });
    const id = await connected(browser);
    await browser.post(`/me/connections/${id}/accounts`, { account: ['712345'] });
    const [shown] = await shownAccounts(registry, id);
    const account = await registry.findAccount(shown?.account ?? '');
    assert.is(account?.account_id, `${taken} of north-desk`);
    assert.is((await registry.findAccount('others'))?.owner, 'solo');
    await browser.post(`/me/connections/${id}/remove`);
    // The same account, connected again, is recorded in the same place.
    const again = await connected(browser);
    const page = await browser.get(`/me/connections/${again}`);
    assert.match(page.body, /recorded as/);
    await registry.noteOperatorAccounts([`${taken} of north-desk`]);
    const refused = await browser.post(`/me/connections/${again}/accounts`, {
      account: ['712345'],
    });
    assert.is(refused.statusCode, 422);
    assert.match(refused.body, /The operator loads this account/);
  }),
);

brokers('take a grant once, in the session that began it', () =>
  withBroker(async ({ world: { registry, app }, browser }) => {
    const begun = await browser.get('/me/connections/authorize?kind=ctrader&environment=demo');
    assert.is(begun.statusCode, 303);
    const grant = new URL(String(begun.headers.location));
    assert.is(grant.host, 'id.example');
    assert.is(
      grant.searchParams.get('redirect'),
      'https://records.example/me/connections/authorized',
    );
    const state = grant.searchParams.get('state') ?? '';
    const back = (by: Browsing, query: string) => by.get(`/me/connections/authorized?${query}`);
    const foreigner = await signedIn(app, registry, 'solo');
    const sameOwner = await signedIn(app, registry, 'north-desk');
    for (const thief of [foreigner, sameOwner]) {
      assert.match(
        (await back(thief, `code=good&state=${state}`)).body,
        /was not requested from here/,
      );
    }
    assert.match((await back(browser, 'code=good')).body, /was not requested from here/);
    assert.match((await back(browser, `state=${state}`)).body, /did not grant access/);
    assert.match((await back(browser, `code=bad&state=${state}`)).body, /TradeLocker refused/);
    assert.equal(await connectionsOf(registry, 'north-desk'), []);
    const taken = await back(browser, `code=good&state=${state}`);
    assert.match(String(taken.headers.location), /^\/me\/connections\/brk_\w+\?done=connected$/);
    for (const query of ['kind=ctrader&environment=http://evil.example', 'kind=nope']) {
      const refused = await browser.get(`/me/connections/authorize?${query}`);
      assert.is(refused.statusCode, 422, query);
    }
  }),
);

brokers('are signed in again by another grant, and only by their owner', () =>
  withBroker(async ({ world: { registry, app }, browser }) => {
    const grantAt = async (query: string) => {
      const begun = await browser.get(`/me/connections/authorize?${query}`);
      const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
      return browser.get(`/me/connections/authorized?code=good&state=${state}`);
    };
    const added = await grantAt('kind=ctrader&environment=demo');
    const [, id = ''] = /\/(brk_\w+)\?/.exec(String(added.headers.location)) ?? [];
    assert.match((await browser.get(`/me/connections/${id}`)).body, `authorize?connection=${id}`);
    const renewed = await grantAt(`connection=${id}`);
    assert.is(renewed.headers.location, `/me/connections/${id}?done=signed-in`);
    assert.is((await connectionsOf(registry, 'north-desk')).length, 1);
    const foreigner = await signedIn(app, registry, 'solo');
    const refused = await foreigner.get(`/me/connections/authorize?connection=${id}`);
    assert.is(refused.statusCode, 404);
  }),
);

brokers('take the code of a grant at cTrader, and show the accounts that it covers', () =>
  withCtrader([makeAccount('granted', { deals: 2 }).account], async (double) => {
    const secretKey = randomBytes(32).toString('base64');
    const services: BrokerServices = {
      keys: requireSecretKeys({ secretKey, secretKeyOld: null }),
      settings: {
        ctraderClientId: client.clientId,
        ctraderClientSecret: client.clientSecret,
        metaapiToken: null,
      },
      kinds: [createCtrader()],
      addressOf: () => double.address,
    };
    await withWorld(
      async ({ app, registry }) => {
        const browser = await signedIn(app, registry, 'north-desk');
        const begun = await browser.get('/me/connections/authorize?kind=ctrader&environment=live');
        const grant = new URL(String(begun.headers.location));
        assert.is(grant.host, 'id.ctrader.com');
        assert.is(grant.searchParams.get('scope'), 'accounts');
        const { code } = double.tokens;
        const state = encodeURIComponent(grant.searchParams.get('state') ?? '');
        const taken = await browser.get(`/me/connections/authorized?code=${code}&state=${state}`);
        const page = await browser.get(String(taken.headers.location));
        assert.match(page.body, /cTrader:\d+@meadow\): becomes a new private account/);
        assert.not.ok(page.body.includes(double.tokens.access));
        // The code works once.
        const again = await browser.get(`/me/connections/authorized?code=${code}&state=${state}`);
        assert.match(again.body, /did not accept the sign-in/);
      },
      { brokers: services },
    );
  }),
);

brokers("limit tries of a broker's password", () =>
  withBroker(
    async ({ browser, double }) => {
      const statuses: number[] = [];
      for (let count = 0; count < 8; count += 1) {
        const tried = { ...form, password: `guess ${count}` };
        statuses.push((await browser.post('/me/connections', tried)).statusCode);
      }
      assert.equal(statuses, [422, 422, 422, 422, 422, 429, 429, 429]);
      const asked = double.requests.filter((path) => path.startsWith('/auth/jwt/token'));
      assert.is(asked.length, 5);
    },
    { limits: createMemoryLimits() },
  ),
);

brokers('prove no identity by a read-only password, and are removed though the broker fails', () =>
  withBroker(async ({ world: { registry }, browser, kinds }) => {
    const forgotten: string[] = [];
    kinds[0] = {
      ...tradelocker,
      provesControl: false,
      async forget(_, { email = '' }) {
        forgotten.push(email);
        throw new ConnectorError('unavailable', makeReason('connector_server_late'));
      },
    };
    const id = await connected(browser);
    await browser.post(`/me/connections/${id}/accounts`, { account: ['712345'] });
    const [shown] = await shownAccounts(registry, id);
    const account = await registry.findAccount(shown?.account ?? '');
    assert.is(account?.verified.identity, false);
    assert.is((await browser.post(`/me/connections/${id}/remove`)).statusCode, 303);
    assert.equal(forgotten, ['trader@example.com']);
    assert.equal(await connectionsOf(registry, 'north-desk'), []);
  }),
);

brokers('are switched off without a key, and say so', () =>
  withWorld(async ({ app, registry }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    assert.match((await browser.get('/me/connections')).body, /switched off here/);
    assert.is((await browser.post('/me/connections', form)).statusCode, 422);
    // A connection of earlier keeps the title of its kind.
    const shown = { kind: 'ctrader', environment: 'demo', label: 'Mine', accounts: [] };
    const id = await addConnection(registry, 'north-desk', shown, () => 'sealed', 'north-desk');
    for (const url of ['/me/connections', `/me/connections/${id}`]) {
      const { body } = await browser.get(url);
      assert.match(body, 'cTrader', url);
      assert.not.match(body, 'ctrader', url);
    }
  }),
);

brokers.run();
