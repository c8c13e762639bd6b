import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compare } from '../oracle/compare.ts';
import { computeWorld } from '../oracle/compute-world.ts';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import type { World } from '../oracle/world.ts';
import { writeWorld } from '../oracle/write-world.ts';
import { publishWorld, temporaryDirectory } from '../support/published.ts';

const wantedAccounts = 200;
// Many accounts to a world: a run takes longer to start than to compute a few more of them.
const size = { minLength: 4, maxLength: 8 };
const seed = Number(process.env.FC_SEED ?? 1);
const worlds = fc.sample(randomWorld(size), { numRuns: 36, seed });
const slice = Math.ceil(worlds.length / 5);

const statistics = suite('statistics');
let accounts = 0;

for (let from = 0; from < worlds.length; from += slice) {
  const to = Math.min(from + slice, worlds.length);
  statistics(`equal an independent computation: worlds ${from + 1} to ${to}`, async () => {
    for (const [at, world] of worlds.slice(from, to).entries()) {
      const differences = await differencesIn(world);
      assert.equal(differences, [], `world ${from + at} of this seed`);
    }
  });
}

statistics(`were compared for ${wantedAccounts} accounts`, () => {
  assert.ok(accounts >= wantedAccounts, `${accounts} accounts compared`);
});

async function differencesIn(world: World): Promise<string[]> {
  const directory = temporaryDirectory();
  await writeWorld(world, directory);
  const published = await publishWorld(directory, randomAsOf);
  try {
    const hasAdjustments = world.cash_flows.some(({ kind }) => kind === 'adjustment');
    const differences: string[] = [];
    for (const [slug, expected] of computeWorld(world, randomAsOf)) {
      accounts += 1;
      const actual = published.read(slug);
      differences.push(...compare(expected, actual), ...impossibilities(actual, hasAdjustments));
    }
    return differences;
  } finally {
    published.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Figures {
  account: { performance: { twr_percent: number | null } };
  advanced: { ahpr: number | null; ghpr: number | null };
  monthly: { monthly_performance: { monthly_percent: number | null }[] };
}

/** What no account can show, however it traded; months compound where every result is a trade. */
function impossibilities(actual: unknown, hasAdjustments: boolean): string[] {
  const { account, advanced, monthly }: Figures = JSON.parse(JSON.stringify(actual));
  const found: string[] = [];
  const { ahpr, ghpr } = advanced;
  if (ahpr !== null && ghpr !== null && ghpr > ahpr + 1e-6) found.push(`ghpr ${ghpr} > ${ahpr}`);
  const total = account.performance.twr_percent;
  const months = monthly.monthly_performance.map(({ monthly_percent }) => monthly_percent);
  if (!hasAdjustments && total !== null && months.length > 0) {
    const index = months.reduce<number>((grown, month) => grown * (1 + (month ?? 0) / 100), 1);
    if (Math.abs(100 * (index - 1) - total) > 0.001 * months.length + Math.abs(total) / 1e4) {
      found.push(`months compound to ${100 * (index - 1)}, total ${total}`);
    }
  }
  return found;
}

statistics.run();
