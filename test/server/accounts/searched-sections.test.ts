import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Snapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import { readSearchedSections } from '../../../server/accounts/searched-sections.ts';

const searched = suite('sections that the search reads');

searched('are read once for each content, and leave time for other work', async () => {
  const ids = Array.from({ length: 200 }, (_, at) => `MT5:${at}`);
  let reads = 0;
  // Every second account has the same instruments.
  const entries = (version: string) =>
    ids.map((id, at) => ({
      id,
      parts: {
        by_symbol: { sha256: at % 2 === 0 ? 'same' : `${version} ${id}` },
        advanced: { sha256: `statistics of ${id}` },
      },
    }));
  const snapshotOf = (version: string) => {
    const part = (_: string, section: string) => {
      reads += 1;
      return Buffer.from(
        section === 'advanced'
          ? '{"total_trades":7,"sharpe_ratio_annualized":null}'
          : '{"XAUUSD":{"total":1},"__proto__":{}}',
      );
    };
    const buckets = () => [{ sha256: version, entries: () => entries(version) }];
    return { buckets, part } as unknown as Snapshot;
  };
  let turns = 0;
  const otherWork = () => {
    turns += 1;
    next = setImmediate(otherWork);
  };
  let next = setImmediate(otherWork);
  const first = await readSearchedSections(snapshotOf('one'));
  clearImmediate(next);
  assert.is(reads, 200 + 101);
  assert.ok(turns >= 1, 'other work had a turn');
  assert.equal(first.symbols.get('same'), ['xauusd', '__proto__']);
  assert.equal(first.statistics.get('statistics of MT5:3'), {
    total_trades: 7,
    sharpe_ratio_annualized: null,
  });
  reads = 0;
  const second = await readSearchedSections(snapshotOf('two'), first);
  assert.is(reads, 100, 'only the instruments that changed');
  assert.is(second.symbols.has('one MT5:1'), false);
});

searched.run();
