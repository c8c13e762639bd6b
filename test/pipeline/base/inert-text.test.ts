import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inertFigure, inertText } from '../../../pipeline/base/inert-text.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { macroSql } from '../../../pipeline/duckdb/sql-files.ts';
import { csvText } from '../../../pipeline/publish/snapshot/csv.ts';
import { whileOpen } from '../../support/while-open.ts';

const inert = suite('inert text');

/** Texts that a spreadsheet would run, some only after it drops invisible characters. */
const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "-2+3+cmd|' /C calc'!D2",
  '=HYPERLINK("https://elsewhere.example")',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '﹦1',
  ' =1+1',
  '   =1+1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\0=1+1',
  '\u00a0=1+1',
  '\u00a0 \t=1+1',
  '\u1680=1+1',
  '\u2003=1+1',
  '\u202f=1+1',
  '\u205f=1+1',
  '\u3000=1+1',
  '\u2028=1+1',
  '\u200b=1+1',
  '\u200d=1+1',
  '\u2060=1+1',
  '\ufeff=1+1',
  '\u00ad=1+1',
  '\u200f=1+1',
  '\u202e=1+1',
  '\u2800=1+1',
  '\u3164=1+1',
  '\ufe0f=1+1',
  '\u{e0020}=1+1',
  ' \ufeff＝1+1',
  '-',
  '+',
  '- 5',
  '-5 EUR',
  ' -5',
];

const harmless = [
  '',
  ' ',
  '\u00a0',
  'EURUSD',
  'A=B',
  '1-1',
  "'=1+1",
  '"=1+1"',
  '.=1',
  'é=1',
  '−1',
  '0',
  '-5',
  '+5',
  '-12.50',
  '-.5',
  '-1.',
  '-1e-07',
  '-170141183460469231731687303715884105',
  '[sl] -12',
  '2024-01-01',
];

inert('gets an apostrophe if a spreadsheet would run it, and is else unchanged', () => {
  for (const text of formulas) assert.is(inertText(text), `'${text}`, JSON.stringify(text));
  for (const text of harmless) assert.is(inertText(text), text, JSON.stringify(text));
});

inert('keeps the sign and the unit of calendar figures', () => {
  for (const text of ['-0.3%', '+.5', '-$3.2B', '-0.05|1.9', '-£1M', '-3.1 %', '0.3%', '']) {
    assert.is(inertFigure(text), text);
  }
  for (const text of ['-0.3%+1', '-A1', '\u00a0-0.3%', '=0.3%', '-0.3%\n']) {
    assert.is(inertFigure(text), `'${text}`, JSON.stringify(text));
  }
});

inert('is the same in SQL, whatever character comes first', () =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(macroSql());
    const odd = await database.rows(`
      select code, inert_text(text) = text as is_harmless, seen_text(text) = text as is_seen
      from (select i as code, chr(i::integer) || '=1' as text from range(1, 1114112) r(i)
        where i not between 55296 and 57343)
      where not is_harmless or not is_seen
    `);
    const unlike: string[] = [];
    const found = new Set(odd.map(({ code }) => Number(code)));
    for (let code = 1; code < 0x110000; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `${String.fromCodePoint(code)}=1`;
      const isHarmless = inertText(text) === text;
      if (isHarmless === found.has(code)) unlike.push(code.toString(16));
    }
    // Characters that one of the two Unicode versions doesn't know yet.
    assert.ok(unlike.length < 20, unlike.join(' '));
    assert.ok(found.size > 100);
    const figures = [
      '-0.3%',
      '-$3.2B',
      '-0.05|1.9',
      '-\u00a31M',
      '-3.1 %',
      '-0.3%+1',
      '-A1',
      '+<1K',
    ];
    for (const text of [...formulas, ...harmless, ...figures].filter(
      (text) => !text.includes('\0'),
    )) {
      const [row] = await database.rows(
        'select inert_cell($text) as cell, inert_figure($text) as figure',
        { text },
      );
      assert.is(row?.cell, inertText(text), JSON.stringify(text));
      // A number with an exponent is stored as a number, never as text of a calendar.
      if (!/e/.test(text)) assert.is(row?.figure, inertFigure(text), JSON.stringify(text));
    }
  }),
);

inert('makes every text in the tables of a version harmless', () => {
  const row = ['=1+1', '\u00a0=1+1', '-5', 'x', null, -5, 12n];
  assert.is(csvText([row]), "'=1+1,'\u00a0=1+1,-5,x,,-5,12\r\n");
  assert.is(csvText([['a\n=1+1', 'b\r=2', 'c']]), '"a\n=1+1","b\r=2",c\r\n');
});

inert.run();
