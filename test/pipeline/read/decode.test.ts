import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeText, encodingOfParts } from '../../../pipeline/read/decode.ts';

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

decode('believes a declared charset that fits', () => {
  const western = '<meta charset="windows-1252"><b>ÀÉÎÕÜ ÀÉÎ</b>';
  assert.is(decodeText(Buffer.from(western, 'latin1')), western);
});

decode('falls back where the charset declared is none or does not fit', () => {
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

decode.run();
