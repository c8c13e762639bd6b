import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { benchCommand, cellsOf } from '../command.ts';
import { differences } from './agreement.ts';
import { hasPandas } from './pandas.ts';

const peers = suite('peers');

peers('agree if figures differ by at most one unit of the last digit', () => {
  const theirs = { win_rate: 33.3333, best: { date: null, value: 1.25 } };
  assert.equal(differences(theirs, { ...theirs, total_trades: 3 }, ['advanced']), []);
  assert.equal(differences(theirs, { ...theirs, win_rate: 33.3334 }, ['advanced']), []);
  assert.equal(differences({ pips: '1.5' }, { pips: '1.4' }, ['by_symbol', 'EURUSD', 'total']), []);
});

peers('disagree on anything else', () => {
  const lines = (theirs: Parameters<typeof differences>[0], ours: typeof theirs) =>
    differences(theirs, ours ?? null, ['advanced']).length;
  assert.is(lines({ win_rate: 33.3333 }, { win_rate: 33.3335 }), 1);
  assert.is(lines({ value: 1.25 }, { value: 1.26 }), 1);
  assert.is(lines({ total_trades: 3 }, { total_trades: 4 }), 1);
  assert.is(lines({ value: null }, { value: 0 }), 1);
  assert.is(lines({ value: 1 }, {}), 1);
  assert.is(lines([1, 2], [1]), 1);
  assert.is(lines(undefined, { value: 1 }), 1);
  assert.equal(differences({ pips: '1.5' }, { pips: '1.3' }, ['by_symbol', 'EURUSD', 'total']), [
    'by_symbol.EURUSD.total.pips: theirs "1.5", ours "1.3"',
  ]);
});

if (hasPandas()) {
  peers('compute the same figures of the same accounts, and are set next to a run', async () => {
    const args = ['peers', '--trades', '3000', '--accounts', '60', '--rounds', '1'];
    const output = await benchCommand(args);
    assert.equal([output.code, output.stderr, output.left], [0, '', []]);
    assert.match(output.stdout, /^figures of \d\d accounts compared, all the same$/m);
    assert.match(
      output.stdout,
      /^an account in pandas: [\d.]+x the time of ours, [\d.]+x the processor time$/m,
    );
    for (const step of ['read', 'statistics', 'write', 'total']) {
      const [, ...cells] = cellsOf(output, step);
      assert.is(cells.length, 6);
      assert.ok(
        cells.every((cell) => Number(cell) >= 0),
        cells.join(' '),
      );
    }
  });
} else {
  console.log('skipped: peers, for want of pandas (apt-get install python3-pandas)');
}

peers.run();
