import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDecoder,
  decodeText,
  encodingOf,
  encodingOfParts,
} from '../../../pipeline/read/decode.ts';

const decode = suite('decode');

const cyrillic = '<b>Комиссия: Альпари</b>';

function windows1251(text: string): Uint8Array {
  const table = new TextDecoder('windows-1251').decode(
    Uint8Array.from({ length: 256 }, (_, i) => i),
  );
  return Uint8Array.from(text, (character) => table.indexOf(character));
}

decode('reads UTF-8 with and without a mark', () => {
  assert.is(decodeText(Buffer.from(cyrillic)), cyrillic);
  assert.is(decodeText(Buffer.from(`\ufeff${cyrillic}`)), cyrillic);
});

decode('reads UTF-16 with and without a mark', () => {
  const marked = Buffer.from(`\ufeff${cyrillic}`, 'utf16le');
  assert.is(decodeText(marked), cyrillic);
  assert.is(decodeText(Buffer.from(marked).swap16()), cyrillic);
  assert.is(decodeText(Buffer.from(cyrillic, 'utf16le')), cyrillic);
  assert.is(decodeText(Buffer.from(cyrillic, 'utf16le').swap16()), cyrillic);
});

decode('takes runs of high bytes for Cyrillic', () => {
  assert.is(decodeText(windows1251(cyrillic)), cyrillic);
});

decode('takes single high bytes for Western text', () => {
  const western = '<b>Société Générale, Zürich</b>';
  assert.is(decodeText(Buffer.from(western, 'latin1')), western);
});

decode('reads the quotes and dashes of windows-1252, by its name in XML too', () => {
  const bytes = Buffer.from(
    '<?xml version="1.0" encoding="windows-1252"?>\x80 \x92 \x96 \xe9',
    'latin1',
  );
  assert.match(decodeText(bytes), /\?>\u20ac \u2019 \u2013 \u00e9$/);
});

decode('uses a declared charset that fits', () => {
  const western = '<meta charset="windows-1252"><b>ÀÉÎÕÜ ÀÉÎ</b>';
  assert.is(decodeText(Buffer.from(western, 'latin1')), western);
});

decode('falls back if the declared charset is unknown or does not fit', () => {
  const text = '<meta charset=utf-8><b>Комиссия</b>';
  assert.is(decodeText(windows1251(text)), text);
  const unknown = '<meta charset=klingon><b>Комиссия</b>';
  assert.is(decodeText(windows1251(unknown)), unknown);
});

decode(
  'knows the encoding of a text in parts, whatever they cut and whichever says it',
  async () => {
    async function* parts(...texts: Uint8Array[]) {
      yield* texts;
    }
    const pair = Uint8Array.of(0xb2, 0xdd);
    const lines = Buffer.concat([
      Buffer.from('a\n'),
      pair,
      pair,
      Buffer.from('\n'),
      pair.subarray(0, 1),
    ]);
    assert.is((await encodingOfParts(parts(Buffer.from('a\n'), lines))).name, 'gbk');
    const head = Buffer.from('<meta charset="windows-1251">\n');
    const late = await encodingOfParts(parts(head, Buffer.from('<b>\xc0</b>', 'latin1')));
    assert.equal(late, { name: 'windows-1251', isGuess: false });
    assert.is(
      (await encodingOfParts(parts(Buffer.from([0xd0]), Buffer.from([0x9f])))).name,
      'utf-8',
    );
  },
);

decode('reads an empty file as no text', () => {
  assert.is(decodeText(new Uint8Array()), '');
});

decode('ignores a declaration of UTF-16 in another encoding', () => {
  for (const name of ['utf-16', 'UTF-16LE', 'utf16']) {
    const page = `<meta charset=${name}><b>Комиссия: Альпари</b>!`;
    assert.is(decodeText(windows1251(page)), page);
    assert.is(decodeText(Buffer.from(page)), page);
    assert.is(decodeText(Buffer.from(page, 'utf16le')), page);
  }
});

/** Texts in each encoding, as bytes. Node can write these three encodings itself. */
const written: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252, declared': (text) => Buffer.from(`<meta charset=windows-1252>${text}`, 'latin1'),
};

decode('is the same in however many parts a text comes', () => {
  // No windows-1252 text that begins so is UTF-8 too, as the bytes of "é££" are.
  const western = fc.stringMatching(/^é [a-z0-9<>éüñ£ \n]{0,60}$/);
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(written)),
      western,
      fc.array(fc.nat(80), { maxLength: 5 }),
      (name, text, cuts) => {
        const bytes = written[name]?.(text) ?? new Uint8Array();
        const decoder = createDecoder(encodingOf(bytes).name);
        const ends = [...cuts.map((end) => Math.min(end, bytes.length)), bytes.length].sort(
          (first, second) => first - second,
        );
        let read = '';
        for (const [at, end] of ends.entries()) {
          read += decoder(bytes.subarray(ends[at - 1] ?? 0, end), false);
        }
        read += decoder(new Uint8Array(), true);
        assert.is(read.replace(/^<meta[^>]*>/, ''), text, name);
        assert.is(decodeText(bytes), read);
      },
    ),
    { numRuns: 300 },
  );
});

decode('reads any bytes as some text, and never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, isDeclared) => {
      const head = isDeclared ? '<?xml encoding="iso-2022-kr"?><meta charset="replacement">' : '';
      assert.type(decodeText(Buffer.concat([Buffer.from(head), bytes])), 'string');
    }),
    { numRuns: 500 },
  );
});

decode.run();
