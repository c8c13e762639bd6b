import { parseArgs } from 'node:util';
import { fuzz } from './fuzzing.ts';

// Sends random requests and checks every answer:
//
//     node --expose-gc dist/test/load/fuzz.js --requests 1000000 --seed 1

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
});
const maxGrowth = 0.05;
const reportEvery = 10_000;
const requests = Number(values.requests);
const begin = performance.now();

const { statuses, faults, growth } = await fuzz({
  requests,
  seed: Number(values.seed),
  onProgress(done) {
    if (done % reportEvery !== 0) return;
    const perSecond = Math.round((done * 1000) / (performance.now() - begin));
    process.stderr.write(`\r${done} of ${requests}, ${perSecond} a second`);
  },
});
process.stderr.write('\n');
const counts = [...statuses].sort(([one], [other]) => one - other);
console.log(counts.map(([status, count]) => `${status}: ${count}`).join(', '));
console.log(`memory grew by ${(growth * 100).toFixed(1)} % after the first tenth`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 && growth < maxGrowth ? 0 : 1;
