import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leaves } from '../support/forgotten.ts';
import { computeWorld } from './compute-world.ts';
import { wireFields } from './fields.ts';
import { readWorld } from './read-world.ts';
import { readScenarios } from './scenarios.ts';

const coverage = suite('coverage');
const scenarios = await readScenarios();

coverage('the list of fields is exactly what is computed', async () => {
  const found = new Set<string>();
  for (const scenario of scenarios) {
    const computed = computeWorld(await readWorld(scenario.directory), scenario.asOf);
    for (const expected of computed.values()) {
      for (const [section, value] of Object.entries(expected)) {
        for (const leaf of leaves(value, section)) found.add(leaf.path);
      }
    }
  }
  // A group of figures may be null as a whole.
  const groups = [...found].filter((path) =>
    wireFields.some((wireField) => wireField.startsWith(`${path}.`)),
  );
  for (const path of groups) found.delete(path);
  assert.equal([...found].sort(), [...wireFields].sort());
});

coverage('there are at least 24 scenarios and each has a note', () => {
  assert.ok(scenarios.length >= 24);
  for (const { name, directory, expectations } of scenarios) {
    assert.ok(existsSync(`${directory}/note.md`), `${name} has no note.md`);
    assert.ok(expectations.length > 0, `${name} expects nothing`);
  }
});

coverage.run();
