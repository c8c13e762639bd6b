import type { LightMyRequestResponse } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { deleteEntry, deleteOwner } from '../../../pipeline/registry/deletions.ts';
import { hashPassword } from '../../../pipeline/registry/passwords.ts';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { createShare, revokeShare, sharesOf } from '../../../pipeline/registry/shares.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import { addressOfPage, type RecordPage, recordPages } from '../../../server/site/record-pages.ts';
import { fieldsOf } from '../../support/fields.ts';
import { notedLog } from '../../support/noted-log.ts';
import { signedIn } from '../owners/owners.ts';
import { baseUrl, now, secret as secretAccount, type World, withWorld } from '../world.ts';

const shares = suite('share links');

const account = 'north-secret';
const never = `tr_share_${'x'.repeat(43)}`;

interface Wanted {
  readonly account?: string;
  readonly passwordHash?: string | null;
  readonly expires_at?: Date | null;
}

const make = (registry: Registry, wanted: Wanted = {}): Promise<string> =>
  createShare(registry, 'north-desk', {
    account,
    name: 'friend',
    passwordHash: null,
    expires_at: null,
    ...wanted,
  });

/** Pages of a record, as they end within a share. */
const pageEnds = [
  ...(Object.keys(recordPages) as RecordPage[]).map((page) => addressOfPage('', page).slice(9)),
  '/days',
];
const ends = [...pageEnds, '/trades.csv', '/trades.ndjson'];
const files = ['/daily.csv', '/monthly.csv'];

/** Returns everything that a client can compare: status, headers and body. */
const seen = ({ statusCode, headers, body }: LightMyRequestResponse) => ({
  statusCode,
  headers: { ...headers, date: '' },
  body,
});

shares('show a private account and all its pages as if it were public', () =>
  withWorld(async ({ app, registry, apply }) => {
    await apply({ ...secretAccount, show_trades_on_page: true });
    const secret = await make(registry);
    const texts = new Map<string, string>();
    for (const end of [...ends, ...files]) {
      const answer = await app.inject(`/share/${secret}${end}`);
      assert.is(answer.statusCode, 200, end);
      assert.is(answer.headers['x-robots-tag'], 'noindex, nofollow, noarchive', end);
      assert.is(answer.headers['cache-control'], 'private, no-store', end);
      assert.is(answer.headers['referrer-policy'], 'no-referrer', end);
      assert.is(answer.headers.etag, undefined, end);
      assert.is(answer.headers['access-control-allow-origin'], undefined, end);
      texts.set(end, answer.body);
    }
    assert.match(texts.get('') ?? '', secretAccount.name);
    await apply({ ...secretAccount, published: true, show_trades_on_page: true });
    for (const end of ['/trades.csv', '/trades.ndjson', ...files]) {
      const isPublic = await app.inject(`/account/${account}${end}`);
      assert.is(texts.get(end), isPublic.body, end);
    }
  }),
);

shares('are counted by the server that answers, and their owner sees the count', () =>
  withWorld(async ({ app, registry, keyUses }) => {
    const plain = await make(registry);
    const passwordHash = await hashPassword('open sesame');
    const locked = await make(registry, { passwordHash });
    for (const end of ['', '/trades', '?lang=de']) await app.inject(`/share/${plain}${end}`);
    await app.inject(`/share/${locked}`);
    await app.inject(`/share/${plain}x`);
    await keyUses.flush();
    const listed = await sharesOf(registry, 'north-desk', account);
    assert.equal(fieldsOf(listed, 'hasPassword', 'requests', 'last_used_at').sort(), [
      [false, 3, '2026-03-01T12:00:00Z'],
      [true, 0, null],
    ]);
    const browser = await signedIn(app, registry, 'north-desk');
    const { body } = await browser.get(`/me/accounts/${account}/shares`);
    assert.match(body, /3 requests, last used <time/);
    assert.match(body, 'never used');

    await make(registry, { expires_at: new Date('2026-04-01T00:00:00Z') });
    const url = `/me/accounts/${account}/shares`;
    assert.match((await browser.get(url)).body, '<li>last day 31 Mar 2026, in UTC</li>');
    const [ending] = (await sharesOf(registry, 'north-desk', account)).filter(
      ({ expires_at }) => expires_at !== null,
    );
    await browser.post(`${url}/${ending?.id}/revoke`);
    const after = (await browser.get(url)).body;
    assert.match(after, '<li>revoked <time');
    assert.not.match(after, 'last day', 'it was revoked before');
  }),
);

shares('have pages that lead nowhere outside and never name the slug', () =>
  withWorld(async ({ app, registry, apply }) => {
    await apply({ ...secretAccount, show_trades_on_page: true });
    const secret = await make(registry);
    for (const end of [...pageEnds, '?lang=de', '/risk?lang=de', '/trades?lang=es']) {
      const { body, headers } = await app.inject(`/share/${secret}${end}`);
      assert.not.match(body, account, end);
      assert.not.match(JSON.stringify(headers), account, end);
      assert.not.match(body, /canonical|og:|oembed|atom|\/widget\/|\/api\/v1/, end);
      const links = [...body.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, link = '']) => link);
      const inside = links.filter((link) => link.includes(secret));
      assert.ok(inside.length > 0, end);
      for (const link of inside) {
        const answer = await app.inject(link.replaceAll('&amp;', '&').split('#')[0] ?? '');
        assert.is(answer.statusCode, 200, link);
      }
      const outside = links.filter((link) => !link.includes(secret));
      assert.equal(
        outside.filter(
          (link) => !/^(#|\/(\?|$)|\/(me|docs|numbers|calendar)\b|\/icon|\/assets)/.test(link),
        ),
        [],
        end,
      );
    }
    const csv = await app.inject(`/share/${secret}/trades.csv`);
    assert.is(csv.headers['content-disposition'], 'attachment; filename="trades.csv"');
  }),
);

shares('hide what the owner hides, and the trades unless the page lists them', () =>
  withWorld(async ({ app, registry, apply }) => {
    const secret = await make(registry);
    assert.is((await app.inject(`/share/${secret}/trades`)).statusCode, 404);
    assert.is((await app.inject(`/share/${secret}/trades.csv`)).statusCode, 404);
    assert.match((await app.inject(`/share/${secret}`)).body, '/daily.csv');
    await apply({ ...secretAccount, show_trades_on_page: true, hide: ['trades', 'equity_curve'] });
    for (const end of ['/trades', '/trades.csv', '/trades.ndjson', '/daily.csv']) {
      assert.is((await app.inject(`/share/${secret}${end}`)).statusCode, 404, end);
    }
    assert.not.match((await app.inject(`/share/${secret}`)).body, '/daily.csv');
  }),
);

shares('change no answer about the account at any other address', () =>
  withWorld(async ({ app, registry }) => {
    const urls = [
      `/account/${account}`,
      `/account/${account}/trades`,
      `/api/v1/accounts/${account}`,
      `/api/v1/accounts/${account}/trades`,
      `/api/v1/search/accounts?q=canary`,
      `/widget/${account}.svg`,
      `/account/${account}/months.atom`,
      `/oembed?url=${baseUrl}/account/${account}`,
      '/search?q=canary',
      '/owner/north-desk',
      `/compare?slug=${account}`,
      '/sitemap.xml',
      '/robots.txt',
      '/',
    ];
    const before = await Promise.all(urls.map(async (url) => seen(await app.inject(url))));
    const secret = await make(registry);
    assert.is((await app.inject(`/share/${secret}`)).statusCode, 200);
    const after = await Promise.all(urls.map(async (url) => seen(await app.inject(url))));
    assert.equal(after, before);
    const ofShare = `/oembed?url=${baseUrl}/share/${secret}`;
    assert.is((await app.inject(ofShare)).statusCode, 404);
    for (const name of [secret, `${secret}.svg`]) {
      assert.is((await app.inject(`/widget/${name}`)).statusCode, 404);
    }
    assert.is((await app.inject(`/api/v1/accounts/${secret}`)).statusCode, 404);
  }),
);

shares('look like unknown links if wrong, expired, revoked or deleted', () => {
  let at = now;
  const clock = () => at;
  return withWorld(
    async ({ app, registry }) => {
      const ofAbsent = (end: string) => app.inject(`/share/${never}${end}`);
      const isAbsent = async (secret: string, why: string) => {
        for (const end of [...ends, ...files, '/nope', '/a/b']) {
          for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE'] as const) {
            const url = `/share/${secret}${end}`;
            const answer = seen(await app.inject({ method, url }));
            const absent = seen(await app.inject({ method, url: `/share/${never}${end}` }));
            assert.equal(answer, absent, `${why} ${method} ${end}`);
          }
        }
        const payload = 'password=canary of a try';
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const [tried, unknown] = await Promise.all(
          [secret, never].map((text) =>
            app.inject({ method: 'POST', url: `/share/${text}`, headers, payload }),
          ),
        );
        assert.equal(tried && seen(tried), unknown && seen(unknown), why);
      };
      const absent = await ofAbsent('');
      assert.is(absent.statusCode, 404);
      assert.is(absent.headers['cache-control'], 'private, no-store');
      assert.is(absent.headers['referrer-policy'], 'no-referrer');
      assert.match(String(absent.headers['x-robots-tag']), 'noindex');

      const passwordHash = await hashPassword('open sesame');
      const expires_at = new Date(now.getTime() + 1000);
      const ending = await make(registry, { expires_at, passwordHash });
      assert.is((await app.inject(`/share/${ending}`)).statusCode, 200);
      await isAbsent(`${ending.slice(0, -1)}${ending.endsWith('A') ? 'B' : 'A'}`, 'wrong');
      await isAbsent(ending.toLowerCase(), 'other case');
      await isAbsent('north-secret', 'a slug');
      await isAbsent('__proto__', 'a name of JavaScript');
      at = expires_at;
      await isAbsent(ending, 'ended');
      at = now;
      assert.is((await app.inject(`/share/${ending}`)).statusCode, 200);

      const revoked = await make(registry);
      assert.is((await app.inject(`/share/${revoked}`)).statusCode, 200);
      const [newest] = (await sharesOf(registry, 'north-desk', account)).filter(
        ({ hasPassword }) => !hasPassword,
      );
      await revokeShare(registry, 'north-desk', account, newest?.id ?? '');
      await isAbsent(revoked, 'revoked');

      const moved = await make(registry);
      await applyRegistry(registry, { accounts: [{ slug: account, owner: 'solo' }] });
      await isAbsent(moved, 'of an earlier owner');
      await applyRegistry(registry, { accounts: [{ slug: account, owner: 'north-desk' }] });

      await deleteEntry(registry, 'north-desk', account);
      await isAbsent(moved, 'of a deleted account');
      const ofPortfolio = await make(registry, { account: 'north-all' });
      assert.is((await app.inject(`/share/${ofPortfolio}`)).statusCode, 200);
      await deleteOwner(registry, 'north-desk');
      await isAbsent(ofPortfolio, 'of a deleted owner');
      const left = await registry.store.db.selectFrom('shares').selectAll().execute();
      assert.equal(left, []);
    },
    { clock },
  );
});

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

const tryPassword = (
  { app }: Pick<World, 'app'>,
  secret: string,
  password: string,
  from = '192.0.2.1',
) =>
  app.inject({
    method: 'POST',
    url: `/share/${secret}`,
    headers: formHeaders,
    payload: `${new URLSearchParams({ password })}`,
    remoteAddress: from,
  });

shares('ask for their password before they show anything', () =>
  withWorld(async (world) => {
    const { app, registry } = world;
    const passwordHash = await hashPassword('open sesame');
    const secret = await make(registry, { passwordHash });
    const asked = await app.inject(`/share/${secret}`);
    assert.is(asked.statusCode, 200);
    assert.match(asked.body, 'This page needs a password');
    for (const end of [...ends.slice(1), ...files]) {
      const answer = await app.inject(`/share/${secret}${end}`);
      assert.is(answer.statusCode, 303, end);
      assert.is(answer.headers.location, `/share/${secret}`, end);
      assert.not.match(answer.body, /canary/i, end);
    }
    assert.not.match(asked.body, /canary|north/i);

    const wrong = await tryPassword(world, secret, 'close sesame');
    assert.is(wrong.statusCode, 403);
    assert.match(wrong.body, 'Wrong password.');
    assert.is(wrong.headers['set-cookie'], undefined);
    const right = await tryPassword(world, secret, 'open sesame');
    assert.is(right.statusCode, 303);
    const set = String(right.headers['set-cookie']);
    assert.match(
      set,
      new RegExp(
        `^__Secure-share=[\\w.-]+; Path=/share/${secret}; HttpOnly; SameSite=Lax; Max-Age=43200; Secure$`,
      ),
    );
    const cookie = set.split(';')[0] ?? '';
    const opened = await app.inject({ url: `/share/${secret}`, headers: { cookie } });
    assert.match(opened.body, secretAccount.name);
    const tampered = [
      cookie.replace('=1', '=2'),
      `${cookie.slice(0, -2)}AA`,
      '__Secure-share=99999999999.AAAA',
      '__Secure-share=.',
      '__Secure-share=',
      cookie.replace('__Secure-', ''),
    ];
    for (const text of tampered) {
      const answer = await app.inject({ url: `/share/${secret}`, headers: { cookie: text } });
      assert.match(answer.body, 'This page needs a password', text);
    }
    const another = await make(registry, { passwordHash });
    const foreign = await app.inject({ url: `/share/${another}`, headers: { cookie } });
    assert.match(foreign.body, 'This page needs a password', 'a cookie opens one link alone');
  }),
);

shares('ask for the password again after half a day', () => {
  let at = now;
  return withWorld(
    async (world) => {
      const secret = await make(world.registry, {
        passwordHash: await hashPassword('open sesame'),
      });
      const right = await tryPassword(world, secret, 'open sesame');
      const cookie = String(right.headers['set-cookie']).split(';')[0] ?? '';
      const open = () => world.app.inject({ url: `/share/${secret}`, headers: { cookie } });
      at = new Date(now.getTime() + 12 * 3_600_000 - 1000);
      assert.match((await open()).body, secretAccount.name);
      at = new Date(now.getTime() + 12 * 3_600_000);
      assert.match((await open()).body, 'This page needs a password');
    },
    { clock: () => at },
  );
});

shares('limit tries of a password by network, and by link from all networks', () => {
  const limits = createMemoryLimits({ wall: () => now.getTime(), steady: () => 0 });
  return withWorld(
    async (world) => {
      const secret = await make(world.registry, {
        passwordHash: await hashPassword('open sesame'),
      });
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        statuses.push((await tryPassword(world, secret, `guess ${at}`)).statusCode);
      }
      assert.equal(statuses, [403, 403, 403, 403, 403, 429]);
      const late = await tryPassword(world, secret, 'open sesame');
      assert.is(late.statusCode, 429, 'even the right one waits');
      assert.is(late.headers['retry-after'], '60');
      let refusedAt = 0;
      for (let at = 1; refusedAt === 0 && at <= 40; at += 1) {
        const { statusCode } = await tryPassword(world, secret, 'x', `198.51.100.${at}`);
        if (statusCode === 429) refusedAt = at;
      }
      assert.is(refusedAt, 26, 'five tries came before, and 30 are allowed');
    },
    { limits },
  );
});

shares('have a limit of their own', () => {
  const limits = createMemoryLimits({ wall: () => now.getTime(), steady: () => 0 });
  return withWorld(
    async ({ app, registry }) => {
      const secret = await make(registry);
      const statuses = new Map<number, number>();
      for (let at = 0; at < 65; at += 1) {
        const url = `/share/${at % 2 === 0 ? secret : never}`;
        const { statusCode, headers } = await app.inject(url);
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        assert.is(headers['cache-control'], 'private, no-store');
      }
      assert.equal(Object.fromEntries(statuses), { 200: 30, 404: 30, 429: 5 });
      assert.is((await app.inject('/')).statusCode, 200, 'pages have another one');
    },
    { limits },
  );
});

shares('show an owner’s portfolio with its public members alone', () =>
  withWorld(async ({ app, registry, apply }) => {
    await apply({ ...secretAccount });
    const secret = await make(registry, { account: 'north-all' });
    await applyRegistry(registry, { accounts: [{ slug: 'north-gold', published: false }] });
    const { body } = await app.inject(`/share/${secret}`);
    assert.match(body, '/account/north-eurusd');
    assert.not.match(body, 'north-gold');
  }),
);

shares('are made, listed and revoked by their owner, whose secret is shown once', () => {
  const { log, lines } = notedLog();
  return withWorld(
    async ({ app, registry }) => {
      const browser = await signedIn(app, registry, 'north-desk');
      const page = `/me/accounts/${account}/shares`;
      assert.match((await browser.get(`/me/accounts/${account}`)).body, `href="${page}"`);
      const fields = { name: 'My <b>bank</b>', until: '2026-03-31', password: 'open sesame' };
      const made = await browser.post(page, fields);
      const address = /value="(https:[^"]+\/share\/tr_share_[\w-]{43})"/.exec(made.body)?.[1] ?? '';
      assert.ok(address.startsWith(`${baseUrl}/share/`));
      const secret = address.slice(`${baseUrl}/share/`.length);
      const listed = (await browser.get(page)).body;
      assert.match(listed, /My &lt;b(>|&gt;)bank/);
      assert.match(listed, 'last day 31 Mar 2026, in UTC');
      assert.not.match(listed, 'tr_share_');
      assert.is((await app.inject(`/share/${secret}`)).statusCode, 200);

      const rows = JSON.stringify(
        await registry.store.db.selectFrom('shares').selectAll().execute(),
      );
      const trail = JSON.stringify(await readAudit(registry));
      for (const text of [rows, trail, lines.join('\n')]) {
        assert.not.match(text, secret.slice(9));
        assert.not.match(text, 'open sesame');
      }
      assert.not.match(trail, /argon2/);

      const wrong = [
        { name: '' },
        { name: 'x', until: '2026-02-28' },
        { name: 'x', until: '2026-02-30' },
        { name: 'x', until: 'soon' },
        { name: 'x', password: 'short' },
        { name: 'x', password: 'x'.repeat(201) },
      ];
      for (const form of wrong) {
        assert.is((await browser.post(page, form)).statusCode, 422, JSON.stringify(form));
      }
      const [share] = await sharesOf(registry, 'north-desk', account);
      const stranger = await signedIn(app, registry, 'solo');
      const revoke = `${page}/${share?.id}/revoke`;
      assert.is((await stranger.post(revoke)).statusCode, 404);
      const elsewhere = `/me/accounts/north-gold/shares/${share?.id}/revoke`;
      assert.is((await browser.post(elsewhere)).statusCode, 404, 'of another account');
      assert.is((await browser.post(revoke)).statusCode, 303);
      assert.is((await app.inject(`/share/${secret}`)).statusCode, 404);
      assert.match((await browser.get(page)).body, 'Links that no longer work');
    },
    { log },
  );
});

shares('are counted for operators, who see no secret', () =>
  withWorld(async ({ app, registry }) => {
    await applyRegistry(registry, { owners: [{ slug: 'boss', role: 'operator' }] });
    await make(registry);
    await make(registry);
    const boss = await signedIn(app, registry, 'boss');
    const { body } = await boss.get('/operator/owners/north-desk');
    assert.match(body, '2 share links');
    assert.not.match(body, /tr_share_|shr_/);
  }),
);

shares.run();
