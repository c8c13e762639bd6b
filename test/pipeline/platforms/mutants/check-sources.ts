import * as assert from 'uvu/assert';
import { createRandom } from '../../../../fixtures/demo/random.ts';
import type { World } from '../../load/world.ts';
import { makeMutant } from './mutants.ts';
import type { Sample } from './samples.ts';
import type { Figures } from './second-reader.ts';
import { sourceSamples, sourceTables, tableOf } from './source-samples.ts';

/** Asserts that changed source files load rightly, or that a row or file is refused. */
export async function checkSources(world: World, seed: string, count: number): Promise<void> {
  const samples = sourceSamples();
  const faults: string[] = [];
  const loaded = new Map(Object.keys(sourceTables).map((table) => [table, 0]));
  for (let at = 0; at < count; at++) {
    const sample = samples[at % samples.length];
    if (sample === undefined) continue;
    const name = `${seed}: ${sample.name}: ${at}`;
    const outcome = await loadMutant(world, sample, name);
    if (outcome.isLoaded) loaded.set(tableOf(sample), (loaded.get(tableOf(sample)) ?? 0) + 1);
    if (outcome.fault !== null) faults.push(`${name}: ${outcome.fault}`);
  }
  assert.equal(faults, [], faults.join('\n'));
  assert.ok(
    [...loaded.values()].every((each) => each > 0),
    `loaded by table: ${JSON.stringify([...loaded])}`,
  );
}

/** Loads a mutant of a source file. Returns what is wrong if it was loaded without a word. */
export async function loadMutant(
  world: World,
  sample: Sample,
  name: string,
): Promise<{ readonly isLoaded: boolean; readonly fault: string | null }> {
  const { bytes, right, changes } = makeMutant(sample, createRandom(name));
  for (const table of [...Object.keys(sourceTables), 'rejects', 'loaded_files', 'file_events']) {
    await world.database.run(`delete from ${table}`);
    world.remove(table);
  }
  const table = tableOf(sample);
  // A file's name tells loads apart, so a file that comes again is read again.
  world.put({ [`${table}/${name.replaceAll(/\W/g, '-')}.csv`]: bytes });
  const { failures, rowsRejected } = await world.load();
  if (failures.length > 0 || rowsRejected > 0) return { isLoaded: false, fault: null };
  const found = await figuresOf(world, table);
  const isRight = right.some((each) =>
    Object.entries(found).every(([figure, value]) => each[figure as keyof Figures] === value),
  );
  const fault = isRight ? null : `${changes.join(', ')}: ${JSON.stringify([found, right])}`;
  return { isLoaded: true, fault };
}

async function figuresOf(world: World, table: string): Promise<Partial<Figures>> {
  const [row = {}] = await world.rows(`select ${sourceTables[table]?.figures} from ${table}`);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}
