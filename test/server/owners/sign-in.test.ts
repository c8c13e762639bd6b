import { existsSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytesOf, madeCases } from '../../../fixtures/statements/cases.ts';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { DatabaseOutOfReach } from '../../../pipeline/base/tables.ts';
import { endSession, findSession, sessionsOf } from '../../../pipeline/registry/sessions.ts';
import { registrySchema } from '../../../pipeline/registry/tables.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { notedLog } from '../../support/noted-log.ts';
import { within } from '../../support/within.ts';
import { now, withWorld } from '../world.ts';
import { browse, cookieName, dropStatement, fromHere, inviteTo, signedIn } from './owners.ts';

const signIn = suite('signing in at /me');
const inWorld = within(signIn, withWorld);

const password = 'a few words of mine';

signIn("leads from a single-use link to the owner's page, and out again", async () => {
  const { log, lines } = notedLog('error', 'warn', 'info');
  await withWorld(
    async ({ app, registry }) => {
      const link = await inviteTo(registry, 'solo');
      const browser = browse(app);
      for (const _look of [1, 2]) {
        const look = await browser.get(link);
        assert.is(look.statusCode, 200);
        assert.match(look.body, 'Welcome, solo');
        assert.is(look.headers['referrer-policy'], 'strict-origin');
      }
      assert.is((await browser.post(link, { password: 'too short' })).statusCode, 422);
      const [one, two] = await Promise.all([1, 2].map(() => browse(app).post(link, { password })));
      assert.equal([one?.statusCode, two?.statusCode].sort(), [303, 410]);
      assert.is((await browser.get(link)).statusCode, 410);
      assert.is((await browser.post(link, { password })).statusCode, 410, 'replayed');

      const wrong = await browser.post('/me/sign-in', { owner: 'solo', password: 'not that one' });
      assert.is(wrong.statusCode, 401);
      const right = await browser.post('/me/sign-in', { owner: 'solo', password });
      assert.equal([right.statusCode, right.headers.location], [303, '/me']);
      const cookie = String(right.headers['set-cookie']);
      assert.match(
        cookie,
        /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure$/,
      );
      assert.match((await browser.get('/me')).body, 'Never sent data');

      const stolen = browse(app, browser.token);
      assert.is((await stolen.get('/me')).statusCode, 200);
      const out = await browser.post('/me/sign-out');
      assert.match(String(out.headers['set-cookie']), /^__Host-session=; .*Max-Age=0/);
      assert.is((await stolen.get('/me')).headers.location, '/me/sign-in?why=ended', 'stolen');

      const otherInvitation = await inviteTo(registry, 'solo');
      registry.store.write = () => Promise.reject(new Error('a fault of ours'));
      assert.is((await browser.post(otherInvitation, { password })).statusCode, 500);
      assert.match(lines.join(), 'a fault of ours');
      assert.not.match(lines.join(), /tr_invite_|few words/);
    },
    { log },
  );
});

inWorld('leads back to the earlier page, and to no other site', async ({ app, registry }) => {
  await browse(app).post(await inviteTo(registry, 'solo'), { password });
  const login = (next: string) =>
    browse(app).post('/me/sign-in', { owner: 'solo', password, next });
  for (const page of ['/me', '/me/settings', '/me/accounts/solo-silent/deliveries?size=large']) {
    const asked = await browse(app).get(page);
    const form = await browse(app).get(String(asked.headers.location));
    const [, next = ''] = /name="next" value="([^"]*)"/.exec(form.body) ?? [];
    assert.is(next, page);
    assert.not.match(form.body, 'has ended');
    assert.is((await login(next)).headers.location, page);
  }
  for (const next of [
    ...['//evil.example/me', 'https://evil.example/me', '/\\evil.example', '/me/../account/x'],
    ...['/me/%2e%2e/account/x', '/account/solo-silent', 'javascript:alert(1)', '/menu'],
    ...['/me/sign-out', '/me/sign-in?next=/me', '/me/invite/x', `/me/${'a'.repeat(500)}`],
  ]) {
    assert.is((await login(next)).headers.location, '/me', next);
  }
  const wrong = { owner: 'solo', password: 'not that one', next: '/me/settings' };
  const again = await browse(app).post('/me/sign-in', wrong);
  assert.match(again.body, 'name="next" value="/me/settings"');
});

inWorld(
  'says that a session has ended, and that the form was not saved',
  async ({ app, registry, dataDir }) => {
    const browser = await signedIn(app, registry, 'solo');
    const [session] = await sessionsOf(registry, 'solo');
    await browser.post(`/me/settings/sessions/${session?.id}/end`);
    const ended = browse(app, browser.token ?? 'x'.repeat(43));
    const signInAfter = async (sent: Promise<LightMyRequestResponse>) => {
      const { statusCode, headers } = await sent;
      assert.is(statusCode, 303);
      const { body } = await ended.get(String(headers.location));
      const [, next] = /name="next" value="([^"]*)"/.exec(body) ?? [];
      const [, said] = /role="alert">([^<]*)</.exec(body) ?? [];
      return [next, said];
    };
    const unsent = 'Your session has ended, so nothing was saved. Sign in, then send it again.';
    assert.equal(await signInAfter(ended.get('/me/trail')), [
      '/me/trail',
      'Your session has ended. Sign in to continue.',
    ]);
    const file = dropStatement(app, ended, 'Statement.htm', Buffer.alloc(100_000, ' '));
    assert.equal(await signInAfter(file), ['/me/add', unsent]);
    assert.not(existsSync(dataDir.inbox.reading), 'nothing of it is kept');
    for (const [form, page] of [
      ['/me/accounts/solo-silent/name', '/me/accounts/solo-silent'],
      ['/me/accounts/solo-silent/connections/x/revoke', '/me/accounts/solo-silent/connections'],
      ['/me/settings/keys/x/revoke', '/me/settings'],
      ['/me/add/connection', '/me/add'],
      ['/me/add/some-id/confirm', '/me/add/some-id'],
      ['/operator/accounts/solo-silent/marks', '/operator'],
    ] as const) {
      assert.equal(await signInAfter(ended.post(form)), [page, unsent], form);
    }
    // A file that was on its way when the session ended is stored. Signing in leads to it.
    const uploading = await signedIn(app, registry, 'solo');
    const [made] = madeCases();
    assert.ok(made);
    const statement = bytesOf(made);
    async function* whileItEnds() {
      yield statement.subarray(0, 100);
      for (const { id } of await sessionsOf(registry, 'solo')) {
        await endSession(registry, 'solo', id);
      }
      yield statement.subarray(100);
    }
    const sent = await dropStatement(app, uploading, 'Late.htm', whileItEnds());
    const page = String(sent.headers.location);
    assert.match(page, /^\/me\/add\/\d+-/);
    const signedOut = browse(app, uploading.token ?? '');
    assert.equal(await signInAfter(signedOut.get(page)), [
      page,
      'Your session has ended. Sign in to continue.',
    ]);
    assert.match((await (await signedIn(app, registry, 'solo')).get(page)).body, 'Late.htm');
  },
);

inWorld('replaces an earlier session of the browser', async ({ app, registry }) => {
  await browse(app).post(await inviteTo(registry, 'solo'), { password });
  const planted = await signedIn(app, registry, 'north-desk');
  const victim = browse(app, planted.token);
  await victim.post('/me/sign-in', { owner: 'solo', password });
  assert.not.equal(victim.token, planted.token);
  assert.is((await planted.get('/me')).statusCode, 303, 'what was planted is no session');
  const made = browse(app, 'a'.repeat(43));
  await made.post('/me/sign-in', { owner: 'solo', password });
  assert.not.equal(made.token, 'a'.repeat(43));
  const cookie = `${cookieName}=${made.token}; ${cookieName}=x`;
  const two = await app.inject({ url: '/me', headers: { cookie } });
  assert.is(two.statusCode, 303, 'two cookies of one name are none');
});

inWorld('accepts changes only from its own pages', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'solo');
  const origin = 'https://records.example';
  const cases: [Record<string, string>, number][] = [
    [{}, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin }, 403],
    [{ 'sec-fetch-site': 'same-site', origin }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ origin }, 303],
  ];
  for (const [headers, status] of cases) {
    const { statusCode } = await browser.post('/me/settings/name', { name: 'Solo' }, headers);
    assert.is(statusCode, status, JSON.stringify(headers));
    const login = await browse(app).post('/me/sign-in', { owner: 'solo' }, headers);
    assert.is(login.statusCode, status === 303 ? 401 : 403, 'signing in too');
  }
  const json = await app.inject({
    url: '/me/settings/name',
    method: 'POST',
    headers: { ...fromHere, 'content-type': 'application/json' },
    payload: '{}',
  });
  assert.is(json.statusCode, 415);
});

signIn('allows five wrong tries a minute by name and network, and locks no owner out', async () => {
  let at = 0;
  const clock = { wall: () => now.getTime() + at, steady: () => at };
  const limits = createMemoryLimits(clock);
  const trustProxy = ['127.0.0.1'];
  await withWorld(
    async ({ app, registry }) => {
      await browse(app).post(await inviteTo(registry, 'solo'), { password });
      const tried = async (owner: string, from: string, word = 'wrong password') => {
        const headers = { ...fromHere, 'x-forwarded-for': from };
        const answer = await browse(app).post('/me/sign-in', { owner, password: word }, headers);
        return answer.statusCode;
      };
      for (const owner of ['solo', 'nobody']) {
        const many = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => tried(owner, '192.0.2.1')));
        assert.equal(many.sort(), [401, 401, 401, 401, 401, 429, 429], owner);
      }
      assert.is(await tried('solo', '192.0.2.1', password), 429, 'guessed too late');
      assert.is(await tried('solo', '198.51.100.7', password), 303, 'from elsewhere');
      at += 60_001;
      assert.is(await tried('solo', '192.0.2.1', password), 303);
      const names = Array.from({ length: 25 }, (_, name) => tried(`name-${name}`, '203.0.113.5'));
      const refused = (await Promise.all(names)).filter((status) => status === 429);
      assert.is(refused.length, 5, 'of twenty names a minute');
    },
    { limits, trustProxy },
  );
});

inWorld('answers a name without password as a wrong password', async ({ app, registry }) => {
  await browse(app).post(await inviteTo(registry, 'solo'), { password });
  const answerFor = async (owner: string) => {
    const { statusCode, body, headers } = await browse(app).post('/me/sign-in', {
      owner,
      password: 'wrong password',
    });
    const { date: _, 'content-length': _length, ...constant } = headers;
    return { statusCode, body: body.replaceAll(owner, 'OWNER'), constant };
  };
  const known = await answerFor('solo');
  assert.equal(await answerFor('north-desk'), known, 'without a password');
  assert.equal(await answerFor('nobody'), known);
});

inWorld('is a 503 without details while the registry is unavailable', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'solo');
  const busy = new DatabaseOutOfReach(
    registrySchema,
    quotedReason('another process writes to /var/lib/x'),
  );
  registry.store.write = () => Promise.reject(busy);
  const fields = { name: 'Solo', scope: ['public:read'] };
  for (const url of ['/me/settings/name', '/me/settings/keys', '/me/portfolios']) {
    const answer = await browser.post(url, { ...fields, member: 'solo-silent', currency: 'EUR' });
    assert.is(answer.statusCode, 503, url);
    assert.not.match(answer.body, '/var/lib');
  }
  const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  registry.findOwner = () => Promise.reject(gone);
  assert.is((await browser.get('/me')).statusCode, 503);
});

signIn('is a 507 while the disk of the registry is full, and the log says what to do', async () => {
  const { log, lines } = notedLog('error', 'warn', 'info');
  await withWorld(
    async ({ app, registry }) => {
      const link = await inviteTo(registry, 'solo');
      await browse(app).post(link, { password });
      const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      registry.store.annotate = () => Promise.reject(full);
      const answer = await browse(app).post('/me/sign-in', { owner: 'solo', password });
      assert.is(answer.statusCode, 507);
      assert.match(answer.body, 'disk is full, so nothing was saved');
      assert.not.match(answer.body, 'SQLITE');
      assert.match(lines.join('\n'), 'SQLITE_FULL: free some space on the disk of the registry');
    },
    { log },
  );
});

inWorld('lists sessions and ends them, one or all', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'solo');
  const otherBrowser = await signedIn(app, registry, 'solo');
  const foreign = await signedIn(app, registry, 'north-desk');
  const page = (await browser.get('/me/settings')).body;
  assert.match(page, 'Firefox (this browser)');
  const ownSession = (await findSession(registry, browser.token ?? ''))?.id ?? '';
  const all = (await sessionsOf(registry, 'solo')).map(({ id }) => id);
  assert.is(all.length, 2);
  const ids = [...all.filter((id) => id !== ownSession), ownSession];
  for (const id of ids) {
    const answer = await foreign.post(`/me/settings/sessions/${id}/end`);
    assert.is(answer.statusCode, 404, 'nobody else’s');
  }
  const statuses = [];
  for (const id of ids) {
    statuses.push((await browser.post(`/me/settings/sessions/${id}/end`)).statusCode);
  }
  assert.equal(statuses, [303, 303]);
  for (const ended of [browser, otherBrowser]) assert.is((await ended.get('/me')).statusCode, 303);

  await browse(app).post(await inviteTo(registry, 'solo'), { password });
  const [one, two] = [browse(app), browse(app)];
  for (const each of [one, two]) await each.post('/me/sign-in', { owner: 'solo', password });
  const next = 'other words of mine';
  const guess = await one.post('/me/settings/password', { present: 'x', password: next });
  assert.is(guess.statusCode, 422);
  const changed = await one.post('/me/settings/password', { present: password, password: next });
  assert.is(changed.statusCode, 303);
  assert.is((await one.get('/me')).statusCode, 200);
  assert.is((await two.get('/me')).statusCode, 303, 'a new password ends the others');
});

inWorld('is never cached, framed, compressed or accepted by the API', async ({ app, registry }) => {
  const browser = await signedIn(app, registry, 'north-desk');
  const secret = '/api/v1/accounts/north-secret';
  for (const url of ['/me', '/me/sign-in', '/me/settings', '/me/trail', '/me/nope', '/me/']) {
    const { headers } = await browser.get(url);
    assert.is(headers['cache-control'], 'no-store', url);
    assert.is(headers['x-frame-options'], 'DENY', url);
    const csp = String(headers['content-security-policy']);
    assert.match(csp, "default-src 'none';script-src 'self';style-src 'self'");
    assert.not.match(csp, 'unsafe');
    assert.is(headers['content-encoding'], undefined);
    assert.is(headers.etag, undefined);
  }
  const api = await browser.get(secret);
  assert.is(api.statusCode, 404, 'a cookie is no key');
  assert.is(api.headers['set-cookie'], undefined);
  const ownPage = await browser.get('/account/north-secret');
  assert.is(ownPage.statusCode, 200, 'its owner sees the page that nobody else does');
  assert.is(ownPage.headers['cache-control'], 'private, no-cache');
  assert.match(String(ownPage.headers['content-security-policy']), "frame-ancestors 'none'");
  assert.is((await app.inject('/account/north-secret')).statusCode, 404);
});

signIn.run();
