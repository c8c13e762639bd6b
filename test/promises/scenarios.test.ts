import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import { matchPartially } from '../oracle/match.ts';
import { readWorld } from '../oracle/read-world.ts';
import { readScenarios, type Scenario } from '../oracle/scenarios.ts';
import { type Published, publishWorlds } from '../support/published.ts';
import { wireFaults } from '../support/wire-faults.ts';

/** A scenario, with what may exist only once in a run. */
interface Told extends Scenario {
  readonly slugs: readonly string[];
  readonly accountIds: readonly string[];
  /** True if it has exchange rates. They apply to every account and portfolio of the run. */
  readonly isAlone: boolean;
  readonly hasRates: boolean;
  /** True if amounts may be converted. */
  readonly isMixed: boolean;
  /** Symbols with a pip size. They apply to every account of the run. */
  readonly sized: readonly string[];
  readonly traded: readonly string[];
}

const scenarios = suite('scenarios');
const notes = await Promise.all((await readScenarios()).map(tell));

for (const batch of inBatches(notes)) {
  let publishing: Promise<Published> | undefined;
  for (const { name, asOf, slugs, expectations } of batch) {
    scenarios(`publishes the figures worked by hand: ${name}`, async () => {
      publishing ??= publishWorlds(
        batch.map(({ directory }) => directory),
        asOf,
      );
      const published = await publishing;
      const differences = expectations.flatMap(({ slug, section, value }) =>
        matchPartially(value, published.read(slug)[section], `${slug}.${section}`),
      );
      assert.equal(differences, []);
      for (const slug of slugs) assert.equal(wireFaults(published.read(slug)), [], slug);
      for (const slug of slugs) endsAtTheReturn(published, slug);
    });
  }
  scenarios.after(async () => (await publishing)?.remove());
}

/** Holds that the drawn curve and the months of a record lead to its return. */
function endsAtTheReturn({ snapshot, accounts }: Published, slug: string): void {
  const id = accounts.find((account) => account.slug === slug)?.account_id ?? portfolioId(slug);
  if (!snapshot.entry(id)) return;
  const part = (name: 'summary' | 'curve' | 'monthly') =>
    JSON.parse(String(snapshot.part(id, name)));
  const total: number | null = part('summary').performance.twr_percent;
  const drawn: (number | null)[] = part('curve').twr_percent;
  if (drawn.length > 0) assert.is(drawn.at(-1), total, `${slug}: the end of the curve`);
  const months: { monthly_percent: number | null }[] = part('monthly').monthly_performance;
  const growth = months.reduce(
    (product, row) => product * (1 + (row.monthly_percent ?? 0) / 100),
    1,
  );
  // Each month is rounded to 4 decimals.
  const error = 5e-5 * months.length * Math.max(1, growth);
  if (total === null || total === -100) return;
  assert.ok(Math.abs(100 * (growth - 1) - total) <= error + 5e-5, `${slug}: all months`);
}

async function tell(scenario: Scenario): Promise<Told> {
  const world = await readWorld(scenario.directory);
  const { accounts, trades, positions, fx_rates, symbols, registry } = world;
  const registered = registry.accounts.flatMap(({ account_id }) => account_id ?? []);
  return {
    ...scenario,
    // Its figures depend on the number of accounts.
    isAlone: scenario.expectations.some(({ section }) => section === 'luck'),
    slugs: registry.accounts.map(({ slug }) => slug),
    accountIds: [...accounts.map(({ account_id }) => String(account_id)), ...registered],
    hasRates: fx_rates.length > 0,
    isMixed:
      new Set([...accounts, ...registry.accounts].flatMap((row) => row.currency ?? [])).size > 1,
    sized: symbols.map(({ symbol }) => String(symbol)),
    traded: [...new Set([...trades, ...positions].map(({ symbol }) => String(symbol)))],
  };
}

/**
 * Starting a run takes longer than computing some more accounts, so few runs publish all scenarios.
 */
function inBatches(all: readonly Told[]): Told[][] {
  const batches: Told[][] = [];
  for (const scenario of all) {
    const batch = batches.find((batche) =>
      batche.every((otherOther) => isApart(scenario, otherOther)),
    );
    if (batch) batch.push(scenario);
    else batches.push([scenario]);
  }
  return batches;
}

/** Returns true if two scenarios give the same in one run as in two. */
function isApart(one: Told, other: Told): boolean {
  const shares = (key: 'slugs' | 'accountIds') =>
    one[key].some((name) => other[key].includes(name));
  return (
    !one.isAlone &&
    !other.isAlone &&
    one.asOf.getTime() === other.asOf.getTime() &&
    !isTouched(other, one) &&
    !isTouched(one, other) &&
    !shares('slugs') &&
    !shares('accountIds')
  );
}

/** Returns true if rates or pip sizes of a scenario may apply to its neighbour. */
function isTouched(scenario: Told, neighbour: Told): boolean {
  const { hasRates, sized } = scenario;
  return (
    (hasRates && neighbour.isMixed) ||
    neighbour.traded.some((symbol) => sized.some((part) => symbol.includes(part)))
  );
}

scenarios.run();
