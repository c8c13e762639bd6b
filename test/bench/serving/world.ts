import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { emptyId } from '../../../pipeline/publish/snapshot/layout.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { emptyParts, partsOf } from '../../server/facts.ts';
import { positionRows, tradeRows } from '../../server/rows.ts';
import { type Facts, publishFacts } from '../../server/world.ts';

const accountCount = 200;
export const tradesOfBiggest = 100_000;
const tradesOfOthers = 200;

/** Publishes accounts of about 50 KB each, the first with 100,000 trades. Returns a paid key. */
export async function createServingWorld(dataDir: DataDirectory): Promise<string> {
  const numbers = Array.from({ length: accountCount }, (_, number) => number);
  const facts = numbers.map((number): [string, Facts] => [idOf(number), factsOf(number)]);
  const registry = await openRegistry({ dataDir, clock: () => new Date() });
  try {
    await applyRegistry(registry, {
      owners: [{ slug: 'bench', name: 'Bench', plan: 'ultra' }],
      accounts: numbers.map((number) => ({
        slug: `bench-${number}`,
        type: 'account',
        account_id: idOf(number),
        owner: 'bench',
        name: `Bench ${number}`,
        published: true,
        // Only the owner sees everything; for others, hidden values are replaced.
        hide: number % 2 === 0 ? ['stop_loss', 'comment'] : [],
      })),
    });
    await publishFacts(dataDir, {
      [emptyId]: { members: [], parts: emptyParts() },
      ...Object.fromEntries(facts),
    });
    const { key } = await createKey(registry, {
      owner: 'bench',
      name: 'bench',
      scopes: ['public:read', 'accounts:read'],
    });
    return key;
  } finally {
    await registry.close();
  }
}

const idOf = (number: number): string => `MT5:${number}@Bench-Live`;

function factsOf(number: number): Facts {
  const trades = number === 0 ? tradesOfBiggest : tradesOfOthers;
  return {
    parts: {
      ...partsOf(1 + (number % 9)),
      equity_curve: { daily_performance: days(number), deposits_withdrawals: [] },
    },
    lists: {
      trades: tradeRows(trades, { seed: number + 1 }),
      positions: positionRows(3, { seed: number + 1 }),
    },
  };
}

/** Number of days: a year and a half. They are most of the 50 KB. */
function days(seed: number): object[] {
  return Array.from({ length: 240 }, (_, day) => ({
    date: new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
    cumulative_balance: 10_000 + seed + day * 1.25,
    cumulative_equity: 10_000 + day * 1.5,
    cumulative_profit: day * 1.25,
    twr_percent: day * 0.0125,
    twr_equity_percent: day * 0.015,
    drawdown: -(day % 7) / 10,
    peak_balance: 10_000 + day * 1.25,
    trades_count: day % 5,
    win_rate: 50,
  }));
}
