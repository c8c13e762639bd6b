import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bounds, UnreadableExport } from '../../../../pipeline/read/bounds.ts';
import {
  createCsvReader,
  delimiterOf,
  type TextRow,
} from '../../../../pipeline/read/cells/csv-rows.ts';
import { fieldOf } from '../../../support/fields.ts';

const csv = suite('rows of a CSV');

function rowsIn(parts: readonly string[]): TextRow[] {
  const rows: TextRow[] = [];
  const reader = createCsvReader((row) => rows.push(row));
  for (const part of parts) reader.write(part);
  reader.end();
  return rows;
}

csv('are the same in however many parts the text comes', () => {
  const text = fc
    .array(fc.constantFrom('a', '1', ',', ';', '\t', '"', '""', '\n', '\r\n', ' ', 'é'), {
      maxLength: 40,
    })
    .map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 4 }), (whole, cuts) => {
      const ends = [...cuts, whole.length].sort((first, second) => first - second);
      const parts = ends.map((end, at) => whole.slice(ends[at - 1] ?? 0, end));
      assert.equal(rowsIn(parts), rowsIn([whole]));
    }),
    { numRuns: 1_000 },
  );
});

csv('have the cells that were written', () => {
  // Reading removes blanks around cells and joins blanks within, so these cells have only single
  // ones.
  const cell = fc.stringMatching(/^[a-z][a-z0-9.,"]{0,4}( [a-z0-9.,"]{1,4})?[a-z0-9]$/);
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }).chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
          minLength: 1,
          maxLength: 6,
        }),
      ),
      (rows) => {
        const lines = rows.map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'),
        );
        const read = rowsIn([`${lines.join('\n')}\n`]);
        assert.equal(fieldOf(read, 'texts'), rows);
        assert.equal(
          fieldOf(read, 'line'),
          rows.map((_, at) => at + 1),
        );
      },
    ),
  );
});

const refusals: [what: string, text: string, reason: RegExp][] = [
  [
    'a row of too many characters',
    `a,b\n${'x'.repeat(bounds.bytesOfRecord + 1)}`,
    /^line 2: a row of more/,
  ],
  [
    'too many cells',
    `a,b\n1,2\n${','.repeat(bounds.cellsOfRow)}\n`,
    /^line 3: a row of more than 1000 cells/,
  ],
  [
    'quotes that nothing closes',
    `a,b\n${'"x,1\n'.repeat(1001)}`,
    /^line \d+: too many quotes that are never/,
  ],
];

for (const [what, text, reason] of refusals) {
  csv(`with ${what} end there, in one piece or many`, () => {
    for (const length of [text.length, 10_000, 777]) {
      const parts: string[] = [];
      for (let at = 0; at < text.length; at += length) parts.push(text.slice(at, at + length));
      assert.throws(
        () => rowsIn(parts),
        (error: unknown) => error instanceof UnreadableExport && reason.test(error.message),
      );
    }
  });
}

csv('of nothing but quotes, separators or line ends are read in time that grows with them', () => {
  for (const piece of ['"', '""', '" ', ';"', '\n"', '\r', '\n', ' \n', '"a"b,']) {
    const start = process.cpuUsage();
    const text = piece.repeat(Math.floor(100_000 / piece.length));
    try {
      rowsIn([text]);
    } catch (error) {
      assert.instance(error, UnreadableExport);
    }
    // A million steps take milliseconds. A million squared would take minutes.
    assert.ok(process.cpuUsage(start).user < 10e6, JSON.stringify(piece));
  }
});

csv('are split at the most frequent separator of their first lines', () => {
  assert.is(delimiterOf('a;b;c\n1,5;2,5;3,5'), ';');
  assert.is(delimiterOf('a\tb\n1,000\t2,000'), '\t');
  assert.is(delimiterOf('"a;b;c;d",e\n'), ',');
  assert.is(delimiterOf('sep=|\na,b,c'), '|');
  assert.is(delimiterOf(''), ',');
  assert.equal(
    rowsIn(['\ufeffsep=;\r\na;"b;1"\r\n']).map(({ line, texts }) => [line, ...texts]),
    [[2, 'a', 'b;1']],
  );
});

csv('say which rows are cut off, or may be several', () => {
  const [first, second, third] = rowsIn(['a,"b\nc"\nd,"e"f,"\ng,h']);
  assert.equal([first?.breaks, first?.isCut, first?.texts], [true, false, ['a', 'b c']]);
  assert.is(second?.breaks, true);
  assert.equal([third?.line, third?.isCut, third?.texts], [4, true, ['g', 'h']]);
  assert.equal(fieldOf(rowsIn(['a,b\n', '1,2\r']), 'isCut'), [false, false]);
  assert.is(rowsIn(['a,b\n', '1,'])[1]?.isCut, true);
});

csv.run();
