import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { row, withWorld } from './world.ts';

const test = suite('load: conservation');

const columns = Object.keys(row('trades'));

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e400',
    'NaN',
    '2024-02-30',
    'buy',
    '"',
    'a"b',
    ',',
    '\n',
    '\r\n',
    '\r',
    '\u0000',
    '\ufeff',
    '{',
    "'",
    '\\',
    '\u2028',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
// A lone surrogate has no UTF-8 form and becomes a replacement character.
const tradeRow = fc.tuple(
  fc.record({ ticket: fc.integer({ min: 0, max: 40 }), profit: fc.double() }),
  fc.array(fc.tuple(fc.constantFrom(...columns), cell), { maxLength: 2 }),
  fc.constantFrom('quoted', 'plain', 'short', 'long'),
);

function lineOf([{ ticket, profit }, changes, form]: Parameters<typeof tradeRow.map>[0] extends (
  value: infer Value,
) => unknown
  ? Value
  : never): string {
  const values = { ...row('trades'), ticket: `${ticket}`, profit: `${profit}` };
  const changed = {
    ...values,
    ...Object.fromEntries(changes.filter(([, value]) => value !== undefined)),
  };
  const cells = columns.map(
    (name) => `${Object.entries(changed).find(([key]) => key === name)?.[1]}`,
  );
  if (form === 'short') return cells.slice(0, -2).map(quoted).join(',');
  if (form === 'long') return [...cells, 'more'].map(quoted).join(',');
  if (form === 'plain' && !cells.some((text) => /[",\r\n]/.test(text))) return cells.join(',');
  return cells.map(quoted).join(',');
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

test('every row of a file is kept, replaced or refused, whatever is in it', () =>
  withWorld(async (world) => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(tradeRow, { minLength: 1, maxLength: 30 }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.constantFrom('\n', '\r\n'),
        async (files, lineEnd) => {
          run += 1;
          await world.database.run(
            'delete from trades; delete from rejects; delete from loaded_files',
          );
          world.remove('trades');
          files.forEach((rows, index) => {
            const lines = [columns.join(','), ...rows.map(lineOf)];
            world.put({
              [`trades/${run}-${index}.csv`]: lines.map((line) => line + lineEnd).join(''),
            });
          });
          const report = await world.load();
          assert.equal(report.failures, []);
          for (const [index, file] of report.files.entries()) {
            assert.is(file.rows_in, files[index]?.length);
            assert.is(file.rows_in, file.rows_kept + file.rows_replaced + file.rows_rejected);
          }
          const [stored] = await world.rows(
            'select count(*) as n, count(distinct (account_id, ticket)) as keys from trades',
          );
          assert.is(Number(stored?.n), report.rowsLoaded);
          assert.is(stored?.keys, stored?.n);
          const [rejects] = await world.rows(
            'select count(*) as n, count(distinct (file, line)) as lines from rejects',
          );
          assert.is(Number(rejects?.n), report.rowsRejected);
          assert.is(rejects?.lines, rejects?.n);
        },
      ),
      { numRuns: 25, seed: 20_240_601 },
    );
  }));

test.run();
