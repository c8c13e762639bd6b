import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Zippable, zipSync } from 'fflate';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UnreadableExport } from '../../../pipeline/read/bounds.ts';
import { ImportFault } from '../../../pipeline/read/faults.ts';
import { entriesOf, isZip, partsOfEntry } from '../../../pipeline/read/zip.ts';
import { directoryDuring } from '../../support/directory.ts';

const zips = suite('zip archives');
const directory = directoryDuring(zips);

/** Reads all wanted files of an archive, as names and contents. */
async function read(bytes: Uint8Array, isWanted = (_: string) => true) {
  const file = join(directory, 'archive.zip');
  writeFileSync(file, bytes);
  const files: [string, string][] = [];
  for (const entry of await entriesOf(file, isWanted)) {
    const parts: Buffer[] = [];
    for await (const part of partsOfEntry(file, entry)) parts.push(part);
    files.push([entry.name, Buffer.concat(parts).toString('latin1')]);
  }
  return files;
}

/**
 * Reads an archive. Returns its files, or the reason why they can't be read. Any other error fails
 * the test.
 */
const readOr = (bytes: Uint8Array) =>
  read(bytes).catch((error: unknown) => {
    if (error instanceof UnreadableExport) return error.message;
    throw error;
  });

const names = fc.stringMatching(/^[a-zäЖ漢]{1,6}(\/[a-z]{1,4})?\.xml$/);
const contents = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ maxLength: 50 }).map((text) => Buffer.from(text.repeat(40))),
);
const archives = fc.uniqueArray(fc.tuple(names, contents, fc.constantFrom(0, 6)), {
  minLength: 1,
  maxLength: 4,
  selector: ([name]) => name,
});

const zipped = (files: readonly (readonly [string, Uint8Array, number])[], comment = '') => {
  const tree: Zippable = {};
  for (const [name, bytes, level] of files) tree[name] = [bytes, { level: level as 0 | 6 }];
  const archive = Buffer.from(zipSync(tree));
  archive.writeUInt16LE(Buffer.byteLength(comment), archive.length - 2);
  return Buffer.concat([archive, Buffer.from(comment)]);
};

zips('give each file that is wanted, packed or stored, behind any comment', async () => {
  await fc.assert(
    fc.asyncProperty(archives, fc.string({ maxLength: 30 }), async (files, comment) => {
      const archive = zipped(files, comment);
      assert.ok(isZip(archive));
      const expected = files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]);
      assert.equal(await read(archive), expected);
      const [first] = files;
      const wanted = await read(archive, (name) => name === first?.[0]);
      assert.equal(wanted, expected.slice(0, 1));
    }),
    { numRuns: 40 },
  );
});

const sample = zipped([
  ['xl/sheet.xml', Buffer.from('<v>1</v>'.repeat(40)), 6],
  ['xl/texts.xml', Buffer.from('<t>stored</t>'), 0],
]);

zips('that are cut off anywhere say so', async () => {
  for (let end = 0; end < sample.length; end += 1) {
    const found = await readOr(sample.subarray(0, end));
    assert.match(String(found), /^a zip archive that cannot be opened: /, `cut off at ${end}`);
  }
});

zips('with one changed byte give the packed files or are refused', async () => {
  const whole = await read(sample);
  let refused = 0;
  for (let at = 0; at < sample.length; at += 1) {
    for (const flip of [1, 0x80]) {
      const changed = Buffer.from(sample);
      changed[at] = (changed[at] ?? 0) ^ flip;
      const found = await readOr(changed);
      if (typeof found === 'string') refused += 1;
      // No file is missing, and no name or content differs in a digit.
      else assert.equal(found, whole, `byte ${at}`);
    }
  }
  assert.ok(refused > 100, `${refused} refused`);
});

zips('whose contents are others than were packed say which one is damaged', async () => {
  const stored = Buffer.from(sample);
  stored.write('<t>stared</t>', stored.indexOf('<t>stored</t>'), 'latin1');
  assert.is(await readOr(stored), 'a zip archive that cannot be opened: xl/texts.xml is damaged');
});

const list = sample.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
const end = sample.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
const lies: Readonly<Record<string, readonly [change: (bytes: Buffer) => void, reason: RegExp]>> = {
  'more files than it lists': [
    (bytes) => bytes.writeUInt16LE(3, end + 10),
    /its list of files is cut off/,
  ],
  'a list behind its end': [
    (bytes) => bytes.writeUInt32LE(0xfffffff0, end + 16),
    /a file that it lists is missing/,
  ],
  'fewer files than it lists': [
    (bytes) => bytes.writeUInt16LE(1, end + 10),
    /it lists more files than it says/,
  ],
  'no files': [(bytes) => bytes.writeUInt16LE(0, end + 10), /it lists more files than it says/],
  'more files than any workbook has': [
    (bytes) => bytes.writeUInt16LE(60_000, end + 10),
    /it lists too many files/,
  ],
  'another name in its list': [
    (bytes) => bytes.write('xl/shoot', list + 46),
    /xl\/shoot\.xml is not where the archive says/,
  ],
  'another name before the file': [
    (bytes) => bytes.write('xl/shoot', 30),
    /xl\/sheet\.xml is not where the archive says/,
  ],
  'one file twice': [
    (bytes) => bytes.write('sheet.xml', bytes.indexOf('texts.xml', list)),
    /it lists xl\/sheet\.xml twice/,
  ],
  'a password': [(bytes) => bytes.writeUInt16LE(1, list + 8), /packed in an unsupported way/],
  'another way to pack': [
    (bytes) => bytes.writeUInt16LE(12, list + 10),
    /packed in an unsupported way/,
  ],
  'a file where there is none': [
    (bytes) => bytes.writeUInt32LE(5, list + 42),
    /is not where the archive says/,
  ],
};

for (const [lie, [change, reason]] of Object.entries(lies)) {
  zips(`that claim ${lie} are refused by that`, async () => {
    const bytes = Buffer.from(sample);
    change(bytes);
    assert.match(String(await readOr(bytes)), reason);
  });
}

zips('that are not there are named', async () => {
  const missing = join(directory, 'missing.zip');
  const error = await entriesOf(missing, () => true).catch((cause: unknown) => cause);
  assert.instance(error, ImportFault);
  assert.match(String(error), 'missing.zip');
});

zips.run();
