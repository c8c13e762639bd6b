import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { filesBelow } from '../../../pipeline/backup/copy-file.ts';
import { copyDirectory, type DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { verifyCommand } from '../../../pipeline/commands/verify.ts';
import { storedFiles } from '../../../pipeline/publish/snapshot/publish.ts';
import { createReplica } from '../../../pipeline/publish/snapshot/replica.ts';
import { verifyStore } from '../../../pipeline/publish/snapshot/verify-store.ts';
import { sha256Of } from '../../../pipeline/publish/snapshot/versions.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { severalMachines } from '../../../pipeline/run/machines.ts';
import { account, asOf, calendarEvent, flipBit, idOf, trade } from '../desk.ts';
import { type TestDatabase, withPostgres } from '../registry/postgres-server.ts';
import { refusal } from '../registry/world.ts';
import { type SharedDesk, withSharedDesk } from './shared-desk.ts';

const test = suite('verify of what machines share');

await withPostgres(test, declare);

function declare({ url }: TestDatabase): void {
  const verify = ({ call }: SharedDesk, ...rest: [Parameters<typeof call>[1]?]) =>
    call((config, io) => verifyCommand(config, {}, io), ...rest);
  const furnish = ({ desk }: SharedDesk): void => {
    desk.write('accounts.csv', [account('a'), account('b')]);
    desk.write('trades.csv', [trade('a', 1), trade('b', 2)]);
    desk.write('calendar_events.csv', [calendarEvent]);
  };
  /** Reads the objects in a folder of the store. */
  const objectsIn = ({ storePath }: SharedDesk, folder: string) =>
    filesBelow(storePath, folder).map((name) => {
      const path = join(storePath, name);
      return { name, path, bytes: readFileSync(path).length };
    });

  test('checks every object in service and the local copy, and names missing and damaged ones', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, storePath, machine } = world;
      const before = await refusal(verify(world));
      assert.equal(
        [before.exitCode, before.message],
        [1, `store ${storePath} has nothing published; run the pipeline first`],
      );
      furnish(world);
      const { version } = await desk.run({ machines: severalMachines(shared) });
      const folders = ['objects', 'buckets', 'manifests', 'calendar', 'feeds'];
      const state = JSON.stringify((await shared.pointer.calendar.read()).state);
      // The store also keeps the calendar's previous database.
      const objects = folders
        .flatMap((folder) => objectsIn(world, folder))
        .filter(({ name }) => !name.startsWith('feeds/') || state.includes(name.slice(6)));
      const bytes = objects.reduce((sum, object) => sum + object.bytes, 0);
      const whole = `store ${storePath} is whole: serial 1, version ${version}, ${objects.length} objects, ${bytes} bytes`;
      const ownVerification = await verify(world);
      assert.equal(
        [ownVerification.code, ownVerification.stderr, ownVerification.stdout[0]],
        [0, [], whole],
      );
      assert.match(
        ownVerification.stdout[1] ?? '',
        new RegExp(`^version ${version} is whole: .*agree with`),
      );

      const otherMachine = machine('other');
      assert.equal(await verify(world, otherMachine), { code: 0, stdout: [whole], stderr: [] });

      const server = machine('server');
      const copy = copyDirectory(server);
      mkdirSync(copy.snapshots, { recursive: true });
      await createReplica({ ...shared, row: shared.pointer }, copy, silentLog).refresh();
      const copied = await verify(world, server);
      assert.equal(
        [copied.code, copied.stdout[1]],
        [0, `the server's copy of version ${version} is whole`],
      );
      const [object = ''] = storedFiles(copy);
      flipBit(join(copy.snapshots, object));
      const { code, stderr: faults } = await verify(world, server);
      assert.equal(
        [code, faults],
        [1, [`${join(copy.snapshots, object)}: its SHA-256 is not its name`]],
      );

      const [lost, changed, longer] = objects.filter(({ name }) => name.startsWith('objects/'));
      const [events] = objects.filter(({ name }) => name.startsWith('calendar/'));
      if (!lost || !changed || !longer || !events) throw new Error('too few objects');
      rmSync(lost.path);
      flipBit(changed.path);
      writeFileSync(longer.path, 'shorter');
      flipBit(events.path);
      assert.equal(await verify(world, otherMachine), {
        code: 1,
        stdout: [],
        stderr: [
          `store ${storePath}: ${lost.name} is missing`,
          `store ${storePath}: ${changed.name} is not whole: its SHA-256 is another`,
          `store ${storePath}: ${longer.name} has 7 bytes instead of ${longer.bytes}`,
          `store ${storePath}: ${events.name} is not whole: its SHA-256 is another`,
        ].sort(),
      });
      for (const { path } of objectsIn(world, 'manifests')) flipBit(path);
      const { stderr } = await verify(world, otherMachine);
      assert.match(stderr.join('\n'), /manifests\/\S+ is not whole: its SHA-256 is another/);

      renameSync(storePath, `${storePath}-away`);
      writeFileSync(storePath, 'no directory');
      const gone = await refusal(verify(world));
      assert.is(gone.exitCode, 1);
      assert.match(gone.message, new RegExp(`^store ${storePath}: [^\\n]+$`));
    }));

  test('proves the chain of all machines on any of them, and compares badges with it', () =>
    withSharedDesk(url, async (world) => {
      const { desk, shared, machine, call } = world;
      const registry = await openRegistry({
        databaseUrl: url,
        dataDir: desk.dataDir,
        clock: () => asOf,
      });
      const entry = { slug: 'a', type: 'account', owner: 'ann', account_id: idOf('a'), name: 'A' };
      await applyRegistry(registry, {
        owners: [{ slug: 'ann' }],
        accounts: [{ ...entry, published: true, verified: { track_record: true } }],
      });
      const verifyChain = (dataDir?: DataDirectory) =>
        call((config, io) => verifyCommand(config, { chain: true }, io), dataDir);
      furnish(world);
      await desk.run({ machines: severalMachines(shared), registry });
      const two = machine('two');
      desk.write('trades-2.csv', [trade('a', 3)]);
      await desk.run({ dataDir: two, machines: severalMachines(shared), registry, rebuild: true });
      const [bare, copying] = [machine('bare'), machine('copying')];
      const copy = copyDirectory(copying);
      mkdirSync(copy.snapshots, { recursive: true });
      await createReplica({ ...shared, row: shared.pointer }, copy, silentLog).refresh();
      const end = sha256Of(readFileSync(two.chain, 'utf8').trimEnd().split('\n')[1] ?? '');
      const whole = `chain of 2 publications since 2024-06-12T12:00:00.000Z is whole, it ends with ${end}`;
      for (const dataDir of [desk.dataDir, two, bare, copying]) {
        const { code, stdout, stderr } = await verifyChain(dataDir);
        assert.equal(
          [code, stderr, stdout.filter((line) => line.startsWith('chain'))],
          [0, [], [whole]],
        );
      }

      const { chain } = two;
      const right = readFileSync(chain);
      flipBit(chain);
      const changed = await verifyChain(two);
      assert.equal(
        [changed.code, changed.stderr],
        [
          1,
          [
            `${chain}: differs from the chain that all machines share; remove it, and the next run fetches it`,
          ],
        ],
      );
      rmSync(chain);
      await desk.run({ dataDir: two, machines: severalMachines(shared), registry });
      assert.equal(readFileSync(chain), right);
      assert.is((await verifyChain(two)).code, 0);

      // The entry is replaced. The badge agrees with the new entry, the chain does not.
      await registry.store.write((db) =>
        db.updateTable('audit_trail').set({ actor: 'x' }).where('entry', '=', 'a').execute(),
      );
      await registry.close();
      const replaced = await verifyChain(bare);
      assert.is(replaced.code, 1);
      const otherEntries = /^version \S+: the audit trail had other entries about badges/;
      assert.ok(
        replaced.stderr.length > 0 && replaced.stderr.every((line) => otherEntries.test(line)),
      );

      await world.query(`update published_chain set line = replace(line, '000001-', '000009-')`);
      const { code, stderr } = await verifyChain(bare);
      assert.is(code, 1);
      assert.ok(stderr.some((line) => /^the chain of all machines: line 2/.test(line)));
    }));

  test('objects that a publication removed meanwhile are no fault', () =>
    withSharedDesk(url, async ({ shared: { store } }) => {
      const object = (text: string) => {
        const content = { sha256: sha256Of(text), bytes: text.length };
        return { path: `objects/ab/${content.sha256}`, ...content };
      };
      const [old, current] = [object('old'), object('new')];
      await store.put(current.path, current, Buffer.from('new'));
      const answers = [[old], [current], [current]];
      const verified = await verifyStore(store, async () => answers.shift() ?? []);
      assert.equal(verified, { objects: 1, bytes: 3, faults: [] });
      const gone = await verifyStore(store, async () => [old]);
      assert.equal(gone.faults, [`store ${store.address}: ${old.path} is missing`]);
    }));
}

test.run();
