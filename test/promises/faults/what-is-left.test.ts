import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { bucketFile } from '../../../pipeline/publish/snapshot/layout.ts';
import { currentVersion, filesOf } from '../../../pipeline/publish/snapshot/publish.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import {
  createSnapshotHolder,
  type SnapshotHolder,
} from '../../../server/accounts/open-version.ts';
import { asOf, type Desk, flipBit, trade, withTwo } from '../../pipeline/desk.ts';
import { failureOf } from './failing-sync.ts';

const left = suite('what a fault leaves');

/** Rows of the table in the document, by their first cell. */
function rowsOfTable(): Map<string, string[]> {
  const text = readFileSync(inPackage('docs/operators.md'), 'utf8');
  const [, section = ''] = text.split('### What a fault leaves\n');
  const [table = ''] = section.split('\n#');
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|--'));
  return new Map(
    rows.slice(1).map((line) => {
      const [name = '', ...cells] = line
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean);
      return [name, cells];
    }),
  );
}

/** Path of the last object or of the first bucket of the version in service. */
function pathIn({ dataDir, manifest }: Desk, kind: 'object' | 'bucket'): string {
  const { version, buckets } = manifest();
  const [first] = Object.values(buckets);
  const object = filesOf(dataDir, version).findLast(({ path }) => path.startsWith('objects/'));
  const file = kind === 'object' ? object : first && bucketFile(first);
  return join(dataDir.snapshots, file?.path ?? '');
}

const write = (desk: Desk) => desk.write('trades-2.csv', [trade('b', 3)]);

/** Leaves a state as each row of the table says. */
const faults: Record<string, (desk: Desk) => unknown> = {
  'a run was killed, or its disk was full or read-only': async (desk) => {
    write(desk);
    const { snapshots } = desk.dataDir;
    assert.ok(await failureOf({ folder: snapshots, after: 0 }, () => desk.run()));
  },
  'an object is lost': (desk) => rmSync(pathIn(desk, 'object')),
  'an object has changed': (desk) => flipBit(pathIn(desk, 'object')),
  'a bucket is lost': (desk) => rmSync(pathIn(desk, 'bucket')),
  'a bucket has changed': (desk) => flipBit(pathIn(desk, 'bucket')),
  'the file of the version is lost': ({ dataDir, manifest }) =>
    rmSync(dataDir.manifest(manifest().version)),
  'the file of the version has changed': ({ dataDir, manifest }) =>
    flipBit(dataDir.manifest(manifest().version)),
  '`current` has changed': ({ dataDir }) => writeFileSync(dataDir.current, 'x'),
  '`current` is lost': ({ dataDir }) => rmSync(dataDir.current),
};

async function verifyOf({ dataDir }: Desk): Promise<string> {
  const { faults } = await verifySnapshot(dataDir, {}).catch((error) => ({
    faults: [String(error.message)],
  }));
  assert.ok(faults.length <= 1, faults.join());
  return faults[0] ?? 'is whole';
}

/** Tells what a server answers that opens the version now. */
async function answerOf(holder: SnapshotHolder): Promise<string> {
  await holder.refresh();
  const version = holder.current();
  return version === null ? 'not ready' : 'answers';
}

left('is what the document says, in `verify`, a server and the next run', async () => {
  const rows = rowsOfTable();
  assert.equal([...rows.keys()], Object.keys(faults));
  for (const [name, fault] of Object.entries(faults)) {
    const [said = '', runs, starts, next] = rows.get(name) ?? [];
    await withTwo(async (desk) => {
      const { dataDir } = desk;
      const serverOf = () => createSnapshotHolder({ dataDir, clock: () => asOf, log: silentLog });
      const running = serverOf();
      await running.refresh();
      const version = currentVersion(dataDir);
      await fault(desk);
      assert.ok((await verifyOf(desk)).includes(said.replaceAll('`', '')), `${name}: ${said}`);
      const starting = serverOf();
      assert.is(await answerOf(starting), starts, `${name}: a server that starts`);
      assert.is(await answerOf(running), runs, `${name}: a server that runs`);
      assert.is(running.current()?.version, version);
      write(desk);
      const { accountsComputed } = await desk.run();
      // The accounts are two, and the one without data.
      assert.is(accountsComputed === 1 ? 'computes what changed' : 'computes all', next, name);
      assert.is(await verifyOf(desk), 'is whole', name);
      await running.refresh();
      assert.is(running.current()?.version, currentVersion(dataDir));
      for (const server of [running, starting]) server.close();
    });
  }
});

left.run();
