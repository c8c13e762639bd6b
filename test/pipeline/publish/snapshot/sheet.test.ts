import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readListIndex } from '../../../../pipeline/publish/snapshot/list-index.ts';
import type { PartContent } from '../../../../pipeline/publish/snapshot/object.ts';
import {
  openSheet,
  type PartSheet,
  type SheetLines,
} from '../../../../pipeline/publish/snapshot/sheet.ts';
import { withDirectory } from '../../../support/directory.ts';

const sheets = suite('sheets');

const textOf = (part: PartContent): string =>
  Buffer.concat([...part.pieces()].map((piece) => Buffer.from(piece))).toString();

/** Calls the work with a sheet of a text, in which accounts have so many lines, in this order. */
const withSheet = (
  text: string,
  counts: readonly number[],
  rest: Pick<SheetLines, 'as' | 'header' | 'keys'>,
  work: (sheet: PartSheet) => void,
): Promise<void> =>
  withDirectory(async (directory) => {
    const path = join(directory, 'lines');
    writeFileSync(path, text);
    const first = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0));
    const lines = { first: Uint32Array.from(first), count: Uint32Array.from(counts), ...rest };
    const sheet = openSheet(path, lines);
    try {
      work(sheet);
    } finally {
      sheet.close();
    }
  });

sheets('give values without the ends of their lines, in any order and again', () =>
  withSheet('{"a":1}\n\n[3]\n', [1, 1, 1], { as: 'value' }, (sheet) => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ])
      assert.equal(
        order.map((at) => textOf(sheet.part(at))),
        order.map((at) => ['{"a":1}', '', '[3]'][at]),
      );
    const part = sheet.part(2);
    assert.equal([textOf(part), textOf(part), part.rows], ['[3]', '[3]', 1]);
  }),
);

sheets('index the lines of a list from where its part begins', () => {
  const keys = {
    instants: Float64Array.of(5e12, 4e12, 3e12),
    members: Uint16Array.of(0, 2, 65_535),
  };
  return withSheet('{},\n{"a":1},\n{"a":22},\n', [1, 2, 0], { as: 'list', keys }, (sheet) => {
    const read = [0, 1, 2].map((at) => {
      const [bytes = new Uint8Array()] = [...sheet.index(at).pieces()];
      const { offsets, instants, members } = readListIndex(bytes, sheet.index(at).rows);
      return [textOf(sheet.part(at)), [...offsets], [...instants], [...members]];
    });
    assert.equal(read, [
      ['{},\n', [0, 4], [5e12], [0]],
      ['{"a":1},\n{"a":22},\n', [0, 9, 19], [4e12, 3e12], [2, 65_535]],
      ['', [0], [], []],
    ]);
  });
});

sheets('put a header above rows and line feeds back into texts', () =>
  withSheet(
    '1,"x\x1ey"\r\n2,\r\n3,z\r\n',
    [2, 0, 1],
    { as: 'table', header: 'a,b\r\n' },
    (sheet) => {
      assert.equal(
        [0, 1, 2, 0].map((at) => textOf(sheet.part(at))),
        ['a,b\r\n1,"x\ny"\r\n2,\r\n', 'a,b\r\n', 'a,b\r\n3,z\r\n', 'a,b\r\n1,"x\ny"\r\n2,\r\n'],
      );
    },
  ),
);

const window = 1 << 18;

sheets('give lines of any length', () => {
  const lengths = [0, 1, window - 2, window - 1, 5, 3 * window, 0, window, 2];
  const lines = lengths.map((length, at) => `${at}`.repeat(length));
  const text = lines.map((line) => `${line}\n`).join('');
  return withSheet(
    text,
    lengths.map(() => 1),
    { as: 'value' },
    (sheet) => {
      for (const [at, line] of lines.entries()) assert.ok(textOf(sheet.part(at)) === line, `${at}`);
    },
  );
});

sheets('have as many lines as were expected, and whole ones', async () => {
  const opened = (text: string, count: number) =>
    withSheet(text, [count], { as: 'list' }, () => {});
  const said = async (text: string, count: number) =>
    opened(text, count).then(
      () => '',
      (error: Error) => error.message,
    );
  assert.match(await said('a\n', 2), 'lines ends after 1 of 2 lines');
  assert.match(await said('a\nb\n', 1), 'lines goes on after 1 lines');
  assert.match(await said('a\nb', 1), 'lines ends within a line');
});

sheets.run();
