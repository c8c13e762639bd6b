import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { computeWorld, sections } from './compute-world.ts';
import { matchPartially } from './match.ts';
import { readWorld } from './read-world.ts';
import { publish } from './rounding.ts';
import { readScenarios } from './scenarios.ts';

const oracle = suite('oracle');

for (const scenario of await readScenarios()) {
  oracle(`agrees with the sums worked by hand: ${scenario.name}`, async () => {
    const computed = computeWorld(await readWorld(scenario.directory), scenario.asOf);
    const differences = scenario.expectations.flatMap(({ slug, section, value }) => {
      const name = sections.find((known) => known === section);
      assert.ok(name, `${section} is no section`);
      const expected = computed.get(slug)?.[name] ?? null;
      return matchPartially(value, publish(expected, [name]), `${slug}.${section}`);
    });
    assert.equal(differences, []);
  });
}

oracle.run();
