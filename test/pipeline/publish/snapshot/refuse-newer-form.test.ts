import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../../pipeline/base/data-directory.ts';
import { publishedForm } from '../../../../pipeline/base/published-form.ts';
import { currentVersion, storedVersions } from '../../../../pipeline/publish/snapshot/publish.ts';
import { rollBack } from '../../../../pipeline/publish/snapshot/rollback.ts';
import { severalMachines } from '../../../../pipeline/run/machines.ts';
import { temporaryDirectory } from '../../../support/directory.ts';
import { programOf } from '../../../support/other-program.ts';
import { withSharedDesk } from '../../commands/shared-desk.ts';
import { account, asOf, type Desk, trade, withDesk } from '../../desk.ts';
import { type TestDatabase, withPostgres } from '../../registry/postgres-server.ts';
import { refusal } from '../../registry/world.ts';

const test = suite('two builds of differing forms');

/** Runs a command of another build. It must succeed and print nothing. */
function call(dist: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status, stderr } = spawnSync(process.execPath, [join(dist, 'trackrecord.js'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
  });
  assert.equal([status, stderr], [0, '']);
}

async function assertRefused(run: Promise<unknown>, version: string | null): Promise<void> {
  const { exitCode, message } = await refusal(run);
  assert.is(exitCode, 1);
  assert.ok(
    message.startsWith(
      `version ${version} was published by a newer trackrecord, in form ${publishedForm + 1}, and this one writes form ${publishedForm}; install the newer one here, or `,
    ),
    message,
  );
}

/** Removes the sources, so that a run that reads them fails for another reason. */
async function withoutSources(desk: Desk, work: () => Promise<void>): Promise<void> {
  renameSync(desk.source, `${desk.source}-away`);
  await work();
  renameSync(`${desk.source}-away`, desk.source);
}

const place = temporaryDirectory();
process.once('exit', () => rmSync(place, { recursive: true, force: true }));
const newer = programOf(join(place, 'newer'), { publishedForm: publishedForm + 1 });

function write(desk: Desk): void {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2)]);
}

test('the older refuses one data directory before it reads anything, and may roll back', () =>
  withDesk(async (desk) => {
    const { dataDir, source } = desk;
    write(desk);
    const { version: first } = await desk.run();
    desk.write('trades-2.csv', [trade('a', 3)]);
    call(newer, [
      ...['run', '--data', dataDir.path, '--source', source, '--as-of', asOf.toISOString()],
    ]);
    const second = currentVersion(dataDir);
    assert.is.not(second, first);
    await withoutSources(desk, async () => {
      for (const rebuild of [false, true]) await assertRefused(desk.run({ rebuild }), second);
    });
    assert.equal(storedVersions(dataDir), [second, first]);
    await refusal(rollBack(dataDir, second));
    assert.is(currentVersion(dataDir), second);
    await rollBack(dataDir, null);
    assert.is(currentVersion(dataDir), first);
    await desk.run();
  }));

await withPostgres(test, declare);

function declare({ url }: TestDatabase): void {
  test('the older refuses a store that the newer has published to, until it is told to go back', () =>
    withSharedDesk(url, async ({ desk, shared, storePath, machine, query }) => {
      const [one, two] = [desk.dataDir, machine('two')];
      const runOn = (dataDir: DataDirectory, rebuild = true) =>
        desk.run({ dataDir, machines: severalMachines(shared), rebuild });
      const callNewer = (...args: string[]) =>
        call(newer, [...args, '--data', two.path], {
          DATABASE_URL: url,
          TRACKRECORD_STORE: storePath,
        });
      write(desk);
      await runOn(one, false);
      desk.write('trades-2.csv', [trade('a', 3)]);
      callNewer('run', '--rebuild', '--source', desk.source, '--as-of', asOf.toISOString());
      const { version, serial, form } = await shared.pointer.read();
      assert.equal([serial, form], [2, publishedForm + 1]);
      await withoutSources(desk, () => assertRefused(runOn(one), version));
      assert.is((await shared.pointer.read()).version, version);
      callNewer('verify', '--chain');
      // What the message tells all machines to do to go back.
      await query(`update published_pointer set form = ${publishedForm}`);
      await runOn(one);
    }));
}

test.run();
