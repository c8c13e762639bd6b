import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { madeExports } from '../../../fixtures/statements/exports.ts';
import { readBytes } from './reading.ts';

// An editor saves a file in another encoding or with other line ends. The content is the same.
const encodings = suite('exports that an editor saved');

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** Ways to save a text. XML is left out: its declaration would contradict other encodings. */
const saved: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'in UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'in UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'in UTF-16, big end first': (text) => utf16be(`\ufeff${text}`),
  'in UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'with ends of lines of Windows': (text) => Buffer.from(text.replace(/\r?\n/g, '\r\n')),
  'with empty lines at its end': (text) =>
    Buffer.from(text + (/\r?\n/.exec(text)?.[0] ?? '').repeat(3)),
};

for (const [format, make] of Object.entries(madeExports)) {
  const made = make();
  const text = typeof made === 'string' ? made : Buffer.from(made).toString();
  // Bytes that are not UTF-8 show it themselves.
  if (text.includes('\ufffd')) continue;
  const plain = text.replace(/^<\?xml[^>]*\?>/, '');
  const options = { ...(/^(forexfactory|table)/.test(format) && { accountId: undefined }), format };

  encodings(`${format}: are the same in any of ${Object.keys(saved).length} ways`, async () => {
    const whole = await readBytes(plain, options);
    assert.ok(whole.rows.length > 0, whole.told.join());
    for (const [how, save] of Object.entries(saved)) {
      const found = await readBytes(save(plain), options);
      assert.equal([found.rows, found.told], [whole.rows, whole.told], how);
    }
  });

  encodings(`${format}: are told where half of a character is missing in it`, async () => {
    const whole = await readBytes(plain, options);
    const bytes = Buffer.from(`\ufeff${plain}`, 'utf16le');
    // From there on every letter is wrong.
    const at = 2 * Math.floor(plain.length / 2) + 1;
    const torn = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    const found = await readBytes(torn, options);
    const isNoted = found.notes.some((note) => !whole.notes.includes(note));
    assert.ok(found.told.length > whole.told.length || isNoted || found.rows.length === 0);
  });
}

encodings.run();
