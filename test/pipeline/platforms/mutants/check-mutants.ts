import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { isInFull } from '../../../support/in-full.ts';
import { runMutants } from './run-mutants.ts';
import { samplesFolder } from './samples.ts';

/**
 * Asserts that mutants of all samples are read rightly, or that the import says something.
 * `SEED=7 MUTANTS=20000` chooses others.
 */
export async function checkMutants(usual: string, count: number): Promise<void> {
  const seed = process.env.SEED ?? usual;
  if (!existsSync(samplesFolder)) {
    console.log(`skipped: no real exports in ${samplesFolder}, only made ones are changed`);
  }
  const { tried, counts, faults } = await runMutants(
    seed,
    Number(process.env.MUTANTS ?? (isInFull ? 20_000 : count)),
  );
  console.log(`${tried} mutants of seed ${seed}`);
  assert.equal(faults, [], faults.join('\n'));
  for (const [format, { damaged, told }] of Object.entries(counts)) {
    assert.ok(told > damaged / 3, `${format}: only ${told} of ${damaged} were told`);
  }
}
