import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { currentCalendar, readCalendar } from '../../pipeline/calendar/snapshot.ts';
import { readConfig } from '../../pipeline/config/config.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { lastRuns } from '../../pipeline/run/run-log.ts';
import { prepareDemo } from '../../server/demo/world.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { timeout } from '../support/timeout.ts';

const root = inPackage('');

const start = suite('npm start');

/** The JSON line on stdout. */
interface Printed {
  readonly url: string;
  readonly calendar_url: string;
  readonly key: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly addresses: Promise<Printed>;
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

function npmStart(dataDir: DataDirectory): Started {
  const { PATH, HOME } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, TRACKRECORD_DATA: dataDir.path, PORT: '0', CALENDAR_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const printed = { stdout: '', stderr: '' };
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const addresses = new Promise<Printed>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${why}: ${printed.stdout}${printed.stderr}`));
    const timer = setTimeout(() => fail('no address in time'), timeout);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed.stderr += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed.stdout += text;
      const line = /^\{.*\}$/m.exec(printed.stdout)?.[0];
      if (line === undefined) return;
      clearTimeout(timer);
      resolve(JSON.parse(line));
    });
    void ended.then((code) => {
      clearTimeout(timer);
      fail(`npm start ended with ${code}`);
    });
  });
  return { child, addresses, ended, output: () => printed.stderr };
}

/** The demo is computed once, and one test asks all questions about it. */
start(
  'starts the demo in an empty directory, prints its addresses, stops, and starts again with the same data',
  async () => {
    const dataDir = dataDirectory(temporaryDirectory());
    const { child, addresses, ended, output } = npmStart(dataDir);
    try {
      const { url, calendar_url, key } = await addresses;
      const authorization = `Bearer ${key}`;
      const accountList = await fetch(`${url}/api/v1/accounts`, { headers: { authorization } });
      assert.is(accountList.status, 200, 'the key of the line on stdout');
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.match(calendar_url, /^ws:\/\/127\.0\.0\.1:\d+$/);
      assert.is((await fetch(`${url}/healthz`)).status, 200);

      const shown = output().match(/http:\S+/g) ?? [];
      assert.ok(shown.length >= 2, output());
      for (const address of shown) assert.is((await fetch(address)).status, 200, address);
      const links = shown.filter((address) => address.includes('/me/invite/'));
      const welcomes = await Promise.all(links.map(async (link) => (await fetch(link)).text()));
      assert.is(links.length, 2, output());
      const [, owner = ''] = /as the owner (\S+),/.exec(output()) ?? [];
      assert.match(welcomes[0] ?? '', `Welcome, ${owner}<`);
      assert.match(welcomes[1] ?? '', 'Welcome, demo-operator');

      const found = JSON.parse(await (await fetch(`${url}/api/v1/search/accounts`)).text());
      assert.ok(found.data.length > 10);
      const include = sectionNames.join(',');
      for (const { slug } of found.data.slice(0, 5)) {
        const answer = await fetch(`${url}/api/v1/accounts/${slug}?include=${include}`);
        assert.is(answer.status, 200);
        const account = JSON.parse(await answer.text());
        assert.is(account.slug, slug);
        for (const name of sectionNames) assert.ok(name in account, `${slug}: ${name}`);
      }

      child.kill('SIGTERM');
      assert.is(await ended, 0);

      const warnings = output().match(/^\S+@\S+ .*$/gm) ?? [];
      assert.is(warnings.length, 1, output());
      assert.match(warnings[0] ?? '', /@CPLN does not reconcile: .* a gap of -37\.5$/);
      const [run] = lastRuns(dataDir, 1);
      assert.equal([run?.rows_rejected, run?.files_failed, run?.accounts_held_back], [0, 0, 0]);
      const asOf = new Date(run?.started_at ?? '');
      const { events } = readCalendar(dataDir, currentCalendar(dataDir) ?? '');
      const inDays = (days: number) => new Date(asOf.getTime() + days * 86_400_000).toISOString();
      assert.ok(events.some(({ actual, time }) => actual !== '' && time < inDays(0)));
      assert.ok(events.some(({ time }) => time > inDays(7)));

      const registry = await openRegistry({ dataDir, clock: () => asOf });
      const config = readConfig({ TRACKRECORD_DATA: dataDir.path, TRACKRECORD_THREADS: '1' });
      const again = await prepareDemo(config, registry, () => asOf, silentLog);
      await registry.close();
      assert.equal([again.isNew, again.version], [false, run?.version]);
    } finally {
      // npm passes the signal on. This ends what is left of its process group.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      rmSync(dataDir.path, { recursive: true, force: true });
    }
  },
);

start.run();
