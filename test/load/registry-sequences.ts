import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applySequence } from '../pipeline/registry/apply-sequences.ts';
import { withRegistry } from '../pipeline/registry/world.ts';

// Applies random registry files, and checks that visitors see nothing more without a line that says
// so:
//
//     node --expose-gc dist/test/load/registry-sequences.js --files 3000 --each 60 --seed 1

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '3000' },
    each: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const each = Number(values.each);
const total = { files: 0, refused: 0, shown: 0, moved: 0, faults: 0 };
for (let seed = Number(values.seed); total.files < Number(values.files); seed += 1) {
  const tally = await withRegistry((registry) => applySequence(registry, seed, each));
  // The driver closes the files of a closed handle only when its statements are collected.
  globalThis.gc?.();
  await setImmediate();
  for (const fault of tally.faults) console.log(fault);
  total.files += tally.files;
  total.refused += tally.refused;
  total.shown += tally.shown;
  total.moved += tally.moved;
  total.faults += tally.faults.length;
}
console.log(JSON.stringify(total));
process.exitCode = total.faults === 0 ? 0 : 1;
