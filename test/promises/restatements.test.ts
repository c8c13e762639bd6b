import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom } from '../../fixtures/demo/random.ts';
import { emptyId, portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import { restatementsFor } from '../../pipeline/shown/restatements.ts';
import type { Restatements } from '../../sql/record/restatements.ts';
import { changes } from '../oracle/changed-world.ts';
import { booksOf } from '../oracle/compute-world.ts';
import { joinWorlds } from '../oracle/join-worlds.ts';
import { randomAsOf, randomWorld } from '../oracle/random-world.ts';
import { type Restatement, restatementsBetween } from '../oracle/restatements.ts';
import { isRounding } from '../oracle/rounding.ts';
import type { World } from '../oracle/world.ts';
import type { Published } from '../support/published.ts';
import { publishTables } from '../support/published.ts';

// Half of the accounts of a random world change between two runs, each in up to three ways.
const seed = Number(process.env.FC_SEED ?? 1);
const later = new Date(randomAsOf.getTime() + 2 * 86_400_000);
const samples = fc.sample(randomWorld({ minLength: 4, maxLength: 8 }), { numRuns: 24, seed });
const worldOf = (currency: string): World =>
  joinWorlds(samples.filter((world) => (world.fx_rates[0]?.quote ?? 'USD') === currency));

interface Changed {
  readonly world: World;
  /** Names of changes, by account. */
  readonly done: ReadonlyMap<string, readonly string[]>;
}

const names = Object.keys(changes);
let drawn = seed;
const nextChange = (): string => names[drawn++ % names.length] ?? '';

function changed(before: World): Changed {
  const done = new Map<string, string[]>();
  let world = before;
  for (const { account_id: id } of before.registry.accounts) {
    if (id === undefined) continue;
    const random = createRandom(`${seed} changes of ${id}`);
    const ofAccount = Array.from(
      { length: random.chance(0.5) ? random.whole(1, 3) : 0 },
      nextChange,
    );
    for (const name of ofAccount) world = changes[name]?.(world, id, random) ?? world;
    done.set(id, ofAccount);
  }
  return { world, done };
}

const restated = suite('restatements by the oracle');
const kinds = new Set<string>();
const seen = new Set<string>();
let untouched = 0;

for (const currency of ['USD', 'EUR']) {
  restated(`are those of random worlds, ${currency}`, async () => {
    const before = worldOf(currency);
    const { world: after, done } = changed(before);
    const first = await published(before, randomAsOf);
    const next = await published(after, later, first);
    const known = new Set(booksOf(before).map(({ slug }) => slug));
    const nowKnown = new Set(booksOf(after).map(({ slug }) => slug));
    const expected = restatementsBetween(before, after, randomAsOf);
    const differences: string[] = [];
    for (const [slug, found] of expected) {
      if (!known.has(slug) || !nowKnown.has(slug)) continue;
      const entry = after.registry.accounts.find((account) => account.slug === slug);
      const changes = done.get(entry?.account_id ?? '') ?? [];
      for (const name of changes) seen.add(name);
      for (const { kind } of found) kinds.add(kind);
      if (found.length === 0) untouched++;
      const { restatements, count } = partOf(next, slug);
      const counted = found.filter(({ kind }) => kind !== 'definition').length;
      const isSame =
        count === counted &&
        restatements.length === found.length &&
        restatements.every((restatement, at) => isAlike(found[at], restatement));
      if (!isSame) {
        differences.push(
          `${slug} (${changes}): ${JSON.stringify(restatements)} for ${JSON.stringify(found)}`,
        );
      }
    }
    next.snapshot.close();
    first.remove();
    assert.equal(differences, []);
  });
}

restated('were of every kind and of none, by every change', () => {
  assert.equal([...kinds].sort(), ['added', 'changed', 'cut', 'removed']);
  assert.equal([...seen].sort(), names.toSorted());
  assert.ok(untouched > 50, `${untouched} stayed as they were`);
});

/**
 * Publishes a version of a world. Each next version of the data directory comes from that world
 * alone.
 */
const published = (world: World, asOf: Date, before?: Published): Promise<Published> =>
  publishTables(world, asOf, before && { dataDir: before.dataDir, rebuild: true });

function partOf({ accounts, snapshot }: Published, slug: string): Restatements {
  const account = accounts.find((account) => account.slug === slug);
  const subject = account?.account_id ?? portfolioId(slug);
  const id = snapshot.entry(subject) ? subject : emptyId;
  return restatementsFor(String(snapshot.part(id, 'restatements')), new Set());
}

function isAlike(
  expected: Restatement | undefined,
  found: Restatements['restatements'][number],
): boolean {
  if (expected === undefined) return false;
  const { kind, facts, first_day, days_affected } = expected;
  return (
    JSON.stringify([kind, facts, first_day, days_affected]) ===
      JSON.stringify([found.kind, found.facts, found.first_day, found.days_affected]) &&
    isNear(found.profit_before, expected.profit_before, 8) &&
    isNear(found.profit_after, expected.profit_after, 8) &&
    isNear(found.twr_before, expected.twr_before, 4) &&
    isNear(found.twr_after, expected.twr_after, 4)
  );
}

const isNear = (found: number | null, expected: number | null, digits: number): boolean =>
  found === null || expected === null ? found === expected : isRounding(found, expected, digits);

restated.run();
