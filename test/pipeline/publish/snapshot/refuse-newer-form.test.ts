import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { publishedForm } from '../../../../pipeline/base/published-form.ts';
import { currentVersion, storedVersions } from '../../../../pipeline/publish/snapshot/publish.ts';
import { programOf } from '../../../support/other-program.ts';
import { withSharedDesk } from '../../commands/shared-desk.ts';
import { account, type Desk, trade, withDesk } from '../../desk.ts';
import { startPostgres, type TestDatabase } from '../../registry/postgres-server.ts';

const test = suite('two builds of differing forms');

interface Ended {
  readonly status: number | null;
  readonly stderr: string;
}

/** Calls a build with what the environment has besides. */
const call = (dist: string, args: readonly string[], env: Record<string, string> = {}): Ended =>
  spawnSync(process.execPath, [join(dist, 'trackrecord.js'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
  });

function assertDone({ status, stderr }: Ended): void {
  assert.equal([status, stderr], [0, '']);
}

function assertRefused({ status, stderr }: Ended, version: string | null): void {
  assert.is(status, 1);
  assert.ok(
    stderr.startsWith(
      `version ${version} was published by a newer trackrecord, in form ${publishedForm + 1}, and this one writes form ${publishedForm}; install the newer one here, or `,
    ),
    stderr,
  );
}

/** Takes the sources away meanwhile, so that whoever reads them fails otherwise than by the form. */
function withoutSources(desk: Desk, work: () => void): void {
  renameSync(desk.source, `${desk.source}-away`);
  work();
  renameSync(`${desk.source}-away`, desk.source);
}

const program = inPackage('dist');
const newerThan = (place: string): string =>
  programOf(join(place, 'newer'), { publishedForm: publishedForm + 1 });

function write(desk: Desk): void {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2)]);
}

test('the older refuses one data directory before it reads anything, and may roll back', () =>
  withDesk(async (desk) => {
    const { path } = desk.dataDir;
    const newer = newerThan(join(path, '..'));
    const run = ['run', '--data', path, '--source', desk.source];
    write(desk);
    assertDone(call(program, run));
    const first = currentVersion(desk.dataDir);
    desk.write('trades-2.csv', [trade('a', 3)]);
    assertDone(call(newer, run));
    const second = currentVersion(desk.dataDir);
    assert.is.not(second, first);
    withoutSources(desk, () => {
      for (const option of [[], ['--rebuild']]) {
        assertRefused(call(program, [...run, ...option]), second);
      }
    });
    assert.equal(storedVersions(desk.dataDir), [second, first]);
    const again = call(program, ['rollback', second ?? '', '--data', path]);
    assert.equal([again.status, currentVersion(desk.dataDir)], [1, second]);
    assertDone(call(program, ['rollback', '--data', path]));
    assert.is(currentVersion(desk.dataDir), first);
    assertDone(call(program, run));
  }));

const database = await startPostgres();
if (database === null) {
  console.log('skipped: no DATABASE_URL and no PostgreSQL under /usr/lib/postgresql');
} else declare(database);

function declare({ url, stop }: TestDatabase): void {
  test.after(stop);

  test('the older refuses a store that the newer has published to, and equal ones take turns', () =>
    withSharedDesk(url, async ({ desk, shared, storePath, machine, query }) => {
      const newer = newerThan(join(desk.dataDir.path, '..'));
      const env = { DATABASE_URL: url, TRACKRECORD_STORE: storePath };
      const runOn = (dist: string, name: string) =>
        call(
          dist,
          ['run', '--rebuild', '--data', machine(name).path, '--source', desk.source],
          env,
        );
      write(desk);
      assertDone(runOn(program, 'one'));
      assertDone(runOn(program, 'two'));
      desk.write('trades-2.csv', [trade('a', 3)]);
      assertDone(runOn(newer, 'two'));
      const { version, serial, form } = await shared.pointer.read();
      assert.equal([serial, form], [2, publishedForm + 1]);
      withoutSources(desk, () => assertRefused(runOn(program, 'one'), version));
      assert.is((await shared.pointer.read()).version, version);
      assertDone(call(newer, ['verify', '--chain', '--data', machine('two').path], env));
      // What the message says for all machines to go back.
      await query(`update published_pointer set form = ${publishedForm}`);
      assertDone(runOn(program, 'one'));
    }));
}

test.run();
