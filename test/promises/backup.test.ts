import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { currentVersion } from '../../pipeline/publish/snapshot/publish.ts';
import { setPicture } from '../../pipeline/registry/owner-pictures.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { trackrecord } from '../cli/trackrecord.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { startCommand } from '../server/commands/process.ts';
import { blocksOf, readDocument, sectionOf } from '../support/documents.ts';
import { furnish } from '../support/furnish.ts';

const root = inPackage('');

/** The commands of operators.md: a backup while runs of all sources continue, and a restore. */
const [running = '', sources = '', stopping = '', restoring = ''] = blocksOf(
  sectionOf(readDocument('docs/operators.md'), '## Back up and restore'),
  'sh',
);

interface Place {
  /**
   * Folder with `source`, `data` and `backup`. The backup was made while a schedule updated both.
   */
  readonly directory: string;
  readonly key: string;
  /** Answers of the server over `data`. */
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
  const dataDir = dataDirectory(env.TRACKRECORD_DATA);
  const registry = await openRegistry({ dataDir, clock: () => new Date() });
  await setPicture(registry, ownerOf(world), picture, ownerOf(world));
  await registry.close();
  await furnish(dataDir);
  await command(['run', '--source', join(directory, 'source')], env);
  const args = ['schedule', '--source', join(directory, 'source')];
  const schedule = startCommand(args, dataDir, env);
  try {
    await shell(`${running}${sources}`, directory);
  } finally {
    schedule.child.kill('SIGTERM');
    await schedule.ended;
  }
  return { directory, key: created.key, answers: await answersOf(dataDir, created.key) };
}

/** Stands for the PNG of an owner; the server sends it as it is stored. */
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 1]);

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

/** Returns the server's answers to a caller with a key, and the owner's picture for anyone. */
async function answersOf(dataDir: DataDirectory, key: string): Promise<string[]> {
  const server = startCommand(['serve'], dataDir, { BASE_URL: 'http://127.0.0.1' });
  try {
    const { url } = await server.answers;
    const headers = { authorization: `Bearer ${key}` };
    const ownAccounts = await (await fetch(`${url}/api/v1/accounts`, { headers })).text();
    const slugs: string[] = JSON.parse(ownAccounts).data.map(({ slug }: { slug: string }) => slug);
    assert.ok(slugs.length > 0, ownAccounts);
    const accounts = slugs.map(async (slug) => {
      const address = `${url}/api/v1/accounts/${slug}?include=advanced,monthly,twr`;
      return (await fetch(address, { headers })).text();
    });
    const sent = await fetch(`${url}/owner/desk/picture.png`);
    assert.equal(Buffer.from(await sent.arrayBuffer()), picture);
    return [ownAccounts, ...(await Promise.all(accounts))];
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

const contentOf = (dataDir: DataDirectory) => currentVersion(dataDir)?.split('-')[1];

backup.before(async (context) => {
  Object.assign(context, await takeBackup());
});
backup.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

backup(
  'taken while everything runs gives the same answers, and runs go on from it',
  async ({ directory, key, answers }) => {
    const elsewhere = join(directory, 'elsewhere');
    mkdirSync(join(elsewhere, 'data'), { recursive: true });
    cpSync(join(directory, 'backup'), join(elsewhere, 'backup'), { recursive: true });
    const { stdout } = await shell(
      `${stopping.replaceAll(/^systemctl .*\n/gm, '')}${restoring}`,
      elsewhere,
    );
    assert.match(stdout, /^restored \d+ files to .*\nversion .* is whole: .*; totals agree/);
    assert.match(stdout, /\nchain of \d+ publications? since .* is whole/);
    const restored = dataDirectory(join(elsewhere, 'data'));
    assert.is(statSync(restored.registry).mode & 0o077, 0);
    assert.is(statSync(restored.working).mode & 0o777, 0o640);
    assert.is(contentOf(restored), contentOf(dataDirectory(join(directory, 'data'))));
    assert.equal(await answersOf(restored, key), answers);
    const run = ['run', '--source', join(directory, 'source')];
    const again = await command(run, { TRACKRECORD_DATA: restored.path });
    assert.match(again.stdout, / is unchanged: 0 files loaded, .* 0 accounts computed/);
  },
);

backup.run();
