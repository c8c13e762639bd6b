import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { startCommand } from '../../server/commands/process.ts';
import { withDirectory } from '../../support/directory.ts';
import { furnish } from '../../support/furnish.ts';

const schedule = suite('schedule command');

const accounts =
  'account_id,platform,currency,created_at,updated_at\nMT5:1@X,MT5,USD,2024-01-01,2024-01-02\n';
const events = 'time,currency,impact,title\n2024-01-01T13:30:00Z,USD,high,CPI m/m\n';

async function withSource(
  work: (dataDir: DataDirectory, args: readonly string[]) => Promise<void>,
): Promise<void> {
  await withDirectory(async (root) => {
    const source = join(root, 'source');
    mkdirSync(source);
    writeFileSync(join(source, 'accounts.csv'), accounts);
    writeFileSync(join(source, 'calendar_events.csv'), events);

    const dataDir = dataDirectory(join(root, 'data'));
    await furnish(dataDir);
    await work(dataDir, ['--source', source]);
  });
}

/** Waits until a condition is true, at most as long as a started command may take. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** Environment in which failures are written to a file. */
const noting = (note: string) => ({
  TRACKRECORD_ON_FAILURE: `echo "$TRACKRECORD_EXIT_CODE $TRACKRECORD_ERROR" >> '${note}'`,
});

schedule('stops a run that is under way, and started again publishes accounts and calendar', () =>
  withSource(async (dataDir, args) => {
    const first = startCommand(['schedule', ...args], dataDir);
    await until(() => existsSync(join(dataDir.path, 'run.lock')));
    first.child.kill('SIGTERM');
    assert.is(await first.ended, 0, first.output.stderr);
    assert.is(currentVersion(dataDir), null);

    const note = `${dataDir.path}.note`;
    const { child, output, ended } = startCommand(['schedule', ...args], dataDir, noting(note));
    // If a minute ends meanwhile, the calendar job runs twice, or says that another run goes on.
    const done = () =>
      new Set(
        linesOf(output.stderr.slice(0, output.stderr.lastIndexOf('\n')))
          .filter(({ msg }) => /^job done/.test(msg))
          .map(({ job }) => job),
      );
    await until(() => done().size > 1);
    child.kill('SIGTERM');
    assert.is(await ended, 0);
    assert.is(output.stdout, '');
    assert.not(existsSync(note));
    assert.ok(currentVersion(dataDir));
    assert.ok(currentCalendar(dataDir));
    assert.equal([...done()].sort(), ['accounts', 'calendar']);
  }),
);

schedule('runs next to the server in one process', () =>
  withSource(async (dataDir, args) => {
    const { child, output, answers, ended } = startCommand(
      ['serve', '--with-schedule', ...args],
      dataDir,
    );
    const { url } = await answers;
    await until(() => /snapshot in service/.test(output.stderr));
    assert.is((await fetch(`${url}/healthz`)).status, 200);
    child.kill('SIGTERM');
    assert.is(await ended, 0);
    assert.is(output.stdout.split('\n').length, 2, 'nothing but the line that says where');
  }),
);

schedule('calls the command of the operator when a run fails', () =>
  withSource(async (dataDir) => {
    const note = `${dataDir.path}.note`;
    const failing = startCommand(['run', '--source', '/no/such/place'], dataDir, noting(note));
    assert.is(await failing.ended, 2);
    const [line] = failing.output.stderr.trim().split('\n').slice(-1);
    assert.is(readFileSync(note, 'utf8'), `2 ${line}\n`);
  }),
);

schedule.run();
