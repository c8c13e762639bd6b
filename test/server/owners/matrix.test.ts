import { Readable } from 'node:stream';
import type { LightMyRequestResponse } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { addAlertTarget, alertTargetsOf } from '../../../pipeline/registry/alert-targets.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { addConnection, connectionsOf } from '../../../pipeline/registry/broker-connections.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { setPicture } from '../../../pipeline/registry/owner-pictures.ts';
import { addPasskey, passkeysOf } from '../../../pipeline/registry/passkeys.ts';
import { findSession } from '../../../pipeline/registry/sessions.ts';
import { createShare, sharesOf } from '../../../pipeline/registry/shares.ts';
import { inviteOwner } from '../../../pipeline/registry/sign-in.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { ownerPages } from '../../../server/owners/routes.ts';
import { sharePrefix } from '../../../server/shares/routes.ts';
import { openStatements } from '../../support/statements.ts';
import { within } from '../../support/within.ts';
import { bearer, north, now, type World, withWorld } from '../world.ts';
import { type Browsing, browse, cookieName, signedIn } from './owners.ts';
import { routesOf } from './routes-of.ts';

const matrix = suite('every address by everybody');
const inWorld = within(matrix, withWorld);

/**
 * Addresses of the server, by the callers that may use them. An address on no list fails the first
 * test.
 */
const routes = {
  /** Answers that are the same for every caller, signed in or not. */
  everybody: words(`
    / /search /calendar /account/:slug /account/:slug/verification /account/:slug/risk /account/:slug/behaviour /account/:slug/statistics /account/:slug/days /account/:slug/trades
    /account/:slug/trades.csv /account/:slug/trades.ndjson /account/:slug/positions.csv /account/:slug/positions.ndjson
    /account/:slug/curve.json /account/:slug/tearsheet.pdf /account/:slug/:file /account/:slug/months.atom
    /account/:slug/embed /oembed /numbers /owner/:slug
    /owner/:slug/picture.png /compare /robots.txt /sitemap.xml /sitemap/:file /favicon.ico /widget/:name
    /docs /icon.svg /llms.txt
    /healthz /readyz /api/public/calendar/v1
  `),
  /** Share links: only their secret counts. See shares.test.ts. */
  shared: words(`
    /share/:secret /share/:secret/verification /share/:secret/risk /share/:secret/behaviour /share/:secret/statistics /share/:secret/days /share/:secret/trades
    /share/:secret/trades.csv /share/:secret/trades.ndjson /share/:secret/positions.csv /share/:secret/positions.ndjson
    /share/:secret/curve.json /share/:secret/tearsheet.pdf /share/:secret/:file
  `),
  /** Programs with a Developer API Key: they see their owner's data. */
  caller: words(`
    /api/v1/accounts /api/v1/accounts/:slug /api/v1/accounts/:slug/trades
    /api/v1/accounts/:slug/trades.csv /api/v1/accounts/:slug/positions
    /api/v1/accounts/:slug/gain /api/v1/accounts/:slug/statistics
    /api/v1/accounts/:slug/widget /api/v1/search/accounts /api/v1/compare /api/v1/openapi.json /mcp
  `),
  /** Programs with a Connection Key: answers contain nothing but receipts. */
  sender: words('/connect/v1/facts /connect/v1/state /connect/v1/code /connect/v1/receipts/:id'),
  /** Callers who are not signed in. Another test covers links and passwords. */
  stranger: words(`
    /me/sign-in /me/sign-out /me/invite/:token
    /me/sign-in/passkey /me/sign-in/passkey/options
    /alerts/confirm/:token /alerts/unsubscribe/:token
  `),
  owner: words(`
    /me /me/add /me/add/connection /me/add/:id /me/add/:id/correct /me/add/:id/confirm
    /me/add/:id/discard
    /me/accounts/:slug /me/accounts/:slug/as-stranger
    /me/accounts/:slug/refused /me/accounts/:slug/deliveries /me/accounts/:slug/deliveries/:id
    /me/alerts /me/alerts/emails /me/alerts/webhooks /me/alerts/:id/test /me/alerts/:id/remove
    /me/accounts/:slug/alerts /me/accounts/:slug/shares /me/accounts/:slug/shares/:id/revoke
    /me/accounts/:slug/correct /me/accounts/:slug/texts
    /me/accounts/:slug/delete /me/settings/delete
    /me/accounts/:slug/shown /me/accounts/:slug/name /me/accounts/:slug/cut
    /me/accounts/:slug/portfolios /me/accounts/:slug/members /me/accounts/:slug/benchmark
    /me/accounts/:slug/connections
    /me/accounts/:slug/connections/code /me/accounts/:slug/connections/:id/revoke /me/senders/:file /me/portfolios /me/settings /me/settings/name
    /me/settings/profile /me/settings/picture /me/settings/picture/remove
    /me/settings/keys /me/settings/keys/:id/revoke /me/settings/password
    /me/settings/sessions/:id/end /me/trail /me/settings/passkeys
    /me/settings/passkeys/options /me/settings/passkeys/:id/remove
    /me/connections /me/connections/authorize /me/connections/authorized /me/connections/:id
    /me/connections/:id/accounts /me/connections/:id/pause /me/connections/:id/resume
    /me/connections/:id/sign-in /me/connections/:id/remove
  `),
  operator: words(`
    /operator /operator/owners /operator/owners/:slug /operator/owners/:slug/plan
    /operator/owners/:slug/picture /operator/owners/:slug/profile /operator/owners/:slug/invite
    /operator/accounts /operator/accounts/:slug/marks /operator/accounts/:slug/refused /operator/refused
  `),
} as const;

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Valid fields for each address, so that only the owner's right can refuse it. */
const fields: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  '/me/accounts/:slug/shown': { published: 'no', hide: ['twr'] },
  '/me/accounts/:slug/name': { name: 'Another' },
  '/me/accounts/:slug/cut': { day: '2025-06-01', typed: 'Canary of another owner' },
  '/me/accounts/:slug/portfolios': {},
  '/me/accounts/:slug/benchmark': {},
  '/me/accounts/:slug/members': { currency: 'EUR', member: ['OWN'] },
  '/me/accounts/:slug/connections': { name: 'terminal' },
  '/me/accounts/:slug/shares': { name: 'friend' },
  '/me/accounts/:slug/alerts': { kind: ['stale'] },
  '/me/alerts/emails': { email: 'me@example.com' },
  '/me/alerts/webhooks': { webhook: 'https://example.com/hook' },
  '/me/settings/name': { name: 'Solo' },
  '/me/settings/profile': { about: 'We trade.', link: 'https://solo.example' },
  '/operator/owners': { slug: 'newcomer', name: 'Newcomer', plan: 'free' },
  '/operator/owners/:slug/plan': { plan: 'pro', until: '' },
  '/operator/accounts': { owner: 'solo', name: 'Loaded', account_id: 'MT5:7@Loaded' },
  '/operator/accounts/:slug/marks': { mark: 'identity', does: 'give' },
};

const methodsOf = (answered: ReadonlySet<string>): ('get' | 'post')[] =>
  (['get', 'post'] as const).filter((method) => answered.has(method.toUpperCase()));

/** Values that belong to `solo`, by the parameter that identifies them. */
async function belongings(
  { registry, app }: World,
  keys: { key: string; connection: string; statement: string; receipt: string },
) {
  await setPicture(registry, 'solo', Buffer.from('a picture'), 'solo');
  const { token } = await signedIn(app, registry, 'solo');
  const session = (await findSession(registry, token ?? ''))?.id ?? '';
  const credential = { id: 'solo', publicKey: new Uint8Array([1]), counter: 0 };
  await addPasskey(registry, 'solo', 'x', credential);
  const passkey = (await passkeysOf(registry, 'solo'))[0]?.id ?? '';
  const shown = [
    { id: '7', details: JSON.stringify({ platform: 'MT5', number: '7', server: 'x' }) },
  ];
  const added = { kind: 'tradelocker', environment: 'demo', label: 'Demo', accounts: shown };
  const [connected] = await connectionsOf(registry, 'solo');
  const broker =
    connected?.id ?? (await addConnection(registry, 'solo', added, () => 'sealed', 'solo'));
  const link = { account: 'solo-secret', name: 'x', passwordHash: null, expires_at: null };
  const sharesBefore = await sharesOf(registry, 'solo', 'solo-secret');
  if (sharesBefore.every(({ revoked_at }) => revoked_at !== null)) {
    await createShare(registry, 'solo', link);
  }
  const targets = await alertTargetsOf(registry, 'solo');
  const known = targets.find(({ kind }) => kind === 'webhook');
  const webhook = { kind: 'webhook', address: 'https://hooks.example/', language: 'en' } as const;
  const alert = known?.id ?? (await addAlertTarget(registry, 'solo', webhook)).id;
  const [{ id: share = '' } = {}] = await sharesOf(registry, 'solo', 'solo-secret');
  return { slug: 'solo-secret', session, passkey, broker, share, alert, ...keys };
}

type Belongings = Awaited<ReturnType<typeof belongings>>;

const idIn = (
  url: string,
  { key, session, passkey, connection, statement, broker, receipt, share, alert }: Belongings,
): string => {
  if (url.startsWith('/me/add/')) return statement;
  if (url.startsWith('/me/connections/')) return broker;
  if (url.startsWith('/me/alerts/')) return alert;
  if (url.includes('/shares/')) return share;
  if (url.includes('/connections/')) return connection;
  if (url.includes('/deliveries/')) return receipt;
  if (url.includes('/passkeys/')) return passkey;
  return url.includes('/keys/') ? key : session;
};

const filled = (url: string, solos: Belongings): string =>
  url
    .replace(':slug', solos.slug)
    .replace(':id', idIn(url, solos))
    .replace(':file', 'Trackrecord.mq5');

/** Returns the path of a redirect, without its query. */
const pathOf = ({ headers }: LightMyRequestResponse): string =>
  String(headers.location).split('?')[0] ?? '';

inWorld('is allowed for its owner, and the same 404 for all others signed in', async (world) => {
  const { app, registry } = world;
  const known = await routesOf(app);
  const listed = Object.values(routes).flat();
  // One address serves all built files of the pages to everybody.
  assert.equal([...known.keys()].filter((url) => url !== '/assets/*').sort(), [...listed].sort());
  await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
  const { id: key } = await createKey(registry, { owner: 'solo', name: 'x', scopes });
  const sender = { account: 'solo-secret', name: 'x' };
  const { id: connection, key: sending } = await createConnectionKey(registry, sender);
  const equity = [{ at: '2026-02-03T10:00:00Z', balance: 1, equity: 1 }];
  const facts = { method: 'POST', url: '/connect/v1/facts', payload: { equity } } as const;
  const sent = await app.inject({ ...facts, headers: bearer(sending) });
  const { receipt } = sent.json();
  const solo = { slug: 'solo', plan: 'free' } as const;
  const unread = async () => ({ problem: quotedReason('no statement') });
  const storedStatements = openStatements(world.dataDir.inbox, () => now, unread);
  const { id: statement } = await storedStatements.receive(solo, 'x.htm', Readable.from(['x']));
  await storedStatements.idle();
  const nobodys = {
    slug: 'never-was',
    key: 'key_never',
    session: 'never',
    passkey: 'never',
    connection: 'conn_never',
    broker: 'brk_never',
    share: 'shr_never',
    alert: 'alt_never',
    receipt: 'rcp_never',
    statement: `${statement.slice(0, -4)}0000`,
  };
  const otherBrowsers: Browsing[] = [
    await signedIn(app, registry, 'north-desk'),
    await signedIn(app, registry, 'boss'),
  ];
  let refused = 0;
  for (const route of routes.owner) {
    for (const method of methodsOf(known.get(route) ?? new Set())) {
      const solos = await belongings(world, { key, connection, statement, receipt });
      const url = filled(route, solos);
      const said = fields[route] ?? {};
      const name = `${method} ${url}`;

      const stranger = await browse(app)[method](url, said);
      const unknown = await browse(app)[method](filled(route, nobodys), said);
      assert.equal([stranger.statusCode, pathOf(stranger)], [303, '/me/sign-in'], name);
      assert.is(stranger.body, unknown.body, name);

      const isTheirs = /:(slug|id)/.test(route);
      for (const otherBrowser of isTheirs ? otherBrowsers : []) {
        const answer = await otherBrowser[method](url, said);
        const nowhere = await otherBrowser[method](filled(route, nobodys), said);
        assert.is(answer.statusCode, 404, name);
        assert.equal(
          [answer.body, answer.headers['content-length']],
          [nowhere.body, nowhere.headers['content-length']],
          name,
        );
        refused += 1;
      }
      const ownAnswer = await (await signedIn(app, registry, 'solo'))[method](url, said);
      assert.ok(
        [200, 303, 422].includes(ownAnswer.statusCode) || isPortfolios(url),
        `${name} ${ownAnswer.statusCode}`,
      );
      await applyRegistry(registry, {
        accounts: [{ slug: 'solo-secret', name: 'Canary of another owner' }],
      });
    }
  }
  assert.ok(refused >= 22, `${refused} refusals`);
});

/** Returns true for routes that only portfolios have, or only accounts. */
const isPortfolios = (url: string) => url.endsWith('/members');

inWorld('accepts no slug of another owner in a form', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'north-desk');
  const theirs = ['solo-secret', 'never-was'].flatMap((slug) => [
    ['/me/portfolios', { name: 'x', currency: 'EUR', member: ['north-gold', slug] }] as const,
    ['/me/accounts/north-all/members', { currency: 'EUR', member: [slug] }] as const,
  ]);
  const bodies = new Set<string>();
  for (const [url, said] of theirs) {
    const answer = await browser.post(url, said);
    assert.is(answer.statusCode, 404, url);
    bodies.add(answer.body);
  }
  assert.is(bodies.size, 1);
  const joined = { portfolio: ['solo-secret', 'north-all'] };
  const unchanged = await browser.post('/me/accounts/north-gold/portfolios', joined);
  assert.is(unchanged.statusCode, 303, 'among their own portfolios there is none of that name');
});

inWorld('shows operators’ pages to operators, and others 404', async ({ app, registry }) => {
  const known = await routesOf(app);
  await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
  const boss = await signedIn(app, registry, 'boss');
  await setPicture(registry, 'solo', Buffer.from('a picture'), 'solo');
  const owners = [
    await signedIn(app, registry, 'north-desk'),
    await signedIn(app, registry, 'solo'),
  ];
  const nowhere = await Promise.all(owners.map((owner) => owner.get('/me/accounts/never-was')));
  for (const route of routes.operator) {
    for (const method of methodsOf(known.get(route) ?? new Set())) {
      const path = route.replace(':slug', route.includes('/owners/') ? 'solo' : 'solo-secret');
      const said = fields[route] ?? {};
      for (const [index, owner] of owners.entries()) {
        const answer = await owner[method](path, said);
        assert.equal([answer.statusCode, answer.body], [404, nowhere[index]?.body], path);
      }
      const stranger = await browse(app)[method](path, said);
      assert.is(pathOf(stranger), '/me/sign-in', path);
      const answer = await boss[method](path, said);
      assert.ok([200, 303].includes(answer.statusCode), `${path} ${answer.statusCode}`);
      const unknown = await boss[method](route.replace(':slug', 'never-was'), said);
      // The request before added the owner or the account.
      const adds = ['/operator/owners', '/operator/accounts'].includes(route);
      const again = adds ? 422 : answer.statusCode;
      assert.is(unknown.statusCode, route === path ? again : 404, path);
    }
  }
});

/** Menu in the header of a signed-in owner, and the link that others see instead. */
const menu = /<details class="menu">.*?<\/details>/;
const signInLink = '<a class="sign-in" href="/me">Sign in</a>';

inWorld('shows everyone the same', async ({ app, registry }) => {
  await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
  const readers = await Promise.all(
    ['boss', 'solo'].map((owner) => signedIn(app, registry, owner)),
  );
  for (const route of routes.everybody) {
    const url = filledWith(route, north.slug);
    const answer = await browse(app).get(url);
    for (const reader of readers) {
      const { statusCode, body } = await reader.get(url);
      const seen = [statusCode, body.replace(menu, signInLink)];
      assert.equal(seen, [answer.statusCode, answer.body], route);
    }
  }
});

inWorld('finds receipts only with the key that sent', async ({ app, registry }) => {
  const keyOf = async (account: string) =>
    (await createConnectionKey(registry, { account, name: 'x' })).key;
  const [solos, norths] = [await keyOf('solo-secret'), await keyOf('north-gold')];
  const equity = [{ at: '2026-02-03T10:00:00Z', balance: 1, equity: 1 }];
  const sent = await app.inject({
    method: 'POST',
    url: '/connect/v1/facts',
    payload: { equity },
    headers: bearer(solos),
  });
  const ask = (key: string, id: string) =>
    app.inject({ url: `/connect/v1/receipts/${id}`, headers: bearer(key) });
  const { receipt } = sent.json();
  assert.is((await ask(solos, receipt)).statusCode, 200);
  const [foreign, unknown] = [receipt, 'rcp_0000000000000000000000'].map((id) => ask(norths, id));
  assert.is((await foreign)?.statusCode, 404);
  assert.is((await foreign)?.body, (await unknown)?.body);
});

inWorld('has no link of one owner that opens something of another', async ({ app, registry }) => {
  const { token } = await inviteOwner(registry, 'solo', 'test');
  const browser = browse(app);
  await browser.post(`/me/invite/${token}`, {
    owner: 'north-desk',
    password: 'a few words of mine',
  });
  assert.match((await browser.get('/me')).body, 'Signed in as solo');
  const wrong = { owner: 'north-desk', password: 'a few words of mine' };
  assert.is((await browse(app).post('/me/sign-in', wrong)).statusCode, 401);
});

const html = 'text/html; charset=utf-8';
const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';

/** Prefixes of pages for one owner, or for anyone with the link. */
const privatePrefixes = [...ownerPages.map(({ prefix }) => prefix), sharePrefix];
const isPrivate = (url: string) =>
  privatePrefixes.some((prefix) => url === prefix || url.startsWith(`${prefix}/`));

/** Addresses whose problems are JSON. Widgets forbid indexing in their HTML. */
const isForPrograms = (url: string) =>
  /^\/(?:api|mcp|connect|healthz|readyz|metrics|oembed)(?:\/|$)/.test(url);

const filledWith = (url: string, slug: string) =>
  url.replace(':slug', slug).replaceAll(/:\w+|\*/g, 'never-was');

inWorld(
  'keeps search engines from every private page and problem, and from no public page',
  async ({ app, registry }) => {
    const routes = await routesOf(app);
    await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
    const { token } = await signedIn(app, registry, 'boss');
    const indexed: string[] = [];
    const problems = new Set<string>();
    for (const [route, methods] of routes) {
      for (const cookie of isPrivate(route) ? ['', `${cookieName}=${token}`] : ['']) {
        for (const method of [...methods, 'DELETE', 'PUT'] as ('GET' | 'DELETE')[]) {
          const url = filledWith(route, 'never-was');
          const answer = await app.inject({ method, url, headers: { accept, cookie } });
          const { statusCode, headers } = answer;
          const isProblemPage = statusCode >= 400 && headers['content-type'] === html;
          if (isProblemPage) problems.add(route);
          if (!isProblemPage && !isPrivate(route)) continue;
          const isLeftOut = String(headers['x-robots-tag']).split(', ').includes('noindex');
          if (!isLeftOut) indexed.push(`${method} ${url} ${statusCode}`);
        }
      }
    }
    assert.equal(indexed, []);
    const withPages = [...routes.keys()].filter((url) => !isForPrograms(url));
    assert.equal([...problems].sort(), withPages.sort());
    assert.ok([...problems].filter(isPrivate).length > 80);

    const pages: string[] = [];
    for (const route of routes.keys()) {
      // Files are no pages, and a PDF takes time.
      if (isPrivate(route) || /\.\w+$/.test(route)) continue;
      const { statusCode, headers } = await app.inject(filledWith(route, north.slug));
      if (statusCode !== 200 || headers['content-type'] !== html) continue;
      pages.push(route);
      assert.is(headers['x-robots-tag'], undefined, route);
    }
    assert.ok(pages.includes('/') && pages.includes('/account/:slug'), `${pages}`);
  },
);

matrix.run();
