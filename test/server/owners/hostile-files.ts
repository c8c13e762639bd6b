import { constants, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

const mebibyte = 1024 * 1024;
const size = 4 * mebibyte;

const filled = (text: string, before = '', after = ''): Buffer =>
  Buffer.from(before + text.repeat(Math.floor(size / text.length)) + after);

const workbook = (sheet: string, otherParts: Readonly<Record<string, string>> = {}) => {
  const parts = Object.entries(otherParts).map(([name, text]) => [`xl/${name}`, strToU8(text)]);
  return Buffer.from(
    zipSync({
      'xl/worksheets/sheet1.xml': strToU8(sheet),
      ...Object.fromEntries(parts),
    }),
  );
};

/** Makes a sheet of this many MiB of zeros. One MiB is compressed; the rest are copies of it. */
function sheetOf(mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(mebibyte), { finishFlush: constants.Z_SYNC_FLUSH });
  const end = deflateRawSync('');
  const packed = Buffer.concat([...new Array<Buffer>(mebibytes).fill(block), end]);
  const archive = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': [packed, { level: 0 }] }));
  const listed = archive.indexOf('PK\u0001\u0002', 0, 'latin1');
  for (const [method, size] of [
    [8, 22],
    [listed + 10, listed + 24],
  ] as const) {
    archive.writeUInt16LE(8, method);
    archive.writeUInt32LE(mebibytes * mebibyte, size);
  }
  return archive;
}

/** Nine entities, each with ten copies of the one before. */
const laughs = Array.from({ length: 9 }, (_, at) => {
  const [one, other] = [97 + at, 98 + at].map((letter) => String.fromCharCode(letter));
  return `<!ENTITY ${other} "${`&${one};`.repeat(10)}">`;
}).join('');

/** Files that try to use up a reader's time, memory or stack, or that are not what they seem. */
export const hostileFiles: Readonly<Record<string, Buffer>> = {
  empty: Buffer.of(),
  'elements in elements': filled('<table>'),
  'a row without an end': filled('<td>', '<table><tr>'),
  'a cell without an end': filled('x ', '<table><tr><td>'),
  'lists in lists': filled('['),
  'a column for each byte': filled(','),
  'a quotation without an end': filled('x', 'Ticket,"'),
  'no text at all': Buffer.alloc(size),
  'an archive that is none': Buffer.from('PK\u0003\u0004 and nothing'),
  'a sheet of 300 MiB in 300 KiB': sheetOf(300),
  'a sheet whose words grow': workbook(
    `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${laughs}]><v>&j;</v>`,
  ),
  'words of a sheet without an end': workbook('<worksheet/>', {
    'sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(mebibyte)}</sst>`,
  }),
  'a name above its folder': Buffer.from('SQLite format 3'),
};
