import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCsvReader, type TextRow } from '../../../../pipeline/read/cells/csv-rows.ts';

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
  // Blanks around and within cells are squeezed, so each cell has single ones.
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
        assert.equal(
          read.map(({ texts }) => texts),
          rows,
        );
        assert.equal(
          read.map(({ line }) => line),
          rows.map((_, at) => at + 1),
        );
      },
    ),
  );
});

csv.run();
