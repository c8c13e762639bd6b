import { parseArgs } from 'node:util';
import { differenceBetween } from '../promises/privacy/answers.ts';
import { kinds, kindsUnseenByOwners } from '../promises/privacy/change-world.ts';
import { type PairOptions, publishPair } from '../promises/privacy/pairs.ts';

// Publishes pairs of worlds that differ only in hidden data, and compares every answer:
//
//     node dist/test/load/non-interference.js --pairs 200 --seed 1000
//
// If there is a difference, it tries each kind of change alone, and prints those that cause it.

const { values } = parseArgs({
  options: { pairs: { type: 'string' }, seed: { type: 'string' }, accounts: { type: 'string' } },
});
const pairs = Number(values.pairs ?? 20);
const firstSeed = Number(values.seed ?? 1000);
const accounts = Number(values.accounts ?? 24);

const total = new Map<string, number>();
let answers = 0;
let differences = 0;

/** Every second pair also differs in data that owners must not see, and asks as an owner too. */
const optionsOf = (seed: number): PairOptions =>
  seed % 2 === 0
    ? { seed, accounts, kinds }
    : { seed, accounts, kinds: kindsUnseenByOwners, isForOwners: true };

async function compare(options: PairOptions): Promise<string | null> {
  const pair = await publishPair(options);
  try {
    answers += pair.asks.length;
    for (const [kind, hits] of pair.hits) total.set(kind, (total.get(kind) ?? 0) + hits);
    return await differenceBetween(pair.one, pair.other, pair.asks);
  } finally {
    pair.remove();
  }
}

async function narrowDown(options: PairOptions): Promise<void> {
  for (const kind of options.kinds) {
    const difference = await compare({ ...options, kinds: [kind] });
    if (difference !== null) console.log(`seed ${options.seed}, ${kind} alone: ${difference}`);
  }
}

for (let seed = firstSeed; seed < firstSeed + pairs; seed += 1) {
  const difference = await compare(optionsOf(seed));
  if (difference === null) continue;
  differences += 1;
  console.log(`seed ${seed}: ${difference}`);
  await narrowDown(optionsOf(seed));
}

console.log(
  `${pairs} pairs of worlds, ${pairs * accounts} pairs of accounts, ${answers} answers compared, ` +
    `${differences} pairs with a difference`,
);
for (const [kind, hits] of total) console.log(`${String(hits).padStart(7)} accounts: ${kind}`);
process.exitCode = differences === 0 ? 0 : 1;
