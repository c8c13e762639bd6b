import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Unreadable } from '../../../../pipeline/read/bounds.ts';
import { rowsOfWorkbook } from '../../../../pipeline/read/cells/xlsx-rows.ts';

const workbooks = suite<{ directory: string }>('rows of workbooks');

workbooks.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-xlsx-'));
});
workbooks.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

const sheet =
  '<worksheet><sheetData><row r="2"><c r="A2" t="s"><v>1</v></c><c r="C2"><v>1.1</v></c></row></sheetData></worksheet>';
const texts = '<sst><si><t>no</t></si><si><r><t>Пози</t></r><r><t>ции</t></r></si></sst>';
const files = {
  'xl/worksheets/sheet1.xml': Buffer.from(sheet),
  'xl/sharedStrings.xml': Buffer.from(texts),
};

const maxBytes = 1024 * 1024;

async function read(directory: string, bytes: Uint8Array) {
  const file = join(directory, 'workbook.xlsx');
  writeFileSync(file, bytes);
  const found: [number, string][] = [];
  for await (const rows of rowsOfWorkbook(file, maxBytes)) {
    for (const { cells } of rows) for (const { column, text } of cells) found.push([column, text]);
  }
  return found;
}

const refusal = (directory: string, bytes: Uint8Array): Promise<string> =>
  read(directory, bytes).then(
    () => 'none',
    (error) => (error instanceof Unreadable ? error.message : String(error)),
  );

workbooks('are read packed or not, texts before or after the sheet', async ({ directory }) => {
  const progress: [number, string][] = [
    [0, 'Позиции'],
    [2, '1.1'],
  ];
  const turned = Object.fromEntries(Object.entries(files).reverse());
  for (const each of [zipSync(files), zipSync(turned), zipSync(files, { level: 0 })]) {
    assert.equal(await read(directory, each), progress);
  }
});

workbooks('that are damaged say so', async ({ directory }) => {
  const whole = Buffer.from(zipSync(files));
  const list = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const withByte = (at: number, byte: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = byte;
    return bytes;
  };
  const damaged: [Uint8Array, RegExp][] = [
    [whole.subarray(0, -10), /cannot be opened: it has no end/],
    [withByte(list + 8, 1), /packed in a way that is not read/],
    [withByte(list + 10, 12), /packed in a way that is not read/],
    [withByte(list, 0), /list of files is cut off/],
    [withByte(list + 42, 9), /is not where it is said to be/],
    [withByte(30 + 'xl/worksheets/sheet1.xml'.length, 0xff), /cannot be opened: invalid/],
    [zipSync({ 'xl/sharedStrings.xml': Buffer.from(texts) }), /without a sheet/],
  ];
  for (const [bytes, reason] of damaged) assert.match(await refusal(directory, bytes), reason);
});

workbooks('that unpack to more than they say end there', async ({ directory }) => {
  const bytes = Buffer.from(
    zipSync({ 'xl/worksheets/sheet1.xml': Buffer.alloc(maxBytes + 1, ' ') }),
  );
  assert.match(await refusal(directory, bytes), /its sheets are larger than 1 MiB/);
  bytes.writeUInt32LE(100, bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  assert.match(await refusal(directory, bytes), /its sheets are larger than 1 MiB/);
});

workbooks.run();
