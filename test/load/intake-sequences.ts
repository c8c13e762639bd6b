import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { withDesk } from '../pipeline/desk.ts';
import { type Step, stepsOf } from '../promises/intake/steps.ts';
import { walkThrough } from '../promises/intake/walk.ts';

// Sends in, repeats, corrects, withdraws, cuts and deletes what every source brings, in random
// order, and kills runs. Compares each version with a model, and the last one with a rebuild:
//
//     node dist/test/load/intake-sequences.js --sequences 200 --steps 24 --seed 1

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '200' },
    steps: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
  },
});
const most = Number(values.steps);
const total = { sequences: 0, steps: 0, runs: 0, kills: 0, faults: 0 };
const start = performance.now();
for (let seed = Number(values.seed); total.sequences < Number(values.sequences); seed += 1) {
  const [steps = []] = fc.sample(stepsOf(Math.ceil(most / 2), most), { numRuns: 1, seed });
  total.sequences += 1;
  total.steps += steps.length;
  total.runs += count(steps, 'run');
  total.kills += count(steps, 'kill');
  try {
    await withDesk((desk) => walkThrough(desk, steps));
  } catch (error) {
    total.faults += 1;
    console.log(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
    console.log(JSON.stringify(steps));
  }
}
console.log(JSON.stringify({ ...total, seconds: Math.round((performance.now() - start) / 1000) }));
process.exitCode = total.faults === 0 ? 0 : 1;

function count(steps: readonly Step[], name: Step['do']): number {
  return steps.filter((step) => step.do === name).length;
}
