import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { languageCodes } from '../../../server/language/catalogues.ts';
import { readable } from '../site/readable.ts';
import { withWorld } from '../world.ts';
import { signedIn } from './owners.ts';

const language = suite('languages of owners’ pages');

language('are the chosen one from then on, else what the browser prefers', () =>
  withWorld(async ({ app, registry }) => {
    const { token } = await signedIn(app, registry, 'north-desk');
    const ask = (url: string, accepted: string, chosen?: string) => {
      const cookie = `__Host-session=${token}${chosen ? `; language=${chosen}` : ''}`;
      return app.inject({ url, headers: { cookie, 'accept-language': accepted } });
    };
    const preferred = await ask('/me', 'de-AT, en;q=0.5');
    assert.match(preferred.body, /<html lang="de">/);
    assert.match(preferred.body, '<h1>Ihre Konten</h1>');
    assert.is(preferred.headers['content-language'], 'de');
    assert.is(preferred.headers['set-cookie'], undefined, 'nothing was chosen');
    const chosen = await ask('/me?done=deleted&lang=es', 'de');
    assert.match(chosen.body, '<h1>Sus cuentas</h1>');
    assert.match(chosen.body, 'href="/me?lang=de"');
    const cookies = chosen.headers['set-cookie'];
    assert.match(
      String(cookies),
      /^language=es; Path=\/me; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
    );
    assert.match((await ask('/me', 'de', 'es')).body, '<h1>Sus cuentas</h1>');
    for (const odd of ['xx', 'de; language=es']) {
      assert.match((await ask('/me', 'en', odd)).body, '<h1>Your accounts</h1>', odd);
    }
    const signIn = await app.inject({ url: '/me?lang=de' });
    assert.match(String(signIn.headers['set-cookie']), /^language=de/, 'kept for the sign-in');
  }),
);

language('say in the language of the page why a sign-in failed', () =>
  withWorld(async ({ app }) => {
    for (const [accepted, problem] of [
      ['de', 'Benutzername oder Passwort ist falsch.'],
      ['es', 'El nombre de usuario o la contraseña no son correctos.'],
    ] as const) {
      const { body, statusCode } = await app.inject({
        method: 'POST',
        url: '/me/sign-in',
        headers: {
          'sec-fetch-site': 'same-origin',
          'accept-language': accepted,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'owner=nobody&password=x',
      });
      assert.is(statusCode, 401);
      assert.match(body, problem);
    }
  }),
);

/** Texts that are names, and so equal in every language. */
const names = /^(?:EURUSD swing|Canary of |Firefox|accounts:read|public:read)/;

language('leave no text of owners’ pages in English', () =>
  withWorld(async ({ app, registry }) => {
    const { token } = await signedIn(app, registry, 'north-desk');
    const account = '/me/accounts/north-eurusd';
    for (const url of [
      ...['/me', '/me/add', '/me/settings', '/me/trail', '/me/portfolios', '/me/alerts'],
      ...[account, '/me/accounts/north-all', `${account}/deliveries`, `${account}/connections`],
      ...[`${account}/shares`, `${account}/refused`, `${account}/alerts`],
    ]) {
      const [english = new Set<string>(), ...translated] = await Promise.all(
        languageCodes.map(async (code) => {
          const headers = { cookie: `__Host-session=${token}`, 'accept-language': code };
          const { body, statusCode } = await app.inject({ url, headers });
          assert.is(statusCode, 200, url);
          return new Set(readable(parseDocument(body).children));
        }),
      );
      const left = [...english].filter(
        (text) =>
          /\b[a-z]{2,} [a-z]{2,}\b/.test(text) &&
          !names.test(text) &&
          translated.some((texts) => texts.has(text)),
      );
      assert.equal(left, [], url);
    }
  }),
);

language('keep operators’ pages in English, whatever language was chosen', () =>
  withWorld(async ({ app, registry }) => {
    const boss = { slug: 'north-desk', role: 'operator' };
    await applyRegistry(registry, { owners: [boss, { slug: 'new-desk' }] });
    const { token } = await signedIn(app, registry, 'north-desk');
    for (const url of [
      ...['/operator', '/operator/owners/north-desk', '/operator/owners/new-desk'],
      ...['/operator/refused', '/operator/accounts/north-eurusd/refused'],
    ]) {
      const cookie = `__Host-session=${token}; language=de`;
      const ask = (path: string, accepted: string) =>
        app.inject({ url: path, headers: { cookie, 'accept-language': accepted } });
      const english = await ask(url, 'en');
      assert.is(english.statusCode, 200, url);
      assert.match(english.body, '<html lang="en">');
      assert.not.match(english.body, '<nav class="languages"');
      assert.is((await ask(`${url}?lang=es`, 'es')).body, english.body, url);
    }
  }),
);

language.run();
