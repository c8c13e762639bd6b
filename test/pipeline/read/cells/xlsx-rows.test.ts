import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UnreadableExport } from '../../../../pipeline/read/bounds.ts';
import { openSheet } from '../../../../pipeline/read/cells/sheet.ts';
import { rowsOfWorkbook } from '../../../../pipeline/read/cells/xlsx-rows.ts';
import { ImportFault } from '../../../../pipeline/read/faults.ts';
import { readTime } from '../../../../pipeline/read/times.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { isInFull } from '../../../support/in-full.ts';

const workbooks = suite('rows of workbooks');
const directory = directoryDuring(workbooks);

const sheet =
  '<worksheet><sheetData><row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2"><v>1.1</v></c></row></sheetData></worksheet>';
const texts = '<sst><si><t>no</t></si><si><r><t>Пози</t></r><r><t>ции</t></r></si></sst>';
const files = {
  'xl/worksheets/sheet1.xml': Buffer.from(sheet),
  'xl/sharedStrings.xml': Buffer.from(texts),
};

const maxBytes = 1024 * 1024;

async function read(bytes: Uint8Array) {
  const file = join(directory, 'workbook.xlsx');
  writeFileSync(file, bytes);
  const found: [number, string][] = [];
  for await (const rows of rowsOfWorkbook(file, maxBytes)) {
    for (const { cells } of rows) for (const { column, text } of cells) found.push([column, text]);
  }
  return found;
}

const sheetOf = (rows: string) =>
  zipSync({ 'xl/worksheets/sheet1.xml': Buffer.from(`<worksheet>${rows}</worksheet>`) });

const refusal = (bytes: Uint8Array): Promise<string> =>
  read(bytes).then(
    () => 'none',
    (error) => (error instanceof UnreadableExport ? error.message : String(error)),
  );

workbooks('are read packed or not, texts before or after the sheet', async () => {
  const progress: [number, string][] = [
    [0, 'Позиции'],
    [2, '1.1'],
  ];
  const turned = Object.fromEntries(Object.entries(files).reverse());
  for (const each of [zipSync(files), zipSync(turned), zipSync(files, { level: 0 })]) {
    assert.equal(await read(each), progress);
  }
});

workbooks('that are damaged say so', async () => {
  const whole = Buffer.from(zipSync(files));
  const list = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const withByte = (at: number, byte: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = byte;
    return bytes;
  };
  const damaged: [Uint8Array, RegExp][] = [
    [whole.subarray(0, -10), /cannot be opened: its end is missing/],
    [withByte(list + 8, 1), /packed in an unsupported way/],
    [withByte(list + 10, 12), /packed in an unsupported way/],
    [withByte(list, 0), /list of files is cut off/],
    [withByte(list + 42, 9), /is not where the archive says/],
    [withByte(30 + 'xl/worksheets/sheet1.xml'.length, 0xff), /cannot be opened: invalid/],
    [zipSync({ 'xl/sharedStrings.xml': Buffer.from(texts) }), /without a sheet/],
  ];
  for (const [bytes, reason] of damaged) assert.match(await refusal(bytes), reason);
});

workbooks('that unpack to more than they say end there', async () => {
  const bytes = Buffer.from(
    zipSync({ 'xl/worksheets/sheet1.xml': Buffer.alloc(maxBytes + 1, ' ') }),
  );
  assert.match(await refusal(bytes), /its sheets are larger than 1 MiB/);
  bytes.writeUInt32LE(100, bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  assert.match(await refusal(bytes), /its sheets are larger than 1 MiB/);
});

/** Reads a sheet with these shared texts. */
const readSheet = (rows: string, shared: string) =>
  read(
    zipSync({
      'xl/worksheets/sheet1.xml': Buffer.from(`<worksheet>${rows}</worksheet>`),
      'xl/sharedStrings.xml': Buffer.from(`<sst>${shared}</sst>`),
    }),
  ).catch((error) => (error instanceof UnreadableExport ? error.message : Promise.reject(error)));

workbooks('whose cells have no names keep their columns, empty ones too', async () => {
  const rows =
    '<row><c/><c><v>1</v></c><c t="s"/><c t="inlineStr"><is><t>a</t></is></c></row>' +
    '<row><c r="C2"><v>2</v></c><c><v>3</v></c></row>';
  assert.equal(await readSheet(rows, ''), [
    [1, '1'],
    [3, 'a'],
    [2, '2'],
    [3, '3'],
  ]);
});

workbooks('whose cells name texts that are not there are refused, by their row', async () => {
  const shared = '<si><t>deposit</t></si>';
  const named = (place: string, line = '') =>
    readSheet(`<row${line}><c t="s"><v>${place}</v></c></row>`, shared);
  assert.equal(await named('0'), [[0, 'deposit']]);
  assert.equal(await named(''), []);
  for (const place of ['1', '-1', '0.5', '1e9', 'x', '__proto__', 'length']) {
    assert.is(await named(place, ' r="7"'), 'row 7: a cell without its text', place);
  }
  assert.is(await named('1'), 'row 1: a cell without its text');
});

workbooks('of few bytes that say more than a workbook may end there', async () => {
  const long = `<si><t>${'x'.repeat(60_000)}</t></si>`;
  const cells = '<c t="s"><v>0</v></c>'.repeat(20);
  assert.is(await readSheet(`<row>${cells}</row>`, long), 'its sheets are larger than 1 MiB');
  assert.match(
    String(await readSheet('<row><c t="s"><v>0</v></c></row>', long.repeat(20))),
    /its sheets are larger than 1 MiB/,
  );
  const longer = `<si><r><t>${'x'.repeat(60_000)}</t></r><r><t>${'y'.repeat(60_000)}</t></r></si>`;
  assert.match(await readSheet('', longer).then(String), /^a text of more than 65536/);
  const broad = `<row r="3">${'<c><v>1</v></c>'.repeat(1001)}</row>`;
  assert.match(await readSheet(broad, '').then(String), /^row 3: a row of more than 1000 cells/);
});

workbooks('declared to be UTF-16 that are not are read as what they are', async () => {
  const declaration = '<?xml version="1.0" encoding="utf-16"?>';
  const rows = '<worksheet><row><c t="inlineStr"><is><t>é</t></is></c></row></worksheet>';
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const bytes = Buffer.from(`${declaration}${rows}`, encoding);
    const workbook = zipSync({ 'xl/worksheets/sheet1.xml': bytes });
    assert.equal(await read(workbook), [[0, 'é']], encoding);
  }
});

/** Reads a sheet of a workbook with these properties and styles. */
const readDated = (properties: string, rows: string) =>
  read(
    zipSync({
      'xl/workbook.xml': Buffer.from(`<workbook>${properties}</workbook>`),
      'xl/styles.xml': Buffer.from(
        '<styleSheet><numFmts>' +
          '<numFmt numFmtId="164" formatCode="yyyy\\.mm\\.dd hh:mm"/>' +
          '<numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/>' +
          '<numFmt numFmtId="166" formatCode="[h]:mm:ss"/>' +
          '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>' +
          [0, 14, 164, 165, 166, 2].map((id) => `<xf numFmtId="${id}"/>`).join('') +
          '</cellXfs></styleSheet>',
      ),
      'xl/worksheets/sheet1.xml': Buffer.from(`<worksheet><row>${rows}</row></worksheet>`),
    }),
  );

workbooks('that count days from 1904 have the same days as the others', async () => {
  const cells = (...days: string[]) =>
    days.map((value, style) => `<c s="${style}"><v>${value}</v></c>`).join('');
  // 15 March 2024 is day 45366 since 1900, and day 43904 since 1904.
  const printed = ['43904', '43904', '43904.75', '43904.5', '43904.5', '43904.1'];
  const row = `${cells(...printed)}<c><v>1.1</v></c><c s="1" t="inlineStr"><is><t>43904</t></is></c>`;
  const textsOf = async (properties: string) =>
    (await readDated(properties, row)).map(([, text]) => text);
  const unchanged = [...printed, '1.1', '43904'];
  for (const properties of ['', '<workbookPr/>', '<workbookPr date1904="0"/>']) {
    assert.equal(await textsOf(properties), unchanged, properties);
  }
  const moved = ['43904', '45366', '45366.75', ...unchanged.slice(3)];
  for (const value of ['1', 'true']) {
    assert.equal(await textsOf(`<workbookPr date1904="${value}"/>`), moved, value);
  }
  const [[, text = ''] = []] = await readDated(
    '<workbookPr date1904="1"/>',
    '<c s="1"><v>43904.75</v></c>',
  );
  assert.equal(readTime(text, 'year first')?.at, Date.UTC(2024, 2, 15, 18));
});

workbooks('that count days from 1904 are never read with other days', async () => {
  await readDated('<workbookPr date1904="1"/>', '<c s="1"><v>43904</v></c>');
  const whole = readFileSync(join(directory, 'workbook.xlsx'));
  const days = await read(whole);
  assert.equal(days, [[0, '45366']]);
  const list = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  let refused = 0;
  // The list of the files has no checksum.
  for (let at = list; at < whole.length; at += 1) {
    for (const bit of isInFull ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
      const found = await read(damaged).catch((error: unknown) => {
        assert.instance(error, UnreadableExport);
        return null;
      });
      if (found === null) refused += 1;
      else assert.equal(found, days, `bit ${bit} of byte ${at}`);
    }
  }
  assert.ok(refused > 50, `${refused} refused`);
  const { 'xl/styles.xml': _, ...unstyled } = unzipSync(whole);
  assert.is(
    await refusal(zipSync(unstyled)),
    'its days count from 1904, and its styles are missing',
  );
});

workbooks('whose formulas were never computed are refused, not read without them', async () => {
  const refusalOf = (cells: string) => refusal(sheetOf(`<row r="3"><c><v>1</v></c>${cells}</row>`));
  const unsolved = /^row 3: a formula without its result; open and save the file in a spreadsheet$/;
  for (const cell of ['<c><f>A1*2</f></c>', '<c t="str"><f>A1&amp;B1</f></c>', '<c><f/></c>']) {
    assert.match(await refusalOf(cell), unsolved);
    assert.match(await refusalOf(`${cell}<c><v>2</v></c>`), unsolved);
  }
  for (const cell of ['<c><f>A1*2</f><v>2</v></c>', '<c t="str"><f>""</f><v></v></c>', '<c/>']) {
    assert.is(await refusalOf(cell), 'none');
  }
});

workbooks('with two cells in one column are refused as lists', async () => {
  const file = join(directory, 'list.xlsx');
  const readSheet = async (cells: string) => {
    writeFileSync(file, sheetOf(`<row r="7">${cells}</row>`));
    const texts: string[][] = [];
    const { batches } = await openSheet(file, { noun: 'list' });
    for await (const rows of batches()) texts.push(...rows.map((row) => row.texts));
    return texts;
  };
  const cell = (name: string, value: number) => `<c r="${name}"><v>${value}</v></c>`;
  assert.equal(await readSheet(cell('A7', 1) + cell('C7', 3)), [['1', '', '3']]);
  assert.equal(await readSheet(cell('C7', 3) + cell('A7', 1)), [['1', '', '3']]);
  const twice = await readSheet(cell('A7', 1) + cell('B7', 2) + cell('A7', 9)).catch(
    (error: unknown) => error,
  );
  assert.instance(twice, ImportFault);
  assert.match(String(twice), /list\.xlsx: no list: row 7: two cells in one column$/);
});

workbooks.run();
