import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { trackrecord } from '../cli/trackrecord.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { startCommand } from '../server/commands/process.ts';
import { blocksOf, readDocument, sectionOf } from '../support/documents.ts';

const root = inPackage('');

/** The operators' commands for a backup while all runs, one of the whole directory, and a restore. */
const [running = '', whole = '', restore = ''] = blocksOf(
  sectionOf(readDocument('docs/operators.md'), '## Back up and restore'),
  'sh',
);

interface Place {
  /** Holds `source`, `data`, and `backup`, which was taken while a schedule kept both up to date. */
  readonly directory: string;
  readonly key: string;
  /** What the server of `data` answers. */
  readonly answers: readonly string[];
}

const backup = suite<Place>('backup');

async function takeBackup(): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'trackrecord-backup-'));
  const world = join(scenariosDirectory, 'several-files');
  cpSync(join(world, 'source'), join(directory, 'source'), { recursive: true });
  const env = { TRACKRECORD_DATA: join(directory, 'data'), TRACKRECORD_CRON: '* * * * * *' };
  await command(['registry', 'apply', join(world, 'registry.json')], env);
  const key = ['keys', 'create', '--owner', ownerOf(world), '--name', 'kept', '--json'];
  const created: { key: string } = JSON.parse((await command(key, env)).stdout);
  await command(['run', '--source', join(directory, 'source')], env);
  const args = ['schedule', '--source', join(directory, 'source')];
  const dataDir = dataDirectory(env.TRACKRECORD_DATA);
  const schedule = startCommand(args, dataDir, env);
  try {
    await shell(running, directory);
  } finally {
    schedule.child.kill('SIGTERM');
    await schedule.ended;
  }
  return { directory, key: created.key, answers: await answersOf(dataDir, created.key) };
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
async function restoreTo(elsewhere: string, directory: string, commands: string): Promise<string> {
  mkdirSync(elsewhere);
  cpSync(join(directory, 'backup'), join(elsewhere, 'backup'), { recursive: true });
  await shell(commands, elsewhere);
  return join(elsewhere, 'data');
}

const contentOf = (dataDir: DataDirectory) => currentVersion(dataDir)?.split('-')[1];

if (spawnSync('sqlite3', ['--version']).status !== 0) {
  console.log('skipped: sqlite3 is not installed');
} else {
  backup.before(async (context) => {
    Object.assign(context, await takeBackup());
  });
  backup.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

  backup(
    'taken while everything runs gives the same answers, computed anew',
    async ({ directory, key, answers }) => {
      assert.is(statSync(join(directory, 'backup/registry.db')).mode & 0o077, 0);
      const commands = restore.replace(/^tar .*\n/m, '');
      const restored = await restoreTo(join(directory, 'anew'), directory, commands);
      const data = dataDirectory(join(directory, 'data'));
      assert.is(contentOf(dataDirectory(restored)), contentOf(data));
      assert.equal(await answersOf(dataDirectory(restored), key), answers);
    },
  );

  backup('of the whole directory is gone on from', async ({ directory, key, answers }) => {
    await shell(whole.replaceAll(/^systemctl .*\n/gm, ''), directory);
    const restored = await restoreTo(join(directory, 'whole'), directory, restore);
    const data = dataDirectory(join(directory, 'data'));
    assert.is(currentVersion(dataDirectory(restored)), currentVersion(data));
    assert.equal(await answersOf(dataDirectory(restored), key), answers);
    const source = ['--source', join(directory, 'source')];
    const { stdout } = await command(['run', ...source], { TRACKRECORD_DATA: restored });
    assert.match(stdout, / stands: 0 files loaded, .* 0 accounts computed/);
  });
}

backup.run();
