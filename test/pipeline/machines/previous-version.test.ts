import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { preparePrevious, shareChain } from '../../../pipeline/machines/previous-version.ts';
import { chainEnd, chainId } from '../../../pipeline/publish/snapshot/chain.ts';
import type { Manifest } from '../../../pipeline/publish/snapshot/layout.ts';
import { packHere } from '../../../pipeline/publish/snapshot/packs.ts';
import { Parts } from '../../../pipeline/publish/snapshot/parts.ts';
import {
  currentVersion,
  nextSequence,
  publishVersion,
  writeVersion,
} from '../../../pipeline/publish/snapshot/publish.ts';
import { openEntries, openSnapshot } from '../../../pipeline/publish/snapshot/reader.ts';
import { putVersion } from '../../../pipeline/publish/snapshot/shared.ts';
import { openDirectory } from '../../../pipeline/publish/store/directory.ts';
import type { Store } from '../../../pipeline/publish/store/store.ts';
import { restatedInChain } from '../../../pipeline/run/restated-in-chain.ts';
import { withDirectory } from '../../support/directory.ts';
import { putPart } from '../../support/put-part.ts';

const test = suite('the version before, as a shard has it');

interface World {
  readonly store: Store;
  readonly fetched: string[];
  machine(name: string): DataDirectory;
}

const inWorld = (work: (world: World) => Promise<void>) =>
  withDirectory((directory) => {
    const store = openDirectory(join(directory, 'store'));
    const fetched: string[] = [];
    return work({
      store: {
        ...store,
        fetch(name, content, path) {
          fetched.push(name);
          return store.fetch(name, content, path);
        },
      },
      fetched,
      machine(name) {
        const dataDir = dataDirectory(join(directory, name));
        for (const folder of [dataDir.packs, dataDir.temporary]) {
          mkdirSync(folder, { recursive: true });
        }
        return dataDir;
      },
    });
  });

/** Writes a version of these accounts after another. The other accounts stay. */
async function write(
  dataDir: DataDirectory,
  previous: Manifest | null,
  contents: Record<string, string>,
  restated?: Record<string, string[]>,
): Promise<Manifest> {
  const before = previous && openEntries(dataDir, previous.version);
  const parts = new Parts(packHere(dataDir.packs, dataDir.temporary), before);
  for (const [id, text] of Object.entries(contents)) {
    parts.enter({ id, type: 'account', history_cut_at: null, members: [id], member_cuts: [null] });
    await putPart(parts, 'sections', id, 'summary', 1, text);
  }
  await parts.seal();
  const asOf = '2024-06-12T12:00:00.000Z';
  const manifest = writeVersion(dataDir, parts.assemble(), before, asOf, restated);
  before?.close();
  if (manifest === null) throw new Error('nothing is other');
  return manifest;
}

/** Reads what a data directory has of the previous version. */
function shown(dataDir: DataDirectory): Record<string, string> {
  const snapshot = openSnapshot(dataDir, currentVersion(dataDir) ?? 'none');
  try {
    return Object.fromEntries(
      [...snapshot.ids()].map((id) => [id, String(snapshot.part(id, 'summary'))]),
    );
  } finally {
    snapshot.close();
  }
}

test('has only the accounts of the shard, and their packs', () =>
  inWorld(async ({ store, fetched, machine }) => {
    const coordinator = machine('coordinator');
    const first = await write(coordinator, null, { '': 'none', A: 'one', B: 'two' });
    const second = await write(coordinator, first, { 'C "': 'three' });
    const manifest = await putVersion(store, coordinator, second.version);
    const worker = machine('worker');
    const lay = (ids: readonly string[], last: readonly string[], version: string | null) =>
      preparePrevious({
        store,
        dataDir: worker,
        chain: null,
        versionNo: 9,
        log: silentLog,
        before: { version: second.version, manifest },
        continues: null,
        ids: new Set(ids),
        lastIds: new Set(last),
        last: version,
      });

    const { version, isContinued } = await lay(['', 'A'], [], null);
    assert.equal(shown(worker), { '': 'none', A: 'one' });
    assert.is(isContinued, false);
    assert.match(version, /^000008-/);
    assert.is(nextSequence(worker), 9);
    assert.is(fetched.filter((name) => /^packs.*[.]json$/.test(name)).length, 1);

    const moved = await lay(['', 'A', 'C "', 'D'], ['', 'A'], version);
    assert.equal(shown(worker), { '': 'none', A: 'one', 'C "': 'three' });
    assert.is(moved.isContinued, true, 'C was another shard’s, and A is as it was');
    assert.is(fetched.filter((name) => /^packs.*[.]json$/.test(name)).length, 2);
  }));

test('is not what the shard went on from once an earlier one is in service again', () =>
  inWorld(async ({ store, machine }) => {
    const coordinator = machine('coordinator');
    const first = await write(coordinator, null, { A: 'one', B: 'two' });
    publishVersion(coordinator, first.version);
    const second = await write(coordinator, first, { A: 'other' }, { A: ['changed'] });
    publishVersion(coordinator, second.version);
    const worker = machine('worker');
    const ids = new Set(['A']);
    const lay = async (version: string, versionNo: number, last: string | null) => {
      const manifest = await putVersion(store, coordinator, version);
      const chain = await shareChain(store, coordinator);
      const common = { store, dataDir: worker, log: silentLog, ids, lastIds: ids, chain };
      const before = { version, manifest };
      return preparePrevious({ ...common, before, continues: null, versionNo, last });
    };
    const restated = () =>
      restatedInChain(worker)
        .get(chainId('A'))
        ?.map(({ version }) => version);

    const { version } = await lay(second.version, 3, null);
    assert.is(chainEnd(worker)?.link?.version, version, 'the newest there is');
    rmSync(worker.version(version), { recursive: true });
    assert.is((await lay(second.version, 4, version)).isContinued, true);

    publishVersion(coordinator, first.version);
    const back = await lay(first.version, 4, version);
    assert.is(back.isContinued, false);
    assert.equal(chainEnd(worker)?.link?.rollback, true);
    assert.equal(restated(), [2], 'which the version in service does not tell');
  }));

test.run();
