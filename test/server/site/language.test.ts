import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { languageCodes } from '../../../server/language/catalogues.ts';
import { definitionOf } from '../../../server/site/definitions.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { groups } from '../../../sql/figures.ts';
import { printedFigures } from '../../../sql/raw/printed_figures.ts';
import { reasons } from '../../../sql/reconciliation/reasons.ts';
import { within } from '../../support/within.ts';
import { accounts, baseUrl, withWorld } from '../world.ts';
import { readable } from './readable.ts';
import { richFacts as facts, hostileNames } from './rich.ts';
import { definedFigures, isUntranslated, translations, untranslated } from './translations.ts';

const language = suite('languages of pages');
const inWorld = within(language, withWorld);

const codeIn = (text: string): string[] => (text.match(/`[^`]+`/g) ?? []).sort();

language('name the same fields in the meaning of a figure', () => {
  for (const code of translations) {
    const { figures } = languageFor(code, undefined);
    if (figures === null) throw new Error(`${code} has no texts of figures`);
    for (const name of definedFigures) {
      const [english, own] = [
        definitionOf(name, { figures: null }),
        definitionOf(name, { figures }),
      ];
      assert.equal(codeIn(own.meaning), codeIn(english.meaning), `${code} ${name}`);
    }
    const known: readonly (readonly [own: object, all: readonly string[]])[] = [
      [figures.groups, groups],
      [figures.printed, Object.keys(printedFigures)],
      [figures.reasons, Object.keys(reasons)],
    ];
    for (const [own, all] of known) {
      assert.equal(
        Object.keys(own).filter((name) => !all.includes(name)),
        [],
        code,
      );
    }
  }
});

// Somebody who adds a text may not speak every language: the test run lists what is missing.
language('list the texts that pages show in English, since no translation is there', () => {
  for (const { file, path, english } of untranslated) {
    console.log(`skipped: ${file} lacks ${path}, shown in English: ${english}`);
  }
  assert.ok(untranslated.every(({ english }) => english !== ''));
});

language('are chosen by address, else by the browser, else English', () => {
  const chosen = (named: unknown, accepted?: string) => {
    const { code, isChosen } = languageFor(named, accepted);
    return `${code}${isChosen ? '!' : ''}`;
  };
  assert.is(chosen('de', 'es'), 'de!');
  assert.is(chosen(undefined, 'de-AT,de;q=0.9,en;q=0.5'), 'de');
  assert.is(chosen(undefined, 'fr, es;q=0.8, en;q=0.7'), 'es');
  for (const accepted of [undefined, '', '*', 'fr', 'not a header;;q=x']) {
    assert.is(chosen(undefined, accepted), 'en', accepted);
  }
  for (const named of ['fr', '', 'DE', ['de', 'es'], null]) assert.is(chosen(named, 'es'), 'es');
});

inWorld('are named in a page, in its links, and for search engines', { facts }, async ({ app }) => {
  const url = '/account/north-eurusd';
  const ask = (path: string, accepted = 'en') =>
    app.inject({ url: path, headers: { 'accept-language': accepted } });
  const etags = new Set<unknown>();
  for (const code of languageCodes) {
    for (const answer of [await ask(url, code), await ask(`${url}?lang=${code}`)]) {
      assert.is(answer.headers['content-language'], code);
      assert.is(answer.headers.vary, 'Authorization, Accept-Encoding, Accept-Language');
      assert.match(answer.body, `<html lang="${code}">`);
      for (const otherCode of languageCodes) {
        const address = `${baseUrl}${url}?lang=${otherCode}`;
        assert.match(answer.body, `hreflang="${otherCode}" href="${address}"`);
      }
      etags.add(answer.headers.etag);
    }
  }
  assert.is(etags.size, 2 * languageCodes.length, 'a page for each language, chosen or not');
  const { body } = await ask(`${url}?lang=de`);
  assert.match(body, /\+10,00\u00a0%/);
  assert.match(body, /30\. Jan 2024/);
  const pages = /href="(\/(?:calendar|search|account\/[a-z-]+(?:\/verification)?)?)(\?lang=\w+)?"/g;
  const links = [...body.replace(/<nav class="languages".*?<\/nav>/s, '').matchAll(pages)];
  assert.ok(links.length >= 4);
  for (const [link, , named] of links) {
    assert.is(named, '?lang=de', link);
  }
  const read = await ask(url, 'de');
  assert.match(read.body, 'href="/calendar"');
  const missing = await ask('/account/nobody', 'de');
  assert.is(missing.headers['content-language'], 'de');
  assert.match(missing.body, /Nicht gefunden/);
  const search = await ask('/search?lang=es&min_twr_percent=x');
  assert.match(search.body, /<input type="hidden" name="lang" value="es">/);
  assert.match(search.body, /Escriba en «rentabilidad mín\.» un número/);
});

/** Names that are the same in every language. */
const names: ReadonlySet<string> = new Set([
  ...accounts.map(({ name }) => name),
  ...hostileNames,
  'Track record by records.example',
]);

inWorld('leave no text of a page in English', { facts }, async ({ app }) => {
  for (const url of [
    ...[
      '/',
      '/search?sort=x&currency=1',
      '/calendar',
      '/numbers',
      '/nope/',
      '/account/north-eurusd',
    ],
    ...['/account/north-all', '/account/solo-silent'],
    '/account/north-eurusd/verification',
    '/account/north-eurusd/behaviour',
    '/account/north-eurusd/days',
  ]) {
    const accept = 'text/html';
    const [english, ...others] = await Promise.all(
      languageCodes.map(async (code) => {
        const headers = { 'accept-language': code, accept };
        const { body } = await app.inject({ url, headers });
        return new Set(readable(parseDocument(body).children));
      }),
    );
    const same = [...(english ?? [])].filter((text) =>
      others.every((otherOther) => otherOther.has(text)),
    );
    // Names and codes are the same everywhere. Two words of English are not.
    const left = same.filter(
      (text) =>
        /\b[a-z]{2,} [a-z]{2,}\b/.test(text) &&
        !names.has(text.split(' · ')[0] ?? '') &&
        !isUntranslated(text),
    );
    assert.equal(left, [], url);
  }
});

language.run();
