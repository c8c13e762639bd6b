import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { sectionNames } from '../../sql/marts/index.ts';
import { timeout } from '../support/timeout.ts';

const root = inPackage('');

const start = suite('npm start');

interface Started {
  readonly child: ChildProcess;
  /** The line of JSON on stdout, once it is there. */
  readonly addresses: Promise<{ url: string; calendar_url: string }>;
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
  const addresses = new Promise<{ url: string; calendar_url: string }>((resolve, reject) => {
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

start('shows a world from nothing, says where, and stops when told to', async () => {
  const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'trackrecord-start-')));
  const { child, addresses, ended, output } = npmStart(dataDir);
  try {
    const { url, calendar_url } = await addresses;
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(calendar_url, /^ws:\/\/127\.0\.0\.1:\d+$/);
    assert.is((await fetch(`${url}/healthz`)).status, 200);

    const shown = output().match(/http:\S+/g) ?? [];
    assert.ok(shown.length >= 2, output());
    for (const address of shown) assert.is((await fetch(address)).status, 200, address);

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
  } finally {
    // npm passes the signal on; whatever is left of its group ends here.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    rmSync(dataDir.path, { recursive: true, force: true });
  }
});

start.run();
