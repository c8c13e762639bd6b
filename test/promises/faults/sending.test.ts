import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withDirectory } from '../../support/directory.ts';
import { randomFrom } from '../../support/random.ts';
import { killWhileSending } from './sending.ts';

const sending = suite('sending');

// As many as fit into a test. test/load does 200.
sending('loses no accepted row and restores no withdrawn one, whatever is killed', async () => {
  await withDirectory(async (root) => {
    const report = await killWhileSending({ root, kills: 3, random: randomFrom(5) });
    assert.equal(report.faults, []);
    assert.ok(report.taken > 20, `${report.taken} taken`);
    assert.ok(report.withdrawn + report.deleted > 0, 'the owner acts too');
  });
});

sending.run();
