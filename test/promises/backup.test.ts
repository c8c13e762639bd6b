import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { currentVersion } from '../../pipeline/snapshot/publish.ts';
import { trackrecord } from '../cli/trackrecord.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { startCommand } from '../server/commands/process.ts';
import { blocksOf, readDocument, sectionOf } from '../support/documents.ts';

const backup = suite('backup');
const root = inPackage('');

/** The operators' commands for a backup while all runs, one of the whole directory, and a restore. */
const [running = '', whole = '', restore = ''] = blocksOf(
  sectionOf(readDocument('docs/operators.md'), '### Back up and restore'),
  'sh',
);

/** Lends a directory with `source`, `data` and a schedule that keeps them up to date. */
async function withSchedule(
  work: (place: {
    readonly directory: string;
    readonly key: string;
    stop(): Promise<unknown>;
  }) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'trackrecord-backup-'));
  const world = join(scenariosDirectory, 'several-files');
  cpSync(join(world, 'source'), join(directory, 'source'), { recursive: true });
  const env = { TRACKRECORD_DATA: join(directory, 'data'), TRACKRECORD_CRON: '* * * * * *' };
  await command(['registry', 'apply', join(world, 'registry.json')], env);
  const key = ['keys', 'create', '--owner', ownerOf(world), '--name', 'kept', '--json'];
  const created: { key: string } = JSON.parse((await command(key, env)).stdout);
  await command(['run', '--source', join(directory, 'source')], env);
  const args = ['schedule', '--source', join(directory, 'source')];
  const schedule = startCommand(args, dataDirectory(env.TRACKRECORD_DATA), env);
  const stop = () => {
    schedule.child.kill('SIGTERM');
    return schedule.ended;
  };
  try {
    await work({ directory, key: created.key, stop });
  } finally {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

const ownerOf = (world: string): string =>
  JSON.parse(readFileSync(join(world, 'registry.json'), 'utf8')).owners[0].slug;

async function command(args: readonly string[], env: Readonly<Record<string, string>>) {
  const outcome = await trackrecord(args, env);
  assert.is(outcome.code, 0, outcome.stderr);
  return outcome;
}

const shell = (script: string, cwd: string) =>
  promisify(execFile)(
    'sh',
    ['-ec', `trackrecord() { node ${root}trackrecord.js "$@"; }\n${script}`],
    { cwd },
  );

/** What the server of a data directory answers to the holder of a key, and to nobody. */
async function answersOf(dataDir: DataDirectory, key: string): Promise<string[]> {
  const server = startCommand(['serve'], dataDir, { BASE_URL: 'http://127.0.0.1' });
  try {
    const { url } = await server.answers;
    const headers = { authorization: `Bearer ${key}` };
    const own = await (await fetch(`${url}/api/v1/accounts`, { headers })).text();
    const slugs: string[] = JSON.parse(own).data.map(({ slug }: { slug: string }) => slug);
    assert.ok(slugs.length > 0, own);
    const accounts = slugs.map(async (slug) => {
      const address = `${url}/api/v1/accounts/${slug}?include=advanced,monthly,twr`;
      return (await fetch(address, { headers })).text();
    });
    return [own, ...(await Promise.all(accounts))];
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

/** The data directory that the commands make of a backup elsewhere. */
async function restoreTo(directory: string, commands: string): Promise<string> {
  const elsewhere = join(directory, 'elsewhere');
  mkdirSync(elsewhere);
  renameSync(join(directory, 'backup'), join(elsewhere, 'backup'));
  await shell(commands, elsewhere);
  return join(elsewhere, 'data');
}

const contentOf = (dataDir: DataDirectory) => currentVersion(dataDir)?.split('-')[1];

if (spawnSync('sqlite3', ['--version']).status !== 0) {
  console.log('skipped: sqlite3 is not installed');
} else {
  backup('taken while everything runs gives the same answers, computed anew', () =>
    withSchedule(async ({ directory, key, stop }) => {
      await shell(running, directory);
      await stop();
      assert.is(statSync(join(directory, 'backup/registry.db')).mode & 0o077, 0);
      const restored = await restoreTo(directory, restore.replace(/^tar .*\n/m, ''));
      const data = join(directory, 'data');
      assert.is(contentOf(dataDirectory(restored)), contentOf(dataDirectory(data)));
      assert.equal(
        await answersOf(dataDirectory(restored), key),
        await answersOf(dataDirectory(data), key),
      );
    }),
  );

  backup('of the whole directory is gone on from', () =>
    withSchedule(async ({ directory, key, stop }) => {
      await shell(running, directory);
      await stop();
      await shell(whole.replaceAll(/^systemctl .*\n/gm, ''), directory);
      const restored = await restoreTo(directory, restore);
      const data = join(directory, 'data');
      assert.is(currentVersion(dataDirectory(restored)), currentVersion(dataDirectory(data)));
      assert.equal(
        await answersOf(dataDirectory(restored), key),
        await answersOf(dataDirectory(data), key),
      );
      const source = ['--source', join(directory, 'source')];
      const { stdout } = await command(['run', ...source], { TRACKRECORD_DATA: restored });
      assert.match(stdout, / stands: 0 files loaded, .* 0 accounts computed/);
    }),
  );
}

backup.run();
