import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import type { SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { parseTimezone } from '../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../support/directory.ts';
import { type Reading, readBytes } from './reading.ts';

// Exports as text, with the rows and lines that follow from them: see the README of the folder.
const folderOfCases = inPackage('fixtures/imports');

/** Tables whose rows are all listed, and those of which a case may list some. */
const whole = ['trades', 'positions', 'cash_flows', 'calendar_events'] as const;
const partial = ['accounts', 'equity', 'printed_figures'] as const;
const words = [
  ...whole,
  ...partial,
  'option',
  'map',
  'text',
  '>',
  'told',
  'note',
  'finding',
  'asked',
  'rows',
];

/** Lines of a case, by their words. */
interface Case {
  readonly name: string;
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

function casesIn(file: string): Case[] {
  const text = readFileSync(join(folderOfCases, file), 'utf8');
  const [above, ...parts] = `\n${text}`.split(/\n# /);
  assert.is(above?.trim(), '', `${file} begins with a case`);
  return parts.map((part) => {
    const [name = '', ...rest] = part.split('\n');
    const lines = new Map<string, string[]>();
    for (const line of rest.filter((each) => each !== '')) {
      const [, word = '', said = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
      assert.ok(words.includes(word), `${file}: ${name}: unknown word in ${line}`);
      lines.set(word, [...(lines.get(word) ?? []), said]);
    }
    return { name, lines };
  });
}

const bytesIn = (lines: readonly string[]): Buffer =>
  Buffer.concat(
    lines
      .join('\n')
      .split(/(\\x[0-9a-f]{2})/)
      .map((part) => (/^\\x/.test(part) ? Buffer.from(part.slice(2), 'hex') : Buffer.from(part))),
  );

const valuesIn = (line: string): Record<string, string> =>
  Object.fromEntries(line.split('|').map((each) => each.split(/=(.*)/s).slice(0, 2)));

const cases = suite('exports as text');
const folder = directoryDuring(cases);

for (const file of readdirSync(folderOfCases).filter((name) => name.endsWith('.txt'))) {
  for (const { name, lines } of casesIn(file)) {
    cases(`${file}: ${name}`, async () => {
      const of = (word: string) => lines.get(word) ?? [];
      const named: Record<string, string | undefined> = Object.fromEntries(
        of('option').map((line) => line.split(' ')),
      );
      const { tz, ...options } = named;
      const map = join(folder, 'map.json');
      writeFileSync(map, of('map').join('\n'));
      const format = file.slice(0, -'.txt'.length);
      const found = await readBytes(bytesIn(of('>')), {
        format,
        ...options,
        ...('tz' in named && { timezone: tz ? parseTimezone(tz) : null }),
        ...(lines.has('map') && { map }),
        texts: Object.fromEntries(of('text').map((line) => line.split('='))),
      });
      if (found.format !== '') assert.is(found.format, format);
      for (const [word, said] of [
        ['told', found.told],
        ['note', found.notes],
        ['finding', found.findings],
      ] as const) {
        assert.equal(wrongLines(of(word), said), [], `${word}: ${said.join('\n')}`);
      }
      for (const table of whole) assert.equal(rowsOf(found, table, of(table)), of(table), table);
      for (const table of partial.filter((each) => lines.has(each))) {
        assert.equal(rowsOf(found, table, of(table)), of(table), table);
      }
      if (lines.has('asked')) {
        assert.equal(writtenAs(found.texts, of('asked')), of('asked'), 'asked');
      }
      for (const line of of('rows')) assert.is(written(found.counts, line), line);
    });
  }
}

/** Lists lines that differ from what is expected: those expected, or what was not. */
function wrongLines(expected: readonly string[], said: readonly string[]) {
  const isSame =
    expected.length === said.length &&
    expected.every((line, at) => line.split('…').every((part) => said[at]?.includes(part)));
  if (isSame) return [];
  return expected.length === 0 ? said : expected;
}

/** Writes rows as a case writes them, with the columns that it names. */
const writtenAs = (rows: readonly object[], lines: readonly string[]): readonly string[] =>
  rows.map((row, at) => written(row, lines[at] ?? lines[0] ?? ''));

const rowsOf = ({ tables }: Reading, table: keyof SourceRows, lines: readonly string[]) =>
  writtenAs(tables[table] ?? [], lines);

const written = (row: object, line: string): string =>
  Object.keys(valuesIn(line))
    .map((name) => `${name}=${Reflect.get(row, name)}`)
    .join('|');

cases.run();
