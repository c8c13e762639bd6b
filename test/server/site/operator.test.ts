import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mailOf } from '../../../pipeline/alerts/mail.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { attributionOf, siteAt } from '../../../server/accounts/attribution.ts';
import { mailWordsIn } from '../../../server/language/catalogues.ts';
import { describeApi } from '../../../server/openapi/document.ts';
import { creditText } from '../../../server/site/credit.ts';
import { html, textOf } from '../../../server/site/html.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { layout } from '../../../server/site/layout.ts';
import { noResources } from '../../../server/site/page-resources.ts';
import { withWorld } from '../world.ts';
import { writtenIn } from './written-in.ts';

const operator = suite('the name of the site and its operator');

const baseUrl = 'https://records.example';
const names = ['<script>alert("1")</script>', 'O\'Brien & "Sons"', 'חברת השקעות', 'x'.repeat(200)];
const settings = (name: string) =>
  readConfig({
    SITE_NAME: name,
    OPERATOR_NAME: name,
    OPERATOR_URL: 'https://operator.example/?a=1&b="2"',
    OPERATOR_EMAIL: 'contact@operator.example',
    IMPRINT_URL: 'https://operator.example/imprint',
    TERMS_URL: 'https://operator.example/terms',
  });
const escaped = (text: string) => textOf(html`${text}`);

operator(
  'stand in head, foot, credits and API in each language, with nothing read as markup',
  () => {
    for (const name of names) {
      const site = siteAt(baseUrl, settings(name));
      for (const [code, words] of [
        ['en', ['Operated by', 'Imprint', 'Terms of use']],
        ['de', ['Betreiber:', 'Impressum', 'Nutzungsbedingungen']],
        ['es', ['Gestionado por', 'Aviso legal', 'Condiciones de uso']],
      ] as const) {
        const language = languageFor(code, undefined);
        const page = { title: 't', description: 'd', path: '/', section: null, main: html`` };
        const text = textOf(layout(page, { site, assets: noResources.assets, language }));
        assert.not.match(text, '<script>alert');
        assert.match(text, `<bdi>${escaped(name)}</bdi></a>\n<nav`);
        for (const word of words) assert.match(text, word);
        assert.match(text, 'href="mailto:contact@operator.example"');
        assert.match(text, 'href="https://operator.example/?a=1&amp;b=&quot;2&quot;"');
        assert.match(creditText(attributionOf(site, 'a', true), language), name);
      }
      const { info } = describeApi(site) as { info: Record<string, unknown> };
      assert.is(info.title, name);
      assert.is(info.termsOfService, 'https://operator.example/terms');
      assert.equal(info.contact, {
        name,
        url: 'https://operator.example/?a=1&b="2"',
        email: 'contact@operator.example',
      });
    }
  },
);

operator('are the host in tear sheets and link previews while nothing is set', async () => {
  const url = '/account/north-eurusd';
  await withWorld(async ({ app }) => {
    assert.match((await app.inject(url)).body, 'property="og:site_name" content="records.example"');
    const written = await writtenIn(() => app.inject(`${url}/tearsheet.pdf`));
    assert.match(written.at(-1) ?? '', /^https:\/\/records\.example\/account\S+ · [^·]+$/);
  });
});

operator('are as before while nothing is set', () => {
  const site = siteAt(baseUrl);
  const page = { title: 't', description: 'd', path: '/', section: null, main: html`` };
  const language = languageFor('en', undefined);
  const text = textOf(layout(page, { site, assets: noResources.assets, language }));
  assert.match(text, '<bdi>trackrecord</bdi></a>');
  assert.not.match(text, 'class="operator"');
  assert.is(attributionOf(site, 'a', true).text, 'Track record by records.example');
  const { info } = describeApi(site) as { info: Record<string, unknown> };
  assert.is(info.title, 'trackrecord');
  assert.not('contact' in info);
});

operator('stop the start with one line if a value is wrong', () => {
  for (const [variable, value] of [
    ['SITE_NAME', 'x'.repeat(201)],
    ['OPERATOR_NAME', 'two\nlines'],
    ['OPERATOR_URL', 'javascript:alert(1)'],
    ['OPERATOR_URL', 'http://operator.example'],
    ['OPERATOR_EMAIL', 'a@b?subject=x'],
    ['IMPRINT_URL', 'https://user:secret@operator.example'],
    ['TERMS_URL', 'https://'],
  ] as const) {
    assert.throws(
      () => readConfig({ [variable]: value }),
      ({ message }: Error) => message.startsWith(`${variable}: `) && !message.includes('\n'),
      `${variable} ${value}`,
    );
  }
});

operator('is in mails', () => {
  const target = { address: 'a@b.example', language: 'en', id: '1', secret: 's' };
  const message = { id: 'x', kind: 'test', account: null, target, details: {} };
  const { subject } = mailOf(
    message as never,
    'f@b.example',
    baseUrl,
    mailWordsIn,
    'North Records',
  );
  assert.is(subject, 'Test of your alerts from North Records');
});

operator.run();
