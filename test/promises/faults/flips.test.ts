import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from '../../support/random.ts';
import { damageFiles } from './flips.ts';
import { withPlace } from './place.ts';

const flips = suite('damaged snapshot files');

flips(
  'are never served: the version before stays, one line says why, and verify names the file',
  () =>
    withPlace(async ({ root }) => {
      const random = randomFrom(7);
      const report = await damageFiles({ root, flips: 20, truncations: 10, random });
      assert.equal(report.faults, []);
      assert.is(report.damaged, 30);
      assert.ok(report.harmless < 4, `${report.harmless} changed nothing that is read`);
    }),
);

flips.run();
