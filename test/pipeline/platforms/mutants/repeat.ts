import { writeFileSync } from 'node:fs';
import { createRandom } from '../../../../fixtures/demo/random.ts';
import { createJudge } from './judge.ts';
import { makeMutant } from './mutants.ts';
import { allSamples } from './samples.ts';
import { bytesOfSheet } from './sheet.ts';

// Writes a mutant to a file, with its sample next to it, and says what is wrong with it:
//
//     node dist/test/pipeline/platforms/mutants/repeat.js 'SEED: SAMPLE: NUMBER' FILE

const [name = '', file = ''] = process.argv.slice(2);
const sample = allSamples().find((each) => each.name === name.split(': ')[1]);
if (sample === undefined || file === '') {
  throw new Error('give the name of a mutant as its fault says it, and a file to write');
}
const mutant = makeMutant(sample, createRandom(name));
writeFileSync(file, mutant.bytes);
writeFileSync(`${file}.sample`, bytesOfSheet(sample.sheet));
console.log(`${mutant.changes.join(', ')}; right is`, ...mutant.right);
const judge = createJudge();
const fault = await judge.fault(sample, name);
console.log(fault ?? (await judge.settle()).join('\n') ?? 'nothing is wrong');
await judge.close();
