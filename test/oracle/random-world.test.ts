import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { directoryDuring } from '../support/directory.ts';
import { isInFull } from '../support/in-full.ts';
import { compare } from './compare.ts';
import { computeWorld, type Expected, sections } from './compute-world.ts';
import { instant } from './instants.ts';
import { isArray, isObject, type Json } from './json.ts';
import { randomAsOf, randomWorld } from './random-world.ts';
import { readWorld } from './read-world.ts';
import { publish } from './rounding.ts';
import { type Row, required, type World } from './world.ts';
import { writeWorld } from './write-world.ts';

const random = suite('random-world');
const directory = directoryDuring(random);

/** Worlds that several tests use, computed once. */
const sampled = fc.sample(randomWorld(), { numRuns: 300, seed: 1 }).map((world) => ({
  world,
  computed: computeWorld(world, randomAsOf),
}));

function answer(expected: Expected) {
  return Object.fromEntries(sections.map((name) => [name, publish(expected[name], [name])]));
}

function numbers(value: Json): number[] {
  if (typeof value === 'number') return [value];
  if (isArray(value)) return value.flatMap(numbers);
  return isObject(value) ? Object.values(value).flatMap(numbers) : [];
}

function at(value: Json, ...path: string[]): Json {
  return path.reduce<Json>((found, key) => (isObject(found) ? (found[key] ?? null) : null), value);
}

random('a world that is written in any order and read again computes the same', async () => {
  let written = 0;
  const property = fc.asyncProperty(
    randomWorld(),
    fc.constantFrom('csv' as const, 'ndjson' as const),
    fc.integer({ min: 1, max: 4 }),
    async (world, format, parts) => {
      written += 1;
      const target = join(directory, String(written));
      await writeWorld(world, target, { shuffle: written, parts, format });
      const direct = computeWorld(world, randomAsOf);
      const read = computeWorld(await readWorld(target), randomAsOf);
      assert.equal([...read.keys()], [...direct.keys()]);
      for (const [slug, expected] of direct) {
        const published = read.get(slug);
        assert.ok(published);
        assert.equal(compare(expected, answer(published)), []);
      }
    },
  );
  await fc.assert(property, { numRuns: isInFull ? 400 : 20 });
});

random('all numbers are finite, none is minus zero once published', () => {
  for (const expected of sampled.flatMap(({ computed }) => [...computed.values()])) {
    for (const number of numbers(answer(expected))) {
      assert.ok(Number.isFinite(number) && !Object.is(number, -0));
    }
  }
});

random('GHPR never exceeds AHPR, and no drawdown exceeds 100 percent', () => {
  for (const expected of sampled.flatMap(({ computed }) => [...computed.values()])) {
    const ahpr = at(expected.advanced, 'ahpr');
    const ghpr = at(expected.advanced, 'ghpr');
    if (typeof ahpr === 'number' && typeof ghpr === 'number') assert.ok(ghpr <= ahpr + 1e-9);
    const deepest = at(expected.account, 'performance', 'max_drawdown_percent');
    if (deepest !== null) assert.ok(Number(deepest) >= 0 && Number(deepest) <= 100);
  }
});

/** Lists properties of portfolio members that have capital before their first event. */
function joiningsOf(world: World, members: readonly string[]): string[] {
  const firsts = world.registry.accounts
    .filter(({ slug }) => members.includes(slug))
    .map(({ account_id }) => {
      const isOwn = (row: Row) => row.account_id === account_id;
      const times = [
        ...world.trades.filter(isOwn).map((row) => instant(required(row, 'closed_at'))),
        ...world.cash_flows
          .filter((row) => isOwn(row) && row.kind !== 'credit')
          .map((row) => instant(required(row, 'at'))),
      ];
      const opening = Number(world.accounts.find(isOwn)?.opening_balance ?? 0);
      return { opening, first: Math.min(...times) };
    });
  const begins = Math.min(...firsts.map(({ first }) => first));
  return firsts
    .filter(({ opening, first }) => opening > 0 && first > begins)
    .map(({ first }) => (Number.isFinite(first) ? 'late member' : 'idle member'));
}

random('reaches every kind of world: wiped out, never funded, cut, mixed, silent', () => {
  const seen = new Set<string>();
  for (const { world, computed } of sampled) {
    for (const [slug, expected] of computed) {
      const entry = world.registry.accounts.find((otherAccount) => otherAccount.slug === slug);
      const twr = at(expected.account, 'performance', 'twr_percent');
      if (twr === -100) seen.add('wiped out');
      if (twr === null && at(expected.account, 'platform') !== null) seen.add('no capital');
      if (at(expected.advanced, 'total_trades') === null) seen.add('silent');
      if (entry?.history_cut_at) seen.add('cut');
      if (at(expected.advanced, 'sharpe_ratio_annualized') !== null) seen.add('annualised');
      if (entry?.type !== 'portfolio') continue;
      seen.add('portfolio');
      for (const kind of joiningsOf(world, entry.members ?? [])) seen.add(kind);
      const currencies = new Set(world.accounts.map((account) => account.currency));
      if (currencies.size > 1) seen.add('mixed');
    }
  }
  assert.equal([...seen].sort(), [
    'annualised',
    'cut',
    'idle member',
    'late member',
    'mixed',
    'no capital',
    'portfolio',
    'silent',
    'wiped out',
  ]);
});

random.run();
