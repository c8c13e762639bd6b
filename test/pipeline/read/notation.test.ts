import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import {
  type Notation,
  readByNotation,
  type ToldNotation,
  type UsualNotation,
} from '../../../pipeline/read/notation.ts';

const notations = suite('notation of dates and numbers of a file');

const usual: UsualNotation = { dates: 'month first' };

/** Reads cells that are dates if they have two marks and a year, else numbers. */
const cellsBy = (cells: readonly string[]) => async (notation: Notation) =>
  cells.map((cell) =>
    /[-./]\d{4}$/.test(cell)
      ? new Date(notation.time(cell)?.at ?? 0).toISOString().slice(0, 10)
      : notation.number(cell),
  );

async function read(cells: readonly string[], told: ToldNotation = {}, of = usual) {
  const { content, assumed } = await readByNotation('a.csv', told, of, cellsBy(cells));
  const { dates } = assumed;
  return dates === undefined ? content : [...content, `${dates.order} for ${dates.examples[0]}`];
}

const refusal = (cells: readonly string[], told?: ToldNotation): Promise<string> =>
  read(cells, told).then(
    (content) => `read ${content}`,
    (error: CommandError) => error.message,
  );

notations('one date that fits one order decides for all, whatever is usual', async () => {
  assert.equal(await read(['03.04.2024', '21.04.2024']), ['2024-04-03', '2024-04-21']);
  assert.equal(await read(['04/21/2024', '03/04/2024'], {}, { dates: 'day first' }), [
    '2024-04-21',
    '2024-03-04',
  ]);
});

notations('no date decides: the usual order is taken, and said', async () => {
  assert.equal(await read(['04/04/2024', '03/04/2024']), [
    '2024-04-04',
    '2024-03-04',
    'month first for 03/04/2024',
  ]);
  assert.equal(await read(['04/04/2024']), ['2024-04-04']);
  assert.equal(await read(['03/04/2024'], { dates: 'day first' }), ['2024-04-03']);
});

notations('dates of both kinds, or against what was told, refuse the file', async () => {
  assert.is(
    await refusal(['21.04.2024', '04/21/2024']),
    'a.csv: `21.04.2024` has the day first and `04/21/2024` the month first; one file must have one order',
  );
  assert.is(
    await refusal(['03.04.2024', '21.04.2024'], { dates: 'month first' }),
    'a.csv: `21.04.2024` is no date with the month first; correct --dates, or `dates` in the map',
  );
});

for (const [printed, expected] of [
  // A comma for decimals somewhere makes the point one of thousands.
  ['1.500 | -3.000 | 1.234,56', '1500 | -3000 | 1234.56'],
  ['9,99 | 12.345', '9.99 | 12345'],
  ['1.500 | 1.07000', '1.500 | 1.07000'],
  ['1,234 | 0.5', '1234 | 0.5'],
  // Marks that come twice part thousands, and a 0 has none.
  ['1.234.567 | 1.500', '1234567 | 1500'],
  ['1,234,567 | 1,500', '1234567 | 1500'],
  ['0,125 | 1.500', '0.125 | 1500'],
  ['0.125 | -1,500', '0.125 | -1500'],
  // Both marks, but no number that could be read in two ways.
  ["1'234.50 | 1 234,50 | 9,99 | 7", '1234.50 | 1234.50 | 9.99 | 7'],
] as const) {
  notations(`numbers ${printed} are ${expected}`, async () => {
    assert.is((await read(printed.split(' | '))).join(' | '), expected);
  });
}

notations('a number that nothing decides about refuses the file, and an option helps', async () => {
  const line =
    'a.csv: `1.500` could have a decimal mark or one between thousands, and no other number decides; give the decimal mark with --decimal (point or comma)';
  assert.is(await refusal(['1.500', '7']), line);
  assert.is(await refusal(['9,99', '0.5', '1.500']), line);
  assert.equal(await read(['1.500'], { decimal: 'comma' }), ['1500']);
  assert.equal(await read(['1.500'], { decimal: 'point' }), ['1.500']);
  assert.equal(await read(['1.500'], {}, { ...usual, decimal: 'point' }), ['1.500']);
});

notations('a file that can’t be read says why, and not how its numbers are written', async () => {
  const failing = async (notation: Notation) => {
    notation.number('1.500');
    throw new CommandError('it lists nothing');
  };
  const error = await readByNotation('a.csv', {}, usual, failing).catch((cause) => cause);
  assert.is(error.message, 'it lists nothing');
});

notations('rows that only the right order can read decide the mark too', async () => {
  // With the month first the second row is no row, and its number is not looked at.
  const rows = [
    ['03/04/2024', '1.500'],
    ['21/04/2024', '9,99'],
  ] as const;
  const readRows = (of: readonly (readonly [string, string])[]) =>
    readByNotation('a.csv', {}, usual, async (notation) =>
      of.flatMap(([date, number]) => (notation.time(date) ? [notation.number(number)] : [])),
    ).then(
      ({ content }) => content,
      (error: CommandError) => error.message,
    );
  assert.equal(await readRows(rows), ['1500', '9.99']);
  assert.match(String(await readRows([['21/04/2024', '1.500']])), /^a\.csv: `1\.500` could have/);
});

notations.run();
