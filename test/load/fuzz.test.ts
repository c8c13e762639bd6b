import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fuzz } from './fuzzing.ts';

const fuzzed = suite('random requests');

fuzzed('get answers that match their description', async () => {
  const { statuses, faults } = await fuzz({ requests: 3_000, seed: 7 });
  assert.equal(faults, []);
  // Otherwise it would pass if no request got anywhere.
  for (const status of [200, 304, 400, 401, 403, 404, 405, 413]) {
    assert.ok((statuses.get(status) ?? 0) > 4, `${status}`);
  }
});

fuzzed.run();
