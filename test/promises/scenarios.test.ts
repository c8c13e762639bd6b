import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { matchPartially } from '../oracle/match.ts';
import { readScenarios } from '../oracle/scenarios.ts';
import { publishWorld } from '../support/published.ts';
import { wireFaults } from '../support/wire-faults.ts';

const scenarios = suite('scenarios');

for (const { name, directory, asOf, expectations } of await readScenarios()) {
  scenarios(`publishes the figures worked by hand: ${name}`, async () => {
    const published = await publishWorld(directory, asOf);
    try {
      const differences = expectations.flatMap(({ slug, section, value }) =>
        matchPartially(value, published.read(slug)[section], `${slug}.${section}`),
      );
      assert.equal(differences, []);
      for (const { slug } of published.accounts) {
        assert.equal(wireFaults(published.read(slug)), [], slug);
      }
    } finally {
      published.remove();
    }
  });
}

scenarios.run();
