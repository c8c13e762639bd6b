import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backUp } from '../../pipeline/backup/back-up.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { asOf, type Desk, withTwo } from '../pipeline/desk.ts';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { isInFull } from '../support/in-full.ts';
import { mountsBelow, unmount } from '../support/mounts.ts';
import { commandsListed, type Outcome, trackrecordHere } from './trackrecord.ts';

// Every command in every bad circumstance that applies to it. Commands run in this process, so a
// pair takes milliseconds. Those that serve or wait end here only because they can't begin.

const faults = suite('commands in bad circumstances');

interface Row {
  /** Arguments that work. FILE, SOURCE and OUT stand for places. */
  readonly line: string;
  /** Database that the command opens in the data directory; null for none. */
  readonly opens: 'registry' | 'runs' | null;
  /** Makes the data directory, or copies it from elsewhere. */
  readonly makesData?: true;
  /** Serves or waits once it has begun. */
  readonly isEndless?: true;
}

const commands: Readonly<Record<string, Row>> = {
  demo: {
    line: 'demo --port 0 --calendar-port 0',
    opens: 'registry',
    makesData: true,
    isEndless: true,
  },
  'registry apply': { line: 'registry apply FILE', opens: 'registry', makesData: true },
  'registry dump': { line: 'registry dump', opens: 'registry' },
  'registry audit': { line: 'registry audit', opens: 'registry' },
  'registry move': { line: 'registry move --to OUT/new.db', opens: 'registry' },
  'owners add': { line: 'owners add newcomer', opens: 'registry', makesData: true },
  'owners list': { line: 'owners list', opens: 'registry' },
  'owners remove': { line: 'owners remove desk --yes', opens: 'registry' },
  'owners invite': { line: 'owners invite desk', opens: 'registry' },
  'keys create': { line: 'keys create --owner desk --name x', opens: 'registry' },
  'keys list': { line: 'keys list --owner desk', opens: 'registry' },
  'keys revoke': { line: 'keys revoke key_x', opens: 'registry' },
  import: { line: 'import auto FILE --out OUT', opens: null },
  push: { line: 'push FILE --to http://127.0.0.1:1', opens: null },
  sync: { line: 'sync', opens: 'registry' },
  'secrets rotate': { line: 'secrets rotate', opens: 'registry' },
  deliveries: { line: 'deliveries', opens: 'runs' },
  'deliveries withdraw': { line: 'deliveries withdraw rcp_x', opens: 'runs' },
  run: { line: 'run --source SOURCE', opens: 'registry', makesData: true },
  schedule: { line: 'schedule --source SOURCE', opens: null, isEndless: true },
  rollback: { line: 'rollback', opens: 'runs' },
  serve: {
    line: 'serve --port 0 --calendar-port 0',
    opens: 'registry',
    makesData: true,
    isEndless: true,
  },
  mcp: { line: 'mcp', opens: 'registry', makesData: true, isEndless: true },
  status: { line: 'status', opens: 'runs' },
  verify: { line: 'verify', opens: 'runs' },
  reconcile: { line: 'reconcile', opens: 'runs' },
  history: { line: 'history a', opens: 'runs' },
  diff: { line: 'diff 1 2', opens: 'runs' },
  export: { line: 'export --out OUT --format csv', opens: 'runs' },
  backup: { line: 'backup OUT/new', opens: 'runs' },
  restore: { line: 'restore SOURCE', opens: null },
};

/** Places and settings of one command line. */
interface Circumstance {
  readonly name: string;
  readonly applies: (row: Row, name: string) => boolean;
  readonly file?: string;
  readonly source?: string;
  readonly out?: string;
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs as a user who is not root. */
  readonly isNobody?: true;
  /** Text that the line must have, and the place that it must name. */
  readonly says: RegExp;
  readonly place: string;
  /** Exit code, if only one is right. */
  readonly exits?: number;
  /** True if commands may also work, as those that only read. */
  readonly mayWork?: true;
}

const has = (word: string) => (row: Row) => row.line.includes(word) && !row.isEndless;
const opensRegistry = ({ opens }: Row) => opens === 'registry';
const reads = ({ opens, makesData }: Row) => opens !== null && !makesData;

/** These find nothing to open: there are neither deliveries nor a second version. */
const openNone = ['deliveries', 'deliveries withdraw', 'diff', 'rollback'];
const opensDatabases = ({ opens, isEndless }: Row, name: string) =>
  opens !== null && !isEndless && !openNone.includes(name);

const mayNotRead = /this user may not read it/;
const mayNotWrite = /this user may not write there/;
const noFile = /there is no such file|is not a directory/;
const isFile =
  /a part of its path is a file|is a file|has the name of that folder|is not a directory/;
const nobody = 65_534;

/** Server that refuses every sign-in to PostgreSQL, as one does for a wrong password. */
const refusing = createServer((socket) => {
  const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed for user "u"'];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(body.length + 4, 1);
  socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, body])));
});

/** Server that takes connections and never answers. */
const silent = createServer((socket) => void socket.on('error', () => {}).resume());
const servers = [refusing, silent];
const postgres = await startPostgres();
if (postgres === null) console.log('skipped: no PostgreSQL, for a store behind one');
faults.after(() => postgres?.stop());

faults.before(async () => {
  for (const server of servers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

faults.after(() => {
  for (const server of servers) server.close();
});

/** Makes the places, and lists what can be wrong with them. */
async function circumstancesAt(
  desk: Desk,
  root: string,
  backup: string,
): Promise<readonly Circumstance[]> {
  const at = (...names: string[]) => join(root, ...names);
  const copyOfData = (name: string) => {
    cpSync(desk.dataDir.path, at(name), { recursive: true });
    return at(name);
  };
  mkdirSync(at('folder'));
  writeFileSync(at('file'), 'x');
  writeFileSync(at('unreadable'), '{}', { mode: 0 });
  mkdirSync(at('closed'), { mode: 0 });
  mkdirSync(at('unwritable'), { mode: 0o555 });
  const readOnly = copyOfData('read-only');
  execFileSync('chmod', ['-R', 'a-w,a+rX', readOnly]);
  const secret = copyOfData('secret');
  execFileSync('chmod', ['-R', 'go-rwx', secret]);
  const closedRegistry = copyOfData('closed-registry');
  execFileSync('chmod', ['-R', 'a+rwX', closedRegistry]);
  chmodSync(join(closedRegistry, 'registry.db'), 0);
  const damaged = copyOfData('damaged');
  for (const name of readdirSync(damaged)) {
    if (/\.duckdb$|^registry\.db$/.test(name)) writeFileSync(join(damaged, name), 'x'.repeat(9000));
    if (/-(?:wal|shm)$/.test(name)) rmSync(join(damaged, name));
  }
  return [
    ...[
      { file: '/nowhere/x', says: noFile },
      { file: at('file', 'x'), says: isFile },
      { file: at('folder'), says: /is a folder|no export/ },
      { file: at('unreadable'), says: mayNotRead, isNobody: true } as const,
    ].map((made) => ({ ...made, name: 'a bad file', applies: has('FILE'), place: made.file })),
    ...[
      { source: '/nowhere/x', says: noFile },
      { source: at('file'), says: isFile },
      { source: at('closed'), says: mayNotRead, isNobody: true } as const,
    ].map((made) => ({
      ...made,
      name: 'a bad folder',
      applies: has('SOURCE'),
      place: made.source,
    })),
    ...[
      { out: at('file'), says: isFile },
      { out: at('file', 'x'), says: isFile },
      { out: '/proc/x', says: /no folder can be made there/ },
      { out: at('unwritable'), says: mayNotWrite, isNobody: true } as const,
      { out: at('unwritable', 'x'), says: mayNotWrite, isNobody: true } as const,
    ].map((made) => ({ ...made, name: 'a bad target', applies: has('OUT'), place: made.out })),
    ...[
      { data: '/nowhere/data', says: /there is no data directory/, exits: 2 },
      { data: at('file'), says: isFile },
      { data: secret, says: mayNotRead, isNobody: true } as const,
      { data: at('closed', 'data'), says: mayNotRead, isNobody: true } as const,
    ].map((made) => ({ ...made, name: 'a bad data directory', applies: reads, place: made.data })),
    {
      name: 'a data directory that is a file',
      applies: ({ opens, makesData }) => opens !== null && makesData === true,
      data: at('file'),
      says: isFile,
      place: at('file'),
    },
    {
      name: 'a data directory that only others may write',
      applies: (row, name) => opensDatabases(row, name) || name === 'rollback',
      data: readOnly,
      isNobody: true,
      says: mayNotWrite,
      place: readOnly,
      mayWork: true,
    },
    {
      name: 'a registry that only others may read',
      applies: (row, name) => (opensRegistry(row) && !row.isEndless) || name === 'status',
      data: closedRegistry,
      isNobody: true,
      says: /^registry: cannot open/,
      place: join(closedRegistry, 'registry.db'),
    },
    {
      name: 'a database that nobody serves',
      applies: opensRegistry,
      env: { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' },
      says: /nothing listens at .*; see that PostgreSQL runs there/,
      place: '127.0.0.1:1',
    },
    {
      name: 'a wrong password of the database',
      applies: opensRegistry,
      env: { DATABASE_URL: `postgres://u:p@127.0.0.1:${portOf(refusing)}/x` },
      says: /password authentication failed for user "u"/,
      place: 'DATABASE_URL',
    },
    {
      name: 'a database that never answers',
      // Each command waits for some seconds.
      applies: (row, name) => opensRegistry(row) && (isInFull || name === 'keys list'),
      env: { DATABASE_URL: `postgres://u:p@127.0.0.1:${portOf(silent)}/x` },
      says: /nothing answered in time/,
      place: 'DATABASE_URL',
    },
    {
      name: 'a store without its database',
      applies: ({ line }) => /^(?:status|verify|rollback)/.test(line),
      env: {
        DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
        TRACKRECORD_STORE: at('folder'),
      },
      says: /nothing listens at .*; see that PostgreSQL runs there/,
      place: '127.0.0.1:1',
    },
    ...(postgres === null
      ? []
      : [
          {
            store: at('gone'),
            says: /there is no such directory; mount it, or create it/,
            place: at('gone'),
          },
          {
            store: 's3://bucket/x',
            says: /nothing listens at 127.0.0.1:1; see that the store runs there/,
            place: 's3://bucket/x',
          },
        ].map(({ store, says, place }) => ({
          name: 'a store that is gone, behind a database that works',
          applies: ({ line }: Row) => /^(?:status|run)/.test(line),
          env: {
            DATABASE_URL: postgres.url,
            TRACKRECORD_STORE: store,
            TRACKRECORD_STORE_ENDPOINT: 'http://127.0.0.1:1',
            AWS_ACCESS_KEY_ID: 'x',
            AWS_SECRET_ACCESS_KEY: 'x',
          },
          says,
          place,
        }))),
    ...(mountFullDisk(at('full'))
      ? [
          {
            name: 'a full disk',
            applies: has('OUT'),
            out: at('full'),
            says: /that disk is full/,
            place: at('full'),
          },
          {
            name: 'a full disk for the data directory',
            applies: (_row: Row, name: string) => name === 'restore',
            source: backup,
            data: at('full', 'data'),
            says: /that disk is full|the disk is full/,
            place: at('full'),
          },
        ]
      : []),
    {
      name: 'damaged databases',
      applies: opensDatabases,
      data: damaged,
      says: /is damaged|cannot open/,
      place: damaged,
      mayWork: true,
    },
  ];
}

const ballast = ['ballast', 'rest'];

/** Mounts a disk without room. Returns false, and says so, if nothing can be mounted. */
function mountFullDisk(path: string): boolean {
  mkdirSync(path);
  const mount = ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path];
  if (spawnSync('mount', mount, { stdio: 'ignore' }).status !== 0) {
    console.log('skipped: no small disk can be mounted');
    return false;
  }
  // The last blocks too, which a single write leaves.
  for (const name of ballast) {
    try {
      writeFileSync(join(path, name), Buffer.alloc(128 * 1024));
    } catch {}
  }
  return true;
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Lists the files that a command left in its target. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

/** Calls the work as a user who is not root. Null if that user can't read this program. */
async function asNobody(work: () => Promise<Outcome>): Promise<Outcome | null> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return work();
  process.seteuid?.(nobody);
  try {
    accessSync(inPackage('dist/trackrecord.js'));
    return await work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && error.syscall === 'access') return null;
    throw error;
  } finally {
    process.seteuid?.(0);
  }
}

/** Lists what is wrong with how a command failed. */
function wrongIn(
  command: string,
  { code, stdout, stderr }: Outcome,
  { says, place, exits, mayWork }: Circumstance,
): string[] {
  if (mayWork && code === 0) return [];
  const lines = stderr.trimEnd().split('\n');
  return [
    ...(code === exits || (exits === undefined && (code === 1 || code === 2))
      ? []
      : [`exit code ${code}`]),
    // One for each database.
    ...(lines.length === 1 || /^verify/.test(command) ? [] : [`${lines.length} lines`]),
    ...(/unexpected error|\bE[A-Z]{4,}\b|Error\b.*:|\n\s+at |undefined|\[object/.test(stderr)
      ? ['internals']
      : []),
    ...(says.test(stderr) ? [] : [`not ${says}`]),
    ...(stderr.includes(place) ? [] : [`not ${place}`]),
    // Status shows what this machine knows all the same.
    ...(stdout === '' || /^status/.test(command) ? [] : ['something on stdout']),
  ].map((fault) => `${command}, ${fault}: ${stderr}`);
}

faults('has a row for every command', async () => {
  const { stdout } = await trackrecordHere(['--help']);
  assert.equal(Object.keys(commands).sort(), commandsListed(stdout).sort());
});

faults('end with one line that says what is wrong and where, and leave nothing', () =>
  withTwo(async (desk) => {
    const root = join(desk.source, '..', 'places');
    mkdirSync(root);
    const registry = await openRegistry({ dataDir: desk.dataDir, clock: () => asOf });
    await applyRegistry(registry, {
      owners: [{ slug: 'desk', name: 'Desk' }],
      accounts: [
        { slug: 'a', type: 'account', account_id: 'MT5:a@Desk-Live', owner: 'desk', name: 'A' },
      ],
    });
    const { key } = await createConnectionKey(registry, { account: 'a', name: 'x' });
    await registry.close();
    execFileSync('chmod', ['a+rwx', join(root, '..'), root]);
    writeFileSync(join(root, 'good.json'), '{"owners": [{"slug": "another"}]}');
    writeFileSync(
      join(root, 'good.csv'),
      'Title,Country,Date,Time,Impact,Forecast,Previous\nCPI,USD,06-12-2024,8:30am,High,1,2\n',
    );
    const nobodys = join(root, 'nobodys');
    cpSync(desk.dataDir.path, nobodys, { recursive: true });
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', String(nobody), nobodys]);
    const backup = join(root, 'backup');
    const { dataDir } = desk;
    const options = { databaseUrl: null, program: 'test', clock: () => asOf, log: silentLog };
    await backUp({ ...options, dataDir, folder: backup });
    const env = {
      LOG_LEVEL: 'silent',
      TRACKRECORD_THREADS: '1',
      TRACKRECORD_CONNECTION_KEY: key,
      TRACKRECORD_KEY: `tr_live_${'x'.repeat(40)}`,
      TRACKRECORD_SECRET_KEY: Buffer.alloc(32).toString('base64'),
    };
    const wrong: string[] = [];
    let skipped = 0;
    try {
      for (const circumstance of await circumstancesAt(desk, root, backup)) {
        for (const [name, row] of Object.entries(commands)) {
          if (!circumstance.applies(row, name)) continue;
          const places = {
            FILE: circumstance.file ?? join(root, name === 'import' ? 'good.csv' : 'good.json'),
            SOURCE: circumstance.source ?? desk.source,
            OUT: circumstance.out ?? join(root, `out-${name.replace(' ', '-')}`),
          };
          const line = row.line.replace(/FILE|SOURCE|OUT/g, (word) => places[word as 'FILE']);
          const before = filesBelow(places.OUT);
          const attempt = () =>
            trackrecordHere(line.split(' '), {
              TRACKRECORD_DATA:
                circumstance.data ?? (circumstance.isNobody ? nobodys : desk.dataDir.path),
              ...env,
              ...circumstance.env,
            });
          const outcome = await (circumstance.isNobody ? asNobody(attempt) : attempt());
          if (outcome === null) skipped += 1;
          else wrong.push(...wrongIn(`${line}, ${circumstance.name}`, outcome, circumstance));
          const left = filesBelow(places.OUT).filter((file) => !before.includes(file));
          if (outcome?.code !== 0) wrong.push(...left.map((file) => `${line} left ${file}`));
        }
      }
    } finally {
      for (const disk of mountsBelow(root)) unmount(disk);
    }
    if (skipped > 0)
      console.log(`skipped: ${skipped} commands as another user, who can't read this checkout`);
    assert.equal(wrong, []);
    assert.not(existsSync('/nowhere'));
  }),
);

faults.run();
