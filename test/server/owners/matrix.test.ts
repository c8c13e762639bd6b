import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { findSession, inviteOwner } from '../../../pipeline/registry/sign-in.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { createStatements } from '../../../pipeline/statements/statements.ts';
import { addresses } from '../../../server/owners/addresses.ts';
import { now, type World, withWorld } from '../world.ts';
import { type Browsing, browse, signedIn } from './owners.ts';

const matrix = suite('every address of the owners’ pages by everybody');

/** What each address is asked with, so that only whose it is can refuse it. */
const fields: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  '/me/accounts/:slug/shown': { published: 'no', hide: ['twr'] },
  '/me/accounts/:slug/name': { name: 'Another' },
  '/me/accounts/:slug/cut': { day: '2025-06-01', typed: 'Canary of another owner' },
  '/me/accounts/:slug/portfolios': {},
  '/me/accounts/:slug/members': { currency: 'EUR', member: ['OWN'] },
  '/me/accounts/:slug/connections': { name: 'terminal' },
  '/me/settings/name': { name: 'Solo' },
};

/** What belongs to `solo`, by the name of the parameter that says so. */
async function belongings(
  { registry, app }: World,
  keys: { key: string; connection: string; statement: string },
) {
  const { token } = await signedIn(app, registry, 'solo');
  const session = (await findSession(registry, token ?? ''))?.id ?? '';
  return { slug: 'solo-secret', session, ...keys };
}

type Belongings = Awaited<ReturnType<typeof belongings>>;

const idIn = (url: string, { key, session, connection, statement }: Belongings): string => {
  if (url.startsWith('/me/add/')) return statement;
  if (url.includes('/connections/')) return connection;
  return url.includes('/keys/') ? key : session;
};

const filled = (url: string, solos: Belongings): string =>
  url.replace(':slug', solos.slug).replace(':id', idIn(url, solos));

matrix('is allowed to whose it is, and the same 404 to whoever else is signed in', () =>
  withWorld(async (world) => {
    const { app, registry } = world;
    await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
    const { id: key } = await createKey(registry, { owner: 'solo', name: 'x', scopes });
    const sender = { account: 'solo-secret', name: 'x' };
    const { id: connection } = await createConnectionKey(registry, sender);
    const unread = async () => ({ problem: 'no statement' });
    const folder = world.dataDir.inbox.statements;
    const { id: statement } = await createStatements(folder, () => now, unread).receive(
      'solo',
      'x.htm',
      Readable.from(['x']),
    );
    const nobodys = {
      slug: 'never-was',
      key: 'key_never',
      session: 'never',
      connection: 'conn_never',
      statement: `${statement.slice(0, -4)}0000`,
    };
    const others: Browsing[] = [
      await signedIn(app, registry, 'north-desk'),
      await signedIn(app, registry, 'boss'),
    ];
    const owned = addresses.filter(({ who }) => who === 'owner');
    let refused = 0;
    for (const address of owned) {
      for (const method of ['get', 'post'] as const) {
        if (!address[method]) continue;
        const solos = await belongings(world, { key, connection, statement });
        const url = filled(address.url, solos);
        const said = fields[address.url] ?? {};
        const name = `${method} ${url}`;

        const stranger = await browse(app)[method](url, said);
        const unknown = await browse(app)[method](filled(address.url, nobodys), said);
        assert.equal([stranger.statusCode, stranger.headers.location], [303, '/me/sign-in'], name);
        assert.is(stranger.body, unknown.body, name);

        const isTheirs = url !== address.url;
        for (const other of isTheirs ? others : []) {
          const answer = await other[method](url, said);
          const nowhere = await other[method](filled(address.url, nobodys), said);
          assert.is(answer.statusCode, 404, name);
          assert.equal(
            [answer.body, answer.headers['content-length']],
            [nowhere.body, nowhere.headers['content-length']],
            name,
          );
          refused += 1;
        }
        const own = await (await signedIn(app, registry, 'solo'))[method](url, said);
        assert.ok(
          [200, 303, 422].includes(own.statusCode) || isPortfolios(url),
          `${name} ${own.statusCode}`,
        );
        await applyRegistry(registry, {
          accounts: [{ slug: 'solo-secret', name: 'Canary of another owner' }],
        });
      }
    }
    assert.ok(refused >= 22, `${refused} refusals`);
  }),
);

/** What only a portfolio or only an account takes. */
const isPortfolios = (url: string) => url.endsWith('/members');

matrix('takes nobody else’s slugs inside a form', () =>
  withWorld(async ({ app, registry }) => {
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
  }),
);

matrix('shows operators’ pages to operators alone, to all others the same 404', () =>
  withWorld(async ({ app, registry }) => {
    const owner = await signedIn(app, registry, 'north-desk');
    const nowhere = await owner.get('/me/accounts/never-was');
    for (const { url, who, ...answers } of addresses.filter((one) => one.who === 'operator')) {
      for (const method of ['get', 'post'] as const) {
        if (!(method in answers)) continue;
        const path = url.replace(':slug', 'solo-secret');
        const answer = await owner[method](path);
        assert.equal([answer.statusCode, answer.body], [404, nowhere.body], path);
        const stranger = await browse(app)[method](path);
        assert.is(stranger.headers.location, '/me/sign-in', path);
      }
    }
  }),
);

matrix('has links of one owner that open nothing of another', () =>
  withWorld(async ({ app, registry }) => {
    const { token } = await inviteOwner(registry, 'solo', 'test');
    const browser = browse(app);
    await browser.post(`/me/invite/${token}`, {
      owner: 'north-desk',
      password: 'a few words of mine',
    });
    assert.match((await browser.get('/me')).body, 'Signed in as solo');
    const wrong = { owner: 'north-desk', password: 'a few words of mine' };
    assert.is((await browse(app).post('/me/sign-in', wrong)).statusCode, 401);
  }),
);

matrix.run();
