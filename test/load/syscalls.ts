import { parseArgs } from 'node:util';
import { type Call, syscalls, whyNoTrace } from '../promises/faults/calls.ts';
import { withPlace } from '../promises/faults/place.ts';
import { type Stage, stageOf } from '../promises/faults/stage.ts';
import { callsOf, type Injection, injections, sweep } from '../promises/faults/syscalls.ts';

// Lets system calls of a run fail, or kills the run there, one after the other:
//
//     node dist/test/load/syscalls.js --step 2 --only fsync,rename --with kill,io --threads each

const { values } = parseArgs({
  options: {
    step: { type: 'string', default: '2' },
    only: { type: 'string', default: syscalls.join() },
    with: { type: 'string', default: Object.keys(injections).join() },
    threads: { type: 'string', default: 'each' },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '0' },
  },
});
const names = values.only.split(',');
const kinds = values.with.split(',');
const every = Number(values.every);
const isChosen = (kind: string): kind is Injection => kinds.includes(kind);
const isFollowed = ({ thread }: Call): boolean =>
  values.threads === 'each' || (values.threads === 'main') === (thread === 0);
const isDrawn = (_: Call, at: number): boolean => at % every === Number(values.seed) % every;

const reason = whyNoTrace();
if (reason !== null) console.log(`skipped: ${reason}`);
else process.exitCode = (await withPlace(({ root }) => sweepAll(root))) === 0 ? 0 : 1;

/** Sweeps all chosen calls. Returns the number of faults. */
async function sweepAll(root: string): Promise<number> {
  const stage = await stageOf(root, Number(values.step));
  const all = (await callsOf(stage)).filter(isFollowed);
  console.log(JSON.stringify(countByName(all)));
  let faults = 0;
  for (const name of syscalls.filter((syscall) => names.includes(syscall))) {
    const calls = all.filter((call) => call.name === name).filter(isDrawn);
    for (const injection of Object.keys(injections).filter(isChosen)) {
      faults += await sweepOne(stage, calls, injection, name);
    }
  }
  return faults;
}

async function sweepOne(stage: Stage, calls: Call[], injection: Injection, name: string) {
  const start = performance.now();
  const { faults, missed, unharmed, ...counts } = await sweep(stage, calls, injection);
  if (counts.injected + missed.length === 0) return 0;
  const seconds = Math.round((performance.now() - start) / 1000);
  const found = { missed: missed.length, unharmed: unharmed.length, faults: faults.length };
  console.log(JSON.stringify({ name, injection, ...counts, ...found, seconds }));
  for (const call of missed) console.log(`  missed: ${call}`);
  for (const call of unharmed) console.log(`  unharmed: ${call}`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length;
}

/** Counts the calls of each name, on the main thread and on the others. */
function countByName(calls: readonly Call[]): Record<string, [main: number, others: number]> {
  const named = syscalls.map((name) => calls.filter((call) => call.name === name));
  return Object.fromEntries(
    named.flatMap((some) => {
      const main = some.filter(({ thread }) => thread === 0).length;
      return some[0] ? [[some[0].name, [main, some.length - main]]] : [];
    }),
  );
}
