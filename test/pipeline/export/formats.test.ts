import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCompression, parseFormats } from '../../../pipeline/export/formats.ts';
import { refusal } from '../registry/world.ts';

const formats = suite('formats of an export');

formats('all of them without a list', () => {
  assert.equal(parseFormats(), ['csv', 'parquet', 'arrow']);
});

formats('a list is trimmed, and each format is written once', () => {
  assert.equal(parseFormats('arrow'), ['arrow']);
  assert.equal(parseFormats(' parquet ,csv,parquet'), ['parquet', 'csv']);
});

for (const [list, name] of [
  ['xlsx', '"xlsx"'],
  ['csv,CSV', '"CSV"'],
  ['csv,,arrow', '""'],
  ['', '""'],
  ['toString', '"toString"'],
] as const) {
  formats(`${JSON.stringify(list)} is refused, with what is allowed`, async () => {
    const refused = await refusal((async () => parseFormats(list))());
    assert.is(refused.message, `--format: ${name} is not one of csv, parquet, arrow`);
    assert.is(refused.exitCode, 2);
  });
}

formats('a compression is one of four', async () => {
  assert.is(parseCompression(), 'snappy');
  assert.is(parseCompression('zstd'), 'zstd');
  const refused = await refusal((async () => parseCompression('rar'))());
  assert.is(refused.message, '--compression: "rar" is not one of snappy, zstd, gzip, uncompressed');
  assert.is(refused.exitCode, 2);
});

formats.run();
