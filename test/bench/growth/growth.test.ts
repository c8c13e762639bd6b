import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { benchCommand } from '../command.ts';
import { readResults } from '../results.ts';
import type { Growth, Point } from './measure.ts';
import { onPaper, slopeOf } from './on-paper.ts';
import { growthReport } from './report.ts';

const growth = suite('bench of growth');

const small = ['growth', '--trades', '1000,3000', '--accounts', '1,1000,1010', '--rounds', '1'];

/** Makes up a run that takes 2 s, plus 3 s a million trades, plus 4 s a thousand accounts. */
const point = (trades: number, accounts: number): Point => ({
  trades,
  accounts,
  rows: trades,
  seconds: 2 + (3 * trades) / 1e6 + (4 * accounts) / 1e3,
  cpuSeconds: 50,
  peakMegabytes: 1000 + accounts / 100,
  diskMegabytes: 10 + trades / 1e3,
  againSeconds: 0.4,
  tenTradesSeconds: 1.3,
  tenTradesSecondsToService: 0.7,
});
const base = point(1_000_000, 10_000);
const made: Growth = {
  base,
  trades: [point(100_000, 10_000), base, point(10_000_000, 10_000)],
  accounts: [point(1_000_000, 100), base, point(1_000_000, 100_000)],
};

growth('prints its points, and notes them', async () => {
  const docs = mkdtempSync(join(tmpdir(), 'trackrecord-growth-'));
  try {
    writeFileSync(join(docs, 'README.md'), 'above\n<!-- results -->\n<!-- /results -->\nbelow\n');
    const { code, stderr, stdout, left } = await benchCommand([...small, '--note', '--docs', docs]);
    assert.equal([code, stderr, left], [0, '', []]);
    for (const world of ['1,000 | 1', '1,000 | 1,000', '3,000 | 1,000', '1,000 | 1,010']) {
      assert.is(stdout.split(`\n| ${world} | `).length, 3, stdout);
    }
    assert.match(stdout, /cores \(.+\), \d+ GB of memory, Node \d+\.\d+\.\d+, DuckDB 1\./);
    assert.not.match(stdout, /NaN|Infinity|undefined/);
    const results = readResults(docs);
    const ofOne = results.find(({ goal }) => goal !== '');
    assert.match(ofOne?.measured ?? '', /^[\d.]+x the processor of 1,000 accounts$/);
    assert.is(ofOne?.goal, '1.30x');
    assert.equal(
      results.map(({ bench, figure }) => `${bench}: ${figure}`),
      [
        'growth: 1,000 trades of 1,000 accounts',
        'growth: 3,000 trades of 1,000 accounts',
        'growth: 1,000 trades of 1 accounts',
        'growth: 1,000 trades of 1,010 accounts',
        'growth: the same trades of 1 accounts',
        'growth: on paper: 1,000,000,000 trades of 1,000,000 accounts',
      ],
    );
  } finally {
    rmSync(docs, { recursive: true });
  }
});

growth('separates fixed cost from cost per trade and per account', () => {
  const slope = slopeOf(made, ({ seconds }) => seconds);
  assert.is(slope.fixed.toFixed(9), '2.000000000');
  assert.is(slope.perTrade.toFixed(12), '0.000003000000');
  assert.is(slope.perAccount.toFixed(9), '0.004000000');
  assert.is(onPaper(slope, { trades: 1e9, accounts: 1e6 }).toFixed(6), '7002.000000');
});

growth('shows how a figure was computed', () => {
  const report = growthReport(made, 'a machine');
  assert.ok(report.includes('| seconds | 2.00 | 3.00 | 4.00 | 7,002 (1.9 hours) |'), report);
  assert.ok(report.includes('| data folder, MB | 10.00 | 1000.00 | 0.00 | 1,000,010 (1.0 TB) |'));
  assert.ok(report.includes('100,000 accounts take 2,000 MB, and 10,000 take 1,100 MB.'), report);
  assert.ok(report.includes('| 1,000,000 | 100,000 | 0.4 | 1.3 | 0.7 |'), report);
  assert.ok(report.includes('That is 10.00 MB for a thousand.'));
  assert.ok(report.includes('With 990 thousand more accounts that is 11,000 MB at most.'));
});

growth.run();
