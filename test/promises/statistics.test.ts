import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compare } from '../oracle/compare.ts';
import { computeWorld } from '../oracle/compute-world.ts';
import { joinWorlds } from '../oracle/join-worlds.ts';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import { published as rounded } from '../oracle/rounding.ts';
import type { World } from '../oracle/world.ts';
import { publishTables } from '../support/published.ts';

const wantedAccounts = 200;
const seed = Number(process.env.FC_SEED ?? 1);
const samples = fc.sample(randomWorld({ minLength: 4, maxLength: 8 }), { numRuns: 36, seed });
const worlds = joined(samples);

const statistics = suite('statistics');
let accounts = 0;

for (const [at, world] of worlds.entries()) {
  statistics(`equal an independent computation: world ${at + 1} of ${worlds.length}`, async () => {
    assert.equal(await differencesIn(world), []);
  });
}

statistics(`were compared for ${wantedAccounts} accounts`, () => {
  assert.ok(accounts >= wantedAccounts, `${accounts} accounts compared`);
});

/**
 * Few worlds with many accounts, since starting a run takes longer than computing more accounts.
 */
function joined(all: readonly World[]): World[] {
  const joinedAtOnce = 16;
  const alike = new Map<string, World[]>();
  for (const world of all) {
    // Pip sizes apply to every account, and rates to one currency would apply to another world too.
    const quote = world.fx_rates[0]?.quote ?? 'USD';
    const kind = `${quote} ${world.symbols.length > 0}`;
    alike.set(kind, [...(alike.get(kind) ?? []), world]);
  }
  const worlds: World[] = [];
  for (const some of alike.values()) {
    for (let at = 0; at < some.length; at += joinedAtOnce) {
      worlds.push(joinWorlds(some.slice(at, at + joinedAtOnce)));
    }
  }
  return worlds;
}

async function differencesIn(world: World): Promise<string[]> {
  const published = await publishTables(world, randomAsOf);
  try {
    const adjusted = adjustedIn(world);
    const differences: string[] = [];
    for (const [slug, expected] of computeWorld(world, randomAsOf)) {
      accounts += 1;
      const actual = published.read(slug);
      const found = [...compare(expected, actual), ...impossibilities(actual, adjusted.has(slug))];
      differences.push(...found.map((difference) => `${slug}: ${difference}`));
    }
    return differences;
  } finally {
    published.remove();
  }
}

/** Lists accounts with results that are not trades, and portfolios with such a member. */
function adjustedIn({ cash_flows, registry }: World): ReadonlySet<string> {
  const ids = new Set(
    cash_flows.flatMap(({ kind, account_id }) => (kind === 'adjustment' ? account_id : [])),
  );
  const accounts = registry.accounts.filter(({ account_id }) => ids.has(account_id ?? null));
  const slugs = new Set(accounts.map(({ slug }) => slug));
  const portfolios = registry.accounts.filter(({ members }) =>
    members?.some((member) => slugs.has(member)),
  );
  return new Set([...slugs, ...portfolios.map(({ slug }) => slug)]);
}

interface Figures {
  account: { performance: { twr_percent: number | null } };
  advanced: { ahpr: number | null; ghpr: number | null };
  monthly: { monthly_performance: { monthly_percent: number | null }[] };
  returns: { days: { twr_percent: number }[] };
}

/**
 * Lists values that are impossible for any account. Months compound to the total if every result is
 * a trade, days always do.
 */
function impossibilities(actual: unknown, hasAdjustments: boolean): string[] {
  const { account, advanced, monthly, returns }: Figures = JSON.parse(JSON.stringify(actual));
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
  if (total !== null && returns.days.length > 0) {
    const index = returns.days.reduce((grown, { twr_percent: day }) => grown * (1 + day / 100), 1);
    // Days have 8 decimals, so the index is known to this share of itself.
    const share = returns.days.reduce(
      (sum, { twr_percent: day }) => sum + 5e-11 / (1 + day / 100),
      0,
    );
    const [least, most] = [1 - share, 1 + share].map((error) =>
      rounded(100 * (index * error - 1), 4),
    );
    if (total < (least ?? total) || total > (most ?? total)) {
      found.push(`days compound to ${100 * (index - 1)}, total ${total}`);
    }
  }
  return found;
}

statistics.run();
