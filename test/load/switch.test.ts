import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, withWorld } from '../server/world.ts';
import { kinds, switchUnderLoad } from './switching.ts';

const switching = suite('switching versions under load');

switching('gives complete answers, each from one version', async () => {
  await withWorld(async ({ app, dataDir, snapshots, keyOf }) => {
    const { key } = await keyOf('north-desk');
    const report = await switchUnderLoad({
      dataDir,
      switches: 20,
      millisecondsBetween: 0,
      clients: 3,
      asked: ['account', 'trades', 'file'],
      published: () => snapshots.refresh(),
      async ask(kind) {
        const { url } = kinds[kind];
        const { statusCode, body } = await app.inject({ url, headers: bearer(key) });
        return { status: statusCode, body };
      },
    });
    assert.equal(report.faults, []);
    assert.ok(report.versions > 10, `${report.versions} versions seen`);
    assert.ok(report.requests > 50, `${report.requests} requests`);
  });
});

switching.run();
