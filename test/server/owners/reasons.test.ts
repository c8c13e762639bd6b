import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom } from '../../../fixtures/demo/random.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { codeReasons } from '../../../pipeline/base/reasons/codes.ts';
import { connectorReasons } from '../../../pipeline/base/reasons/connectors.ts';
import { importReasons } from '../../../pipeline/base/reasons/imports.ts';
import { lapseReasons } from '../../../pipeline/base/reasons/lapses.ts';
import { limitReasons } from '../../../pipeline/base/reasons/limits.ts';
import {
  type CodedReason,
  inEnglish,
  makeReason,
  quotedReason,
  sentenceOf,
} from '../../../pipeline/base/reasons/reason.ts';
import { registryReasons } from '../../../pipeline/base/reasons/registry.ts';
import { rowReasons } from '../../../pipeline/base/reasons/rows.ts';
import { runReasons } from '../../../pipeline/base/reasons/runs.ts';
import { sentences } from '../../../pipeline/base/reasons/sentences.ts';
import { systemReasons } from '../../../pipeline/base/reasons/systems.ts';
import { unreadableReasons } from '../../../pipeline/base/reasons/unreadable.ts';
import { withheldReasons } from '../../../pipeline/base/reasons/withheld.ts';
import { importFormats } from '../../../pipeline/platforms/index.ts';
import { firstNames } from '../../../pipeline/read/bounds.ts';
import { assumptionsInForm, ImportFault } from '../../../pipeline/read/faults.ts';
import { clockNotes } from '../../../pipeline/read/propose-timezone.ts';
import { catalogueIn, languageCodes } from '../../../server/language/catalogues.ts';
import type { LanguageCode } from '../../../server/language/words.ts';
import { reasonText } from '../../../server/owners/reasons/reason-text.ts';
import { type Html, plainText, textOf } from '../../../server/site/html.ts';
import { languageFor } from '../../../server/site/language/languages.ts';
import { makeMutant } from '../../pipeline/platforms/mutants/mutants.ts';
import { madeSamples, wholeOf } from '../../pipeline/platforms/mutants/samples.ts';
import { withDirectory } from '../../support/directory.ts';
import { untranslated } from '../site/translations.ts';

const reasons = suite('reasons in the language of the page');

const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

const inLanguage = (code: LanguageCode, said: CodedReason): Html => {
  const page = {
    context: { language: languageFor(code, undefined) },
    words: catalogueIn(code).owners,
  };
  return reasonText(said, page as Parameters<typeof reasonText>[1]);
};

/** A reason in German, as text of a page. */
const inGerman = (said: CodedReason): string => textOf(inLanguage('de', said));

/** Reasons without words in German: the page marks what stays English. */
const unworded = (said: readonly CodedReason[]): string[] => [
  ...new Set(said.filter((each) => inGerman(each).includes('lang="en"')).map(inEnglish)),
];

reasons('have a sentence for every rule that a row can break, with the values of the rule', () => {
  const rules = readdirSync(inPackage('sql/load')).flatMap((file) =>
    [
      ...readFileSync(inPackage(`sql/load/${file}`), 'utf8').matchAll(
        /\bfault(?:_with)?\(\s*'(\w+)'(?:,\s*\{([^}]*)\})?/g,
      ),
    ].map(([, code = '', values = '']) => [code, values.match(/\w+(?=:)/g) ?? []] as const),
  );
  assert.ok(rules.length > 20, `${rules.length} rules`);
  for (const [code, values] of rules) {
    const [, sentence = ''] = Object.entries(sentences).find(([known]) => known === code) ?? [];
    const wanted = namesIn(sentenceOf(sentence, {})).filter(
      (name) => !['{column}', '{value}'].includes(name),
    );
    const found = values.filter((name) => !['column', 'value'].includes(name));
    assert.equal(found.map((name) => `{${name}}`).sort(), wanted, code);
  }
});

reasons('have no English words in their values, nor an object as text', () => {
  const week = 7 * 24 * 3_600_000;
  // Mondays at 00:01 and Fridays at 23:50 on a clock of New York plus 7 hours.
  const events = Array.from({ length: 12 }, (_, number) => number * week).flatMap((since) =>
    [Date.UTC(2024, 0, 8, 0, 1), Date.UTC(2024, 0, 12, 23, 50)].map((at) => ({
      at: at + since,
      symbol: 'EURUSD',
    })),
  );
  const [note] = clockNotes(null, events);
  assert.ok(note);
  assert.match(inEnglish(note), /from Sun 17:01 to Fri 16:50/);
  assert.match(inGerman(note), /zwischen Sonntag 17:01 und Freitag 16:50/);
  const many = Array.from({ length: 30 }, (_, number) => `${number}`);
  const names = firstNames(many);
  const numbers = makeReason('import_several_numbers', { file: 'a.csv', count: 30, names });
  assert.match(inGerman(numbers), / und \d+ weitere\)/);
  for (const text of [note, numbers].flatMap((said) => [inEnglish(said), inGerman(said)])) {
    assert.not.match(text, '[object');
  }
});

reasons('have one sentence for each code', () => {
  const tables = [
    ...[rowReasons, importReasons, unreadableReasons, withheldReasons],
    ...[connectorReasons, limitReasons, codeReasons, registryReasons, lapseReasons],
    ...[systemReasons, runReasons],
  ];
  const codes = tables.flatMap((table) => Object.keys(table));
  assert.equal(
    codes.filter((code, at) => codes.indexOf(code) < at),
    [],
  );
});

/** Words of English that are no words of German or Spanish. */
const english = /(?<![-\w`"])(?:the|of|is|are|and|or|not|with|from|to|must)(?![-\w`"])/;

/** Values of a sentence: a reason within it, a number of five digits, and plain text. */
const valueFor = (name: string) =>
  name === 'count' ? 12_345 : name === 'detail' ? makeReason('import_no_ticket') : '7';

reasons('have words for every code in every language, without placeholders or English', () => {
  for (const code of languageCodes) {
    const language = languageFor(code, undefined);
    const lacking = new Set(
      untranslated.filter(({ file }) => file.endsWith(`${code}.json`)).map(({ path }) => path),
    );
    // What lacks is in English, and `language.test.ts` lists it.
    const isTranslated = (reason: string) =>
      !['', '.one', '.other'].some((form) => lacking.has(`reasons.${reason}${form}`));
    for (const [reason, sentence] of Object.entries(sentences)) {
      const names = namesIn(sentenceOf(sentence, {})).map((name) => name.slice(1, -1));
      const values = Object.fromEntries(names.map((name) => [name, valueFor(name)]));
      const said = { code: reason, values } as CodedReason;
      const text = plainText(inLanguage(code, said));
      assert.not.match(text, /\{\w*\}|\[object/, `${code} ${reason}`);
      if (names.includes('count')) assert.match(text, language.format.count(12_345));
      if (code === 'en') assert.is(text, inEnglish(said).replaceAll('`', ''));
      else if (reason !== 'quoted' && isTranslated(reason))
        assert.not.match(text, english, `${code} ${reason}`);
      const single = { code: reason, values: { ...values, count: 1 } } as CodedReason;
      assert.not.match(
        plainText(inLanguage(code, single)),
        /\{\w*\}|\[object/,
        `${code} ${reason}`,
      );
    }
  }
});

reasons('are in the singular where they count one', () => {
  const rows = makeReason('import_rows_flow', { count: 1, amount: '500.00' });
  assert.is(inEnglish(rows), '1 balance row counted as deposits or withdrawals: 500.00');
  assert.is(inGerman(rows), '1 Balance-Zeile als Ein- oder Auszahlung gezählt: 500,00');
  assert.is(inEnglish(makeReason('import_open_positions', { count: 1 })), '1 open position');
  assert.is(inEnglish(makeReason('import_open_positions', { count: 0 })), '0 open positions');
});

reasons('have amounts with the digits of the file and the separators of the language', () => {
  const rows = makeReason('import_rows_flow', { count: 2, amount: '-12345678901234567.50' });
  assert.match(inEnglish(rows), / -12345678901234567\.50$/);
  assert.match(textOf(inLanguage('en', rows)), / -12345678901234567\.50$/);
  assert.match(inGerman(rows), / −12\.345\.678\.901\.234\.567,50$/);
  assert.match(textOf(inLanguage('es', rows)), / −12\.345\.678\.901\.234\.567,50$/);
  const places = { line: 3, amount: '10.5', from: '9', to: '9.25' };
  assert.is(
    inGerman(makeReason('import_balance_breaks', places)),
    'Zeile 3: Der Kontostand 10,5 folgt nicht aus 9 davor und dem Deal, die 9,25 ergeben',
  );
  const priced = makeReason('import_price_differs', {
    value: '10.5',
    amount: '1.20',
    other: '1.2e5',
  });
  assert.is(
    inGerman(priced),
    'Trade 10.5: Die Plattform nennt 1,20, seine Kurse ergeben 1.2e5',
    'tickets and what is no decimal stay as they are',
  );
  const large = { decimals: 8, largest: '45000000.5', total: '90000001.25' };
  assert.is(
    inGerman(makeReason('withheld_inexact_bookings', large)),
    'Buchungen mit 8 Nachkommastellen, die größte 45.000.000,5, die Summe 90.000.001,25',
  );
});

reasons('have a sentence for every finding that holds an account back', () => {
  const texts = ['checks', 'runs'].flatMap((folder) =>
    readdirSync(inPackage(`sql/${folder}`)).map((file) =>
      readFileSync(inPackage(`sql/${folder}/${file}`), 'utf8'),
    ),
  );
  const codes = texts.flatMap((text) => text.match(/(?<=')withheld_\w+(?=')/g) ?? []);
  assert.equal([...new Set(codes)].sort(), Object.keys(withheldReasons).sort());
});

reasons('keep their values, also those of a hostile file', () => {
  assert.is(
    inGerman(
      makeReason('row_out_of_order', {
        column: 'closed_at',
        value: '2024-01-02',
        other: 'opened_at',
        earlier: '2024-01-03',
      }),
    ),
    'closed_at „2024-01-02“ liegt vor opened_at „2024-01-03“',
  );
  assert.is(
    inGerman(makeReason('row_too_long', { column: 'symbol', value: '<b>" {max}', max: 1000 })),
    'symbol „&lt;b&gt;&quot; {max}“ ist länger als 1000 Zeichen',
  );
  const detail = quotedReason('something <new>');
  assert.is(
    inGerman(makeReason('row_undescribed', { detail })),
    'Die Zeile, die dieses Konto beschreibt, wurde abgelehnt (<span lang="en">something &lt;new&gt;</span>), deshalb hat es keine Kennzahlen. Berichtigen Sie diese Zeile und senden Sie sie noch einmal. Die anderen Zeilen sind gespeichert und zählen dann.',
  );
  assert.is(
    inEnglish(makeReason('row_too_large', { column: 'a', value: '{b}' })),
    'a "{b}" is too large',
  );
});

reasons('have words for what an import assumes', () => {
  assert.equal(
    unworded(
      assumptionsInForm({
        utc: true,
        encoding: 'utf-16le',
        dates: { order: 'day first', examples: ['03.04.2024'] },
      }),
    ),
    [],
  );
});

/** A made-up export of each kind, and the name of its format. */
const exports = [
  ['mt4', 'made mt4 eventful'],
  ['mt5', 'made mt5 with fees'],
  ['ctrader', 'made ctrader'],
  ['ctrader', 'made ctrader messages'],
  ['tradelocker', 'made tradelocker'],
  ['myfxbook', 'made myfxbook'],
  ['fxblue', 'made fxblue'],
  ['mql5', 'made mql5'],
] as const;

// More damaged copies with MUTANTS=100.
const damages = Number(process.env.MUTANTS ?? 4);

/** Everything that imports of a file and of damaged copies say, and why they fail. */
async function saidOf(formatName: string, name: string, directory: string): Promise<CodedReason[]> {
  const format = importFormats.find((each) => each.name === formatName);
  const sample = madeSamples().find((each) => each.name === name);
  assert.ok(format?.holds === 'account' && sample !== undefined, name);
  const file = join(directory, 'a.export');
  const said: CodedReason[] = [format.describe];
  for (let number = 0; number <= damages; number++) {
    const { bytes } = makeMutant(sample, createRandom(`reasons ${name} ${number}`));
    writeFileSync(file, number === 0 ? wholeOf(sample) : bytes);
    const options = { timezone: null, currency: 'USD', platform: 'MT5' as const };
    const accountId = formatName === 'fxblue' ? undefined : 'MT5:1';
    try {
      const { findings, notes, warnings } = await format.importFile(file, {
        ...options,
        accountId,
      });
      said.push(...findings, ...notes, ...warnings);
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      said.push(error.wordedForForm('a.export'));
    }
  }
  return said;
}

for (const [format, name] of exports) {
  reasons(`have words for what an import of ${name} says`, () =>
    withDirectory(async (directory) => {
      const said = await saidOf(format, name, directory);
      assert.ok(said.length > 3, `${said.length} texts`);
      assert.equal(unworded(said), []);
      const texts = said.flatMap((each) => [inEnglish(each), inGerman(each)]);
      assert.equal(
        texts.filter((text) => text.includes('[object')),
        [],
      );
    }),
  );
}

reasons.run();
