import { parseArgs } from 'node:util';
import { killRuns } from '../promises/faults/killing.ts';
import { withPlace } from '../promises/faults/place.ts';
import { randomFrom } from '../support/random.ts';

// Kills runs at random steps, and checks what each leaves:
//
//     node dist/test/load/kills.js --kills 500 --seed 1

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
  },
});
const start = performance.now();
const { faults, ...counts } = await withPlace(({ root }) =>
  killRuns({
    root,
    kills: Number(values.kills),
    random: randomFrom(Number(values.seed)),
    progress: ({ kills, escaped, published, answers }) =>
      console.log(JSON.stringify({ kills, escaped, published, answers })),
  }),
);
const seconds = Math.round((performance.now() - start) / 1000);
console.log(JSON.stringify({ ...counts, faults: faults.length, seconds }));
for (const fault of [...new Set(faults)].slice(0, 20)) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
