import { mkdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Draft } from '../../../../pipeline/publish/snapshot/draft.ts';
import type { PartName } from '../../../../pipeline/publish/snapshot/layout.ts';
import type { PartContent } from '../../../../pipeline/publish/snapshot/object.ts';
import { writeVersion } from '../../../../pipeline/publish/snapshot/publish.ts';
import { openSnapshot } from '../../../../pipeline/publish/snapshot/reader.ts';
import { searchedIn } from '../../../../pipeline/publish/snapshot/searched.ts';
import { withDesk } from '../../desk.ts';

const searched = suite('values that accounts are found by');

const parts = {
  summary: `{"platform":"MT5","broker":"A \\"B\\"","currency":null,"demo":false,"reconciled":true,
    "created_at":"2024-01-02T03:04:05Z","updated_at":"2026-02-28T21:00:00Z",
    "performance":{"twr_percent":12.5,"cagr_percent":null,"max_drawdown_percent":3,
      "since":"2024-01-03T00:00:00Z"}}`,
  advanced: '{"total_trades":7,"sharpe_ratio_annualized":1.25}',
  by_symbol: '{"XAUUSD":{"total":1},"__proto__":{}}',
  provenance:
    '{"broker_api":{"trades":0,"flows":0},"terminal":{"trades":0,"flows":2},"feed":{"trades":0}}',
  behaviour: `{"larger_after_loss_percent":40,"lots_after_loss_ratio":null,
    "largest_lot_multiple":2.5,"baskets":{"adds_to_losers_percent":1,
    "adds_to_three_losers_percent":0.5},"without_stop_percent":80,"holding_ratio":6,
    "wins_lost_in_worst_basket":30,"warnings":[{"code":"a"},{"code":"b"}]}`,
  observed: '{"late_percent":12.5,"before":null,"after":{"twr_percent":3,"months":7.5}}',
  luck: '{"days":200,"deflated_sharpe":0.875}',
};

searched('are read from the parts that have them', () => {
  assert.equal(
    searchedIn((part) => parts[part]),
    {
      platform: 'MT5',
      broker: 'A "B"',
      currency: null,
      demo: false,
      reconciled: true,
      created_at: '2024-01-02T03:04:05Z',
      updated_at: '2026-02-28T21:00:00Z',
      since: '2024-01-03T00:00:00Z',
      twr_percent: 12.5,
      cagr_percent: null,
      max_drawdown_percent: 3,
      total_trades: 7,
      sharpe_ratio_annualized: 1.25,
      symbols: ['XAUUSD', '__proto__'],
      only_source: 'terminal',
      behaviour: {
        larger_after_loss_percent: 40,
        lots_after_loss_ratio: null,
        largest_lot_multiple: 2.5,
        adds_to_losers_percent: 1,
        adds_to_three_losers_percent: 0.5,
        without_stop_percent: 80,
        holding_ratio: 6,
        wins_lost_in_worst_basket: 30,
      },
      warnings: 2,
      observed_months: 7.5,
      late_percent: 12.5,
      deflated_sharpe: 0.875,
    },
  );
});

searched('have no only source if two were used, or none', () => {
  const sourceIn = (provenance: string) =>
    searchedIn((part) => (part === 'provenance' ? provenance : '{}')).only_source;
  assert.is(sourceIn('{"feed":{"trades":1},"terminal":{"trades":0,"flows":1}}'), null);
  assert.is(sourceIn('{"feed":{"trades":0,"flows":0}}'), null);
});

/** A part in two pieces that share their memory, as those of a sheet do. */
function inPieces(text: string): PartContent {
  const bytes = Buffer.from(text);
  const half = bytes.length >> 1;
  return {
    rows: 1,
    *pieces() {
      const window = Buffer.alloc(bytes.length - half);
      yield window.subarray(0, bytes.copy(window, 0, 0, half));
      yield window.subarray(0, bytes.copy(window, 0, half));
    },
  };
}

searched('are in the list of accounts, so that no object is opened', () =>
  withDesk(async ({ dataDir }) => {
    for (const folder of [dataDir.snapshots, dataDir.temporary])
      mkdirSync(folder, { recursive: true });
    const draft = new Draft(dataDir);
    const contents = new Map<PartName, PartContent>(
      Object.entries(parts).map(([name, text]) => [name as PartName, inPieces(text)]),
    );
    const id = 'MT5:1@X';
    const identity = { id, members: [id], history_cut_at: null, member_cuts: [null] };
    draft.enter({ ...identity, type: 'account' }, contents);
    const drafted = draft.finish();
    const manifest = writeVersion(dataDir, drafted, null, '2026-03-01T12:00:00Z');
    const snapshot = openSnapshot(dataDir, manifest?.version ?? '', {
      source: {
        isWhole: () => false,
        bring: async () => {
          throw new Error('no file is needed');
        },
      },
    });
    const entry = snapshot.entry(id);
    assert.equal(
      entry?.searched,
      searchedIn((part) => parts[part]),
    );
    snapshot.close();
  }),
);

searched.run();
