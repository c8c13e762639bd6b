import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { siteAt } from '../../../server/accounts/attribution.ts';
import { outsideRecord } from '../../../server/accounts/gain.ts';
import { catalogueIn, readCatalogues } from '../../../server/language/catalogues.ts';
import { noResources } from '../../../server/site/page-resources.ts';
import { withDirectory } from '../../support/directory.ts';
import { textsIn, translatedTexts, translations } from '../site/translations.ts';

const catalogues = suite('texts in all languages');

const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Values that only English needs: nouns of formats, and what a number counts. */
const onlyEnglish = ['{noun}', '{what}'];

catalogues('have the same values as in English', () => {
  const { owners, ...english } = catalogueIn('en');
  const { derivable, reasons } = owners;
  const texts = new Map(textsIn({ ...english, owners, derivable, reasons }));
  assert.ok(texts.size > 1500, `${texts.size} texts`);
  for (const code of translations) {
    const translated = [...translatedTexts(code)].filter(([path]) => !path.startsWith('.figures.'));
    assert.ok(translated.length > 1000, `${translated.length} texts in ${code}`);
    for (const [path, text] of translated) {
      assert.ok(text.trim() !== '', `${code} ${path}`);
      const ofEnglish = texts.get(path) ?? texts.get(`${path}.other`) ?? '';
      const valuesOf = (words: string) =>
        namesIn(words).filter((name) => !onlyEnglish.includes(name));
      assert.equal(valuesOf(text), valuesOf(ofEnglish), `${code} ${path}`);
    }
  }
});

catalogues('say of days outside a record what the API says', () => {
  const { outside } = catalogueIn('en').site.span;
  assert.is(outside, outsideRecord('{first}', '{last}'));
});

const english = readFileSync(inPackage('server/language/en.json'), 'utf8');

/** Reads a folder with English and one other file. */
const readWith = (text: string): Promise<ReturnType<typeof readCatalogues>> =>
  withDirectory(async (folder) => {
    writeFileSync(join(folder, 'en.json'), english);
    writeFileSync(join(folder, 'xx.json'), text);
    return readCatalogues(folder);
  });

catalogues('are English where a language has no text yet', async () => {
  const read = await readWith(
    JSON.stringify({
      name: 'Xish',
      site: { layout: { skip: 'Xip' } },
      reasons: { quoted: 'X {text}' },
      figures: { named: { twr_percent: { label: 'Xeturn' } } },
    }),
  );
  assert.equal([...read.keys()], ['en', 'xx']);
  const [plain, own] = [read.get('en'), read.get('xx')];
  assert.is(own?.name, 'Xish');
  assert.is(own?.site.layout.skip, 'Xip');
  assert.is(own?.site.layout.pages, plain?.site.layout.pages);
  assert.equal(own?.owners.settings, plain?.owners.settings);
  assert.equal(own?.figures?.named, { twr_percent: { label: 'Xeturn' } });
  assert.equal(own?.figures?.groups, {});
  assert.is(plain?.figures, null);
});

catalogues('are refused with the place of what is wrong', async () => {
  const refused: readonly (readonly [text: string, message: RegExp])[] = [
    ['{"name": "Xish",}', /xx\.json is not JSON: line 1, column 17/],
    ['[]', /xx\.json must be an object with texts$/],
    ['{"site": "x"}', /xx\.json: site must be an object with texts$/],
    ['{"nme": "Xish"}', /xx\.json: no page shows nme: correct or delete it$/],
    ['{"site": {"layout": {"skp": "x"}}}', /xx\.json: no page shows site\.layout\.skp: correct/],
    ['{"site": {"layout": {"skip": 1}}}', /xx\.json: site\.layout\.skip must be a text$/],
    ['{"name": null}', /xx\.json: name must be a text$/],
  ];
  for (const [text, message] of refused) {
    try {
      await readWith(text);
      assert.unreachable(text);
    } catch (error) {
      assert.match(String(error), message, text);
    }
  }
});

catalogues('grow by a language whose file is put beside the others, without a compiler', () =>
  withDirectory(async (copy) => {
    for (const name of readdirSync(inPackage('.'))) {
      if (!['data', 'dist', 'server'].includes(name))
        symlinkSync(inPackage(name), join(copy, name));
    }
    cpSync(inPackage('dist'), join(copy, 'dist'), { recursive: true });
    cpSync(inPackage('server/language'), join(copy, 'server/language'), { recursive: true });
    writeFileSync(
      join(copy, 'server/language/pl.json'),
      JSON.stringify({
        name: 'Polski',
        site: {
          format: { locale: 'pl', percent: '{number} %' },
          layout: { skip: 'Przejdź do treści' },
        },
      }),
    );
    const load = (path: string) => import(pathToFileURL(join(copy, 'dist/server', path)).href);
    const { languageFor, english: offered } = await load('site/language/languages.js');
    const { numbersAnswer } = await load('site/pages/numbers.js');
    const polish = languageFor(undefined, 'pl-PL, en;q=0.5');
    assert.is(polish.code, 'pl');
    assert.is(polish.format.percent(1234.5), '1 234,50 %'.replace(' ', '\u00a0'));
    const site = siteAt('https://records.example');
    const answer = await numbersAnswer({ language: polish }, { site: () => site }, noResources);
    const page = answer.body.bytes.toString();
    assert.match(page, '<html lang="pl">');
    assert.match(page, 'Przejdź do treści');
    assert.match(page, 'title="Polski"');
    assert.match(page, offered.words.numbers.title);
  }),
);

catalogues.run();
