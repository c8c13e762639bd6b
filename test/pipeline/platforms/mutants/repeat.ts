import { writeFileSync } from 'node:fs';
import { createRandom } from '../../../../fixtures/demo/random.ts';
import { withWorld } from '../../load/world.ts';
import { loadMutant } from './check-sources.ts';
import { createJudge } from './judge.ts';
import { makeMutant } from './mutants.ts';
import { allSamples, type Sample, wholeOf } from './samples.ts';
import { sourceSamples } from './source-samples.ts';

// Writes a mutant to a file, with its sample next to it, and says what is wrong with it:
//
//     node dist/test/pipeline/platforms/mutants/repeat.js 'SEED: SAMPLE: NUMBER' FILE

const [name = '', file = ''] = process.argv.slice(2);
const wanted = ({ name: each }: Sample) => each === name.split(': ')[1];
const exported = allSamples().find(wanted);
const sample = exported ?? sourceSamples().find(wanted);
if (sample === undefined || file === '') {
  throw new Error('give the name of a mutant as its fault says it, and a file to write');
}
const mutant = makeMutant(sample, createRandom(name));
writeFileSync(file, mutant.bytes);
writeFileSync(`${file}.sample`, wholeOf(sample));
console.log(`${mutant.changes.join(', ')}; right is`, ...mutant.right);
console.log(
  (exported ? await faultOfExport(exported) : await faultOfSource(sample)) || 'nothing is wrong',
);

async function faultOfExport(each: Sample): Promise<string> {
  const judge = createJudge();
  const fault = (await judge.fault(each, name)) ?? (await judge.settle()).join('\n');
  await judge.close();
  return fault;
}

async function faultOfSource(each: Sample): Promise<string> {
  let said = '';
  await withWorld(async (world) => {
    const { isLoaded, fault } = await loadMutant(world, each, name);
    said = isLoaded ? (fault ?? '') : 'a row or the file is refused';
  });
  return said;
}
