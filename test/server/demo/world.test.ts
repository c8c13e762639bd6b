import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { hashKey } from '../../../pipeline/base/key-format.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { readCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { findPayingOwner, prepareDemo, replaceDemoKey } from '../../../server/demo/world.ts';

const demo = suite('demo world');

demo('is made once, computed without complaint, and started again as it was', async () => {
  const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'demo-')));
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
  const clock = () => new Date('2026-03-01T12:00:00Z');
  const registry = await openRegistry({ dataDir, clock });
  try {
    const first = await prepareDemo(config, registry, clock, silentLog);
    assert.is(first.load.rowsRejected, 0);
    assert.equal(first.load.failures, []);
    assert.is(first.warnings.length, 1);
    assert.match(first.warnings[0] ?? '', /@CPLN does not reconcile: .* a gap of -37\.5$/);
    const { events } = readCalendar(dataDir, first.calendar ?? '');
    assert.ok(events.some(({ actual, time }) => actual !== '' && time < '2026-03-01T12:00:00Z'));
    assert.ok(events.some(({ time }) => time > '2026-03-08'));
    const second = await prepareDemo(config, registry, clock, silentLog);
    assert.is(second.isNew, false);
    assert.is(second.version, first.version);

    const owner = await findPayingOwner(registry);
    assert.ok(owner);
    const keys: (string | null)[] = [];
    for (let start = 0; start < 15; start += 1) keys.push(await replaceDemoKey(registry, owner));
    const last = keys.pop() ?? '';
    assert.is((await registry.findKeyByHash(hashKey(last)))?.owner, owner.slug);
    assert.is(await registry.findKeyByHash(hashKey(keys.pop() ?? '')), null);
  } finally {
    await registry.close();
    rmSync(dataDir.path, { recursive: true, force: true });
  }
});

demo.run();
