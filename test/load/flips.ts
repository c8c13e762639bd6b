import { parseArgs } from 'node:util';
import { damageFiles } from '../promises/faults/flips.ts';
import { withPlace } from '../promises/faults/place.ts';
import { randomFrom } from '../support/random.ts';

// Checks that damaged files are never served, and that `verify` names them:
//
//     node dist/test/load/flips.js --flips 1000 --truncations 200 --seed 1

const { values } = parseArgs({
  options: {
    flips: { type: 'string', default: '1000' },
    truncations: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const { damaged, harmless, faults } = await withPlace(({ root }) =>
  damageFiles({
    root,
    flips: Number(values.flips),
    truncations: Number(values.truncations),
    random: randomFrom(Number(values.seed)),
  }),
);
console.log(`${damaged} damaged, ${harmless} of them harmless, ${faults.length} faults`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
