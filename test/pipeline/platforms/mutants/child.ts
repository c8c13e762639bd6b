import { type Count, createJudge } from './judge.ts';
import { planMutants } from './plan.ts';

/** Message of the process of `child.ts` to its parent. */
export type Told =
  | { readonly begins: number; readonly name: string }
  | { readonly fault: string }
  | { readonly done: number; readonly counts: Readonly<Record<string, Count>> };

// Imports the mutants of a plan from one on: node child.js SEED COUNT FIRST

const [seed = '1', count = '0', first = '0'] = process.argv.slice(2);
const plan = planMutants(seed, Number(count));
const judge = createJudge();
const tell = (message: Told) => process.send?.(message);
/** Printed figures are compared after so many mutants. */
const settleEvery = 200;

for (const [at, { sample, name }] of plan.entries()) {
  if (at < Number(first)) continue;
  tell({ begins: at, name });
  const fault = await judge.fault(sample, name);
  if (fault !== null) tell({ fault });
  if (at % settleEvery < settleEvery - 1 && at < plan.length - 1) continue;
  for (const silent of await judge.settle()) tell({ fault: silent });
}
await judge.close();
tell({ done: plan.length, counts: judge.counts });
process.disconnect?.();
