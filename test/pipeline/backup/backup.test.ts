import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backUp } from '../../../pipeline/backup/back-up.ts';
import { filesBelow } from '../../../pipeline/backup/copy-file.ts';
import { restore } from '../../../pipeline/backup/restore.ts';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { backupCommand, restoreCommand } from '../../../pipeline/commands/backup.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { openSqlite } from '../../../pipeline/deliveries/sqlite.ts';
import { lockRuns } from '../../../pipeline/duckdb/run-lock.ts';
import { filesOf } from '../../../pipeline/publish/snapshot/publish.ts';
import { applyRegistry, dumpRegistry } from '../../../pipeline/registry/apply.ts';
import { readAudit } from '../../../pipeline/registry/audit.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { createTerminal } from '../commands/terminal.ts';
import { account, asOf, type Desk, flipBit, preparedDesk, trade } from '../desk.ts';
import { freshDatabase, startPostgres } from '../registry/postgres-server.ts';
import { refusal, world } from '../registry/world.ts';

const backup = suite('backup');
const database = await startPostgres();
const program = inPackage('trackrecord.js');

const withPublished = preparedDesk(async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2)]);
  await desk.run();
  const registry = await openRegistry({ dataDir: desk.dataDir, clock: () => asOf });
  await applyRegistry(registry, world);
  await registry.close();
  const inbox = await openSqlite(desk.dataDir.inbox.database);
  await inbox.close();
});

const options = ({ dataDir }: Pick<Desk, 'dataDir'>, folder: string) => ({
  dataDir,
  databaseUrl: null,
  folder,
  program: '0',
  clock: () => asOf,
  log: silentLog,
  longestWait: 200,
});

const folderOf = ({ source }: Desk): string => join(source, '../backup');

backup("contains every file that can't be made again, and restores to the same bytes", () =>
  withPublished(async (desk) => {
    const { dataDir } = desk;
    writeFileSync(join(dataDir.snapshots, 'x.tmp'), 'half');
    const folder = folderOf(desk);
    const manifest = await backUp(options(desk, folder));
    assert.is(manifest.version, desk.manifest().version);
    const paths = manifest.files.map(({ path }) => path).sort();
    assert.equal(
      paths,
      filesBelow(folder, '.')
        .filter((path) => path !== 'backup.json')
        .sort(),
    );
    for (const needed of ['registry.db', 'inbox/inbox.db', 'working.duckdb']) {
      assert.ok(paths.includes(needed), needed);
    }
    const left = filesBelow(dataDir.path, '.').filter((path) => !paths.includes(path));
    const expected = /^(?:\.tmp.*|.*\.lock|.*-(?:wal|shm)|snapshots\/x\.tmp)$/;
    assert.equal(
      left.filter((path) => !expected.test(path)),
      [],
    );
    for (const path of [folder, join(folder, 'inbox'), join(folder, 'working.duckdb')]) {
      assert.is(statSync(path).mode & 0o077, 0, path);
    }

    const target = dataDirectory(join(folder, '../restored'));
    await restore({ dataDir: target, databaseUrl: null, folder, log: silentLog });
    assert.equal(filesBelow(target.path, '.').sort(), paths);
    for (const path of paths) {
      assert.ok(
        readFileSync(join(folder, path)).equals(readFileSync(join(target.path, path))),
        path,
      );
    }
    assert.is(statSync(target.path).mode & 0o777, 0o750);
    assert.is(statSync(target.inbox.database).mode & 0o777, 0o600);
    assert.is(statSync(target.archive).mode & 0o077, 0);
    assert.equal((await verifySnapshot(target, {})).faults, []);
  }),
);

backup('names published files that it copies although they are damaged', () =>
  withPublished(async (desk) => {
    const { dataDir } = desk;
    const [object] = filesOf(dataDir, desk.manifest().version);
    assert.ok(object);
    assert.equal((await backUp(options(desk, folderOf(desk)))).damaged, []);
    flipBit(join(dataDir.snapshots, object.path));
    const again = await backUp(options(desk, `${folderOf(desk)}-again`));
    assert.equal(again.damaged, [join('snapshots', object.path)]);
  }),
);

backup('names databases that it copies although their rows cannot all be read', () =>
  withPublished(async (desk) => {
    const { dataDir } = desk;
    const noise = Buffer.alloc(4096, 1);
    for (const path of [dataDir.working, dataDir.warehouse]) {
      const bytes = readFileSync(path);
      for (let at = 12_288 + 4096; at < bytes.length; at += 262_144) noise.copy(bytes, at);
      writeFileSync(path, bytes);
    }
    const { io, stderr } = createTerminal(asOf);
    const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
    assert.is(await backupCommand(config, { dir: folderOf(desk) }, io), 3);
    const advice = 'damaged, and copied so; run with --rebuild, then back up again';
    assert.equal(stderr, [`working.duckdb: ${advice}`, `warehouse.duckdb: ${advice}`]);
  }),
);

backup('is refused if the target exists, and leaves nothing half done', () =>
  withPublished(async (desk) => {
    const folder = folderOf(desk);
    const refused = async (place: string) => (await refusal(backUp(options(desk, place)))).message;
    mkdirSync(folder);
    writeFileSync(join(folder, 'x'), '');
    assert.match(await refused(folder), /is not empty; name another folder$/);
    assert.match(await refused(join(folder, 'x')), /is a file; name another folder$/);
    assert.match(await refused(join(desk.dataDir.path, 'b')), /is in the data directory; /);

    const held = `${folder}-2`;
    const unlock = await lockRuns(desk.dataDir);
    const { exitCode, message } = await refusal(backUp(options(desk, held)));
    await unlock();
    assert.is(exitCode, 75);
    assert.match(message, /^another run holds /);

    // Files that a killed backup left.
    mkdirSync(`${held}.unfinished/inbox`, { recursive: true });
    await backUp(options(desk, held));
    assert.equal([existsSync(`${held}.unfinished`), existsSync(held)], [false, true]);

    // A new file, because this process would go on reading an open file.
    for (const ending of ['', '-wal', '-shm'])
      rmSync(`${desk.dataDir.registry}${ending}`, { force: true });
    writeFileSync(desk.dataDir.registry, 'no database at all'.repeat(100));
    const third = `${folder}-3`;
    assert.match(await refused(third), /registry\.db is damaged and can't be copied/);
    assert.equal([existsSync(third), existsSync(`${third}.unfinished`)], [false, false]);

    const shared = readConfig({
      TRACKRECORD_DATA: desk.dataDir.path,
      TRACKRECORD_STORE: '/srv/store',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
    });
    const command = await refusal(backupCommand(shared, { dir: third }, createTerminal(asOf).io));
    assert.is(command.exitCode, 2);
  }),
);

backup('fills an existing empty directory, such as the volume of a container', () =>
  withPublished(async (desk) => {
    const folder = folderOf(desk);
    const { files } = await backUp(options(desk, folder));
    const target = dataDirectory(join(folder, '../volume'));
    const leftByKilled = join(target.path, '.unfinished/inbox');
    mkdirSync(leftByKilled, { recursive: true });
    writeFileSync(join(leftByKilled, 'half'), '');
    const { ino } = statSync(target.path);
    await restore({ dataDir: target, databaseUrl: null, folder, log: silentLog });
    assert.equal(filesBelow(target.path, '.').sort(), files.map(({ path }) => path).sort());
    assert.is(statSync(target.path).ino, ino, 'the directory is the one that was there');

    const again = restore({ dataDir: target, databaseUrl: null, folder, log: silentLog });
    assert.match((await refusal(again)).message, /is not empty; stop the services, move it away/);
  }),
);

backup('is restored whole or not at all', () =>
  withPublished(async (desk) => {
    const folder = folderOf(desk);
    await backUp(options(desk, folder));
    const target = dataDirectory(join(folder, '../restored'));
    const refused = async (from: string) => {
      const outcome = restore({ dataDir: target, databaseUrl: null, folder: from, log: silentLog });
      const { message } = await refusal(outcome);
      assert.equal(
        [existsSync(target.path), existsSync(`${target.path}.unfinished`)],
        [false, false],
      );
      return message;
    };
    const damage = async (name: string, work: (copy: string) => void) => {
      const copy = `${folder}-${name}`;
      cpSync(folder, copy, { recursive: true });
      work(copy);
      return refused(copy);
    };
    const flipped = await damage('flipped', (copy) => flipBit(join(copy, 'working.duckdb')));
    assert.match(flipped, /working\.duckdb is damaged; nothing was restored/);
    const missing = await damage('missing', (copy) => rmSync(join(copy, 'runs.ndjson')));
    assert.match(missing, /runs\.ndjson is missing; nothing was restored/);
    const listed = join('backup.json');
    const outside = await damage('outside', (copy) => {
      const manifest = JSON.parse(readFileSync(join(copy, listed), 'utf8'));
      manifest.files[0].path = '../outside';
      writeFileSync(join(copy, listed), JSON.stringify(manifest));
    });
    assert.match(outside, /backup\.json is damaged/);
    const newer = await damage('newer', (copy) => {
      const manifest = JSON.parse(readFileSync(join(copy, listed), 'utf8'));
      writeFileSync(join(copy, listed), JSON.stringify({ ...manifest, form: 99, program: '9.0' }));
    });
    assert.match(newer, /was written by another program \(9\.0\); use that one$/);
    for (const [from, to] of [
      ['runs.ndjson', 'runs.ndjsom'],
      ['"bytes": 1', '"bytes": 2'],
      ['"taken_at": "2', '"taken_at": "3'],
    ] as const) {
      const altered = await damage(`altered-${to.length}`, (copy) => {
        const text = readFileSync(join(copy, listed), 'utf8');
        assert.ok(text.includes(from), from);
        writeFileSync(join(copy, listed), text.replace(from, to));
      });
      assert.match(altered, /backup\.json is damaged; name another backup$/);
    }
    assert.match(await refused(desk.source), /backup\.json: there is no such file; name a folder/);

    const into = restore({ dataDir: desk.dataDir, databaseUrl: null, folder, log: silentLog });
    assert.match((await refusal(into)).message, /is not empty; stop the services, move it away/);
  }),
);

backup('copies nothing if the registry is out of reach, and restores nothing', () =>
  withPublished(async (desk) => {
    const folder = folderOf(desk);
    await backUp(options(desk, folder));
    const copied: string[] = [];
    const log = {
      ...silentLog,
      info: (message: string, { file }: { file?: string } = {}) => {
        if (message === 'copied') copied.push(file ?? '');
      },
    };
    const databaseUrl = 'postgres://nobody@127.0.0.1:1/x';
    const unreached =
      /^registry: cannot open DATABASE_URL: nothing listens at 127\.0\.0\.1:1; see that PostgreSQL runs there/;
    const again = backUp({ ...options(desk, `${folder}-2`), databaseUrl, log });
    assert.match((await refusal(again)).message, unreached);
    assert.equal([copied, existsSync(`${folder}-2.unfinished`)], [[], false]);
    const target = dataDirectory(join(folder, '../restored'));
    const back = restore({ dataDir: target, databaseUrl, folder, log });
    assert.match((await refusal(back)).message, unreached);
    assert.equal([copied, existsSync(target.path)], [[], false]);
  }),
);

if (database === null) console.log('skipped: no PostgreSQL');
else {
  backup.after(() => database.stop());

  backup('contains the registry of PostgreSQL, and restores it to an empty database', () =>
    withPublished(async (desk) => {
      const { url: databaseUrl } = database;
      const folder = folderOf(desk);
      rmSync(desk.dataDir.registry, { force: true });
      const clock = () => asOf;
      const registry = await openRegistry({ dataDir: desk.dataDir, databaseUrl, clock });
      await applyRegistry(registry, world);
      const { key } = await createKey(registry, {
        owner: 'solo',
        name: 'x',
        scopes: ['public:read'],
      });
      await registry.close();
      await backUp({ ...options(desk, folder), databaseUrl });
      const stored = readFileSync(join(folder, 'registry.db'));
      assert.equal([stored.includes('north-desk'), stored.includes(key)], [true, false]);

      const target = dataDirectory(join(folder, '../restored'));
      const back = restore({ dataDir: target, databaseUrl, folder, log: silentLog });
      assert.match(
        (await refusal(back)).message,
        /^restore: PostgreSQL .* is not empty: .* rows; nothing was restored, name an empty database$/,
      );
      assert.not.ok(existsSync(target.path));
      // Somebody fills the database while files are copied.
      const filled = await freshDatabase(database.url);
      const decisions = join(folder, '../decisions.json');
      writeFileSync(decisions, JSON.stringify(world));
      const fill = () =>
        execFileSync(process.execPath, [program, 'registry', 'apply', decisions], {
          env: { ...process.env, DATABASE_URL: filled.url, TRACKRECORD_DATA: desk.dataDir.path },
        });
      let isFilled = false;
      const log = {
        info: () => {
          if (!isFilled) fill();
          isFilled = true;
        },
      };
      const late = restore({ dataDir: target, databaseUrl: filled.url, folder, log });
      assert.match((await refusal(late)).message, /is not empty: .*; all else is restored; move /);
      assert.ok(readdirSync(target.path).includes('registry.db'), 'to be moved by hand');
      await filled.stop();
    }),
  );

  backup('restores everything to an empty PostgreSQL, and runs go on from it', () =>
    withPublished(async (desk) => {
      const folder = folderOf(desk);
      const clock = () => asOf;
      const old = await freshDatabase(database.url);
      const fresh = await freshDatabase(database.url);
      try {
        rmSync(desk.dataDir.registry, { force: true });
        const registry = await openRegistry({ dataDir: desk.dataDir, databaseUrl: old.url, clock });
        await applyRegistry(registry, world);
        const { key } = await createKey(registry, {
          owner: 'solo',
          name: 'x',
          scopes: ['public:read'],
        });
        const decided = await dumpRegistry(registry);
        const trail = await readAudit(registry);
        await registry.close();
        await backUp({ ...options(desk, folder), databaseUrl: old.url });

        const target = join(folder, '../restored');
        const settings = { TRACKRECORD_DATA: target, DATABASE_URL: fresh.url, LOG_LEVEL: 'silent' };
        const { io, stdout, stderr } = createTerminal(asOf);
        const code = await restoreCommand(readConfig(settings), { dir: folder }, io);
        assert.is(code, 0, stderr.join('\n'));
        assert.match(stdout.join('\n'), /restored \d+ files .*\n.* is whole/s);
        assert.not.ok(readdirSync(target).includes('registry.db'), 'it is in PostgreSQL');
        const restored = await openRegistry({
          dataDir: dataDirectory(target),
          databaseUrl: fresh.url,
          clock,
        });
        try {
          assert.equal(await dumpRegistry(restored), decided);
          assert.equal(await readAudit(restored), trail);
          const hash = createHash('sha256').update(key).digest('hex');
          assert.is((await restored.findKeyByHash(hash))?.owner, 'solo');
          await applyRegistry(restored, { owners: [{ slug: 'solo', name: 'Later' }] });
          const { length } = await readAudit(restored);
          assert.is(length, trail.length + 1, 'the trail goes on');
        } finally {
          await restored.close();
        }
      } finally {
        await old.stop();
        await fresh.stop();
      }
    }),
  );
}

backup.run();
