import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { ownerWords } from '../../../server/owners/language/index.ts';
import { languageCodes } from '../../../server/schemas/languages.ts';
import { readable } from '../site/readable.ts';
import { textsIn } from '../site/translations.ts';
import { withWorld } from '../world.ts';
import { signedIn } from './owners.ts';

const language = suite('languages of owners’ pages');

const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Values that only English needs: nouns of formats, and what a number counts. */
const onlyEnglish = ['{noun}', '{what}'];

language('have the same values in every text', () => {
  const english = textsIn(ownerWords.en);
  assert.ok(english.length > 50);
  for (const code of languageCodes) {
    const translated = new Map(textsIn(ownerWords[code]));
    const known = new Set<string>();
    for (const [path, text] of english) {
      // A reason may need no singular in another language.
      const whole = path.replace(/^(\.reasons\.\w+)\.(?:one|other)$/, '$1');
      const place = translated.has(whole) ? whole : path;
      known.add(place);
      if (place === whole && path.endsWith('.one')) continue;
      const translation = translated.get(place) ?? '';
      assert.ok(translation.trim() !== '', `${code} lacks ${path}`);
      const wanted = namesIn(text).filter((name) => !onlyEnglish.includes(name));
      const found = namesIn(translation).filter((name) => !onlyEnglish.includes(name));
      assert.equal(found, wanted, `${code} ${path}`);
    }
    assert.equal([...translated.keys()].sort(), [...known].sort(), code);
  }
});

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
      /^language=es; Path=\/me; HttpOnly.*language=es; Path=\/operator;/,
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

language('leave no text of owners’ and operators’ pages in English', () =>
  withWorld(async ({ app, registry }) => {
    const boss = { slug: 'north-desk', role: 'operator' };
    await applyRegistry(registry, { owners: [boss, { slug: 'new-desk' }] });
    const { token } = await signedIn(app, registry, 'north-desk');
    const account = '/me/accounts/north-eurusd';
    for (const url of [
      ...['/me', '/me/add', '/me/settings', '/me/trail', '/me/portfolios', '/me/alerts'],
      ...[account, '/me/accounts/north-all', `${account}/deliveries`, `${account}/connections`],
      ...[`${account}/widget`, `${account}/shares`, `${account}/refused`, `${account}/alerts`],
      ...['/operator', '/operator/owners/north-desk', '/operator/owners/new-desk'],
      ...['/operator/refused', '/operator/accounts/north-eurusd/refused'],
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

language.run();
