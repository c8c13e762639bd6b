import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apart } from './apart.ts';
import { type BenchOutput, benchCommand, cellsOf } from './command.ts';
import { median } from './figures.ts';

const bench = suite('benches');
const small = ['--trades', '3000', '--rounds', '1'];

const isNumber = (cell = ''): boolean => Number(cell.replace(/,|x$| %$/g, '')) >= 0;

function assertNumbers(output: BenchOutput, name: string, columns: number): void {
  const [, ...cells] = cellsOf(output, name);
  assert.is(cells.length, columns, output.stdout);
  assert.ok(cells.every(isNumber), cells.join(' '));
}

bench('compare each stage of full and further runs with the reference', async () => {
  const output = await benchCommand([...small, '--accounts', '30']);
  assert.equal([output.code, output.stderr, output.left], [0, '', []]);
  assert.match(output.stdout, /^3,000 trades of 30 accounts, memory limit 4GB, median of 1$/m);
  for (const name of ['load', 'statistics', 'write', 'publish', 'warehouse', 'total', 'reference'])
    assertNumbers(output, name, 6);
  for (const name of ['full', 'limit 1GB']) assertNumbers(output, name, 12);
  for (const name of ['the same again', 'ten new trades']) assertNumbers(output, name, 11);
  const rowsOf = (name: string) => Number(cellsOf(output, name)[1]?.replaceAll(',', ''));
  assert.ok(rowsOf('full') > 3000);
  assert.equal(
    ['limit 1GB', 'the same again', 'ten new trades'].map(rowsOf),
    [rowsOf('full'), 0, 10],
    'all in a fresh folder each time, then nothing, then ten trades',
  );
});

bench('count the memory of a server by the account', async () => {
  const output = await benchCommand(['entries', '--accounts', '50']);
  assert.equal([output.code, output.stderr, output.left], [0, '', []]);
  assert.match(output.stdout, /^held for search: -?[\d,]+ bytes an account, /m);
});

bench('compare what several machines receive with what one does', async () => {
  const output = await benchCommand(['sendings', '--trades', '50', '--rounds', '1']);
  assert.is(output.stderr.includes('not installed') ? 1 : output.code, output.code, output.stderr);
  if (output.code !== 0) return;
  for (const workers of [1, 8, 32]) {
    assert.match(
      output.stdout,
      new RegExp(`^\\| ${workers} \\| [\\d,]+ \\| [\\d,]+ \\| [\\d.]+ \\|$`, 'm'),
    );
  }
  assert.match(output.stdout, /^after \d+ sendings: [\d.]+x and [\d.]+x the time of a sending$/m);
});

bench('fail with the name and exit code of a job that failed', async () => {
  try {
    await apart('windowSum', { warehouse: '/nowhere', memoryLimit: '1GB' });
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /windowSum of the bench ended with 1/);
  }
});

bench('name unreadable input in one line', async () => {
  for (const [args, line] of [
    [['growing'], /^no bench growing: there are full, growth, .*\n$/],
    [['growth', '--accounts', '10'], /^growth needs two sizes .*\n$/],
    [['--rounds', '0'], /^--rounds: a whole number above 0, not 0\n$/],
  ] as const) {
    const { code, stderr } = await benchCommand(args);
    assert.is(code, 1);
    assert.match(stderr, line);
  }
});

bench('report the median of their measurements', () => {
  assert.is(median([3, 1, 2]), 2);
  assert.is(median([10, 9, 100, 1, 11]), 10);
});

bench.run();
