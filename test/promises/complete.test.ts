import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { never } from '../../sql/figures.ts';
import { computeWorld } from '../oracle/compute-world.ts';
import { fields } from '../oracle/fields.ts';
import { readWorld } from '../oracle/read-world.ts';
import { readScenarios } from '../oracle/scenarios.ts';
import { computeNothing } from '../support/computed.ts';
import { forgotten, leaves } from '../support/forgotten.ts';

const complete = suite('figures and sections');

complete('have whatever is written of them by hand', async () => {
  const database = await computeNothing();
  try {
    assert.is((await forgotten(database)).join('\n'), '');
  } finally {
    database.close();
  }
});

complete('that may be null are null of an account of a scenario', async () => {
  const found = new Set<string>();
  for (const scenario of await readScenarios()) {
    const computed = computeWorld(await readWorld(scenario.directory), scenario.asOf);
    for (const expected of computed.values()) {
      for (const [section, value] of Object.entries(expected)) {
        for (const { path, isNull } of leaves(value, section)) if (isNull) found.add(path);
      }
    }
  }
  const asked = fields.filter(({ about: { nullWhen = never } }) => !nullWhen.startsWith(never));
  const missing = asked.filter(({ path }) => !found.has(path)).map(({ path }) => path);
  assert.equal(missing, [], 'a scenario has to show each of them as null');
});

complete.run();
