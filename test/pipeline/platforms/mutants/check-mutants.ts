import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { runMutants } from './run-mutants.ts';

/**
 * Asserts that mutants of all samples are read rightly, or that the import says something. `MUTANTS`
 * and `SEED` choose others: `SEED=7 MUTANTS=20000`.
 */
export async function checkMutants(usual: string, count: number): Promise<void> {
  const seed = process.env.SEED ?? usual;
  if (!existsSync(inPackage('../shared/samples'))) {
    console.log('skipped: no real exports in ../shared/samples, only made ones are changed');
  }
  const { tried, faults } = await runMutants(seed, Number(process.env.MUTANTS ?? count));
  console.log(`${tried} mutants of seed ${seed}`);
  assert.equal(faults, [], faults.join('\n'));
}
