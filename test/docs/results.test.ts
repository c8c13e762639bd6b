import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import {
  type Result,
  readResults,
  resultsTable,
  staleBenches,
  writeResults,
} from '../bench/results.ts';

const tables = suite('results of benches');

const result = (bench: string, figure: string, over: Partial<Result> = {}): Result => ({
  bench,
  figure,
  measured: '1.2 s',
  goal: '',
  date: '2026-11-30',
  machine: 'two cores',
  ...over,
});

function withDocs(readme: string, work: (docs: string) => void): void {
  const docs = mkdtempSync(join(tmpdir(), 'trackrecord-results-'));
  try {
    writeFileSync(join(docs, 'README.md'), readme);
    work(docs);
  } finally {
    rmSync(docs, { recursive: true });
  }
}

tables('of the README are those of the file', () => {
  const text = readFileSync(inPackage('test/bench/README.md'), 'utf8');
  const [, shown] = text.split(/<!-- \/?results -->/);
  assert.is(shown, `\n${resultsTable(readResults(inPackage('test/bench')))}\n`);
});

tables('have a newer result in the place of an earlier one, and number machines', () =>
  withDocs('above\n<!-- results -->\nold\n<!-- /results -->\nbelow\n', (docs) => {
    writeResults(docs, [result('full', 'total', { goal: '60x' }), result('peers', 'total')]);
    writeResults(docs, [
      result('full', 'total', { measured: '"1,1" s', date: '2026-12-01', machine: 'four cores' }),
      result('full', 'again'),
    ]);
    const expected = `| bench | figure | measured | goal | date | machine |
| --- | ---: | ---: | ---: | ---: | ---: |
| full | total | "1,1" s |  | 2026-12-01 | 1 |
| peers | total | 1.2 s |  | 2026-11-30 | 2 |
| full | again | 1.2 s |  | 2026-11-30 | 2 |

1. four cores
2. two cores`;
    assert.is(
      readFileSync(join(docs, 'README.md'), 'utf8'),
      `above\n<!-- results -->\n${expected}\n<!-- /results -->\nbelow\n`,
    );
    assert.is(resultsTable(readResults(docs)), expected);
  }),
);

tables('need a place in the README', () =>
  withDocs('nothing\n', (docs) => {
    assert.throws(
      () => writeResults(docs, [result('full', 'total')]),
      /README\.md has no <!-- results --> before a <!-- \/results -->$/,
    );
  }),
);

tables('name benches that nobody ran for a month', () => {
  const all = [
    result('full', 'total', { date: '2026-10-31' }),
    result('full', 'again', { date: '2026-10-01' }),
    result('peers', 'total', { date: '2026-10-30' }),
  ];
  assert.equal(staleBenches(all, ['full', 'peers', 'growth'], new Date('2026-12-01T09:00:00Z')), [
    'peers: 2026-10-30',
    'growth: never',
  ]);
});

tables.run();
