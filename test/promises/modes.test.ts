import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory, prepareDirectories } from '../../pipeline/base/data-directory.ts';
import { narrowDataDirectory, sharedMask } from '../../pipeline/base/modes.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { archiveHistory } from '../../pipeline/run/archived-history.ts';
import { openWorking } from '../../pipeline/run/working-database.ts';
import { trackrecord } from '../cli/trackrecord.ts';
import { scenariosDirectory } from '../oracle/scenarios.ts';
import { withDirectory } from '../support/directory.ts';
import { whileOpen } from '../support/while-open.ts';
import { within } from '../support/within.ts';

const modes = suite('modes of files');
const inPlace = within(modes, withDirectory);

const bits = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

/** Lists the modes of a folder and of all files and folders in it. */
function modesBelow(folder: string): ReadonlyMap<string, string> {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = [folder, ...below.map((name) => join(folder, name))];
  return new Map(paths.map((path) => [relative(folder, path) || '.', bits(path)]));
}

/**
 * Lists files whose mode is not 640 and folders whose mode is not 750. Secret ones must be 600 and
 * 700.
 */
function wrong(folder: string): string[] {
  return [...modesBelow(folder)]
    .filter(([name, mode]) => {
      const isFolder = lstatSync(join(folder, name)).isDirectory();
      const isSecret = /^(registry\.db|archive\.duckdb|inbox)/.test(name);
      if (isSecret) return mode !== (isFolder ? '700' : '600');
      return mode !== (isFolder ? '750' : '640');
    })
    .map(([name, mode]) => `${mode} ${name}`);
}

/** Calls the work with a umask that child processes inherit. */
async function under<Result>(mask: number, work: () => Promise<Result>): Promise<Result> {
  const before = process.umask(mask);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}

const event = 'time,currency,impact,title\n2024-06-13T08:00:00Z,USD,high,CPI\n';
const exported = JSON.stringify([
  { title: 'CPI', country: 'USD', date: '2024-06-13T08:00:00Z', impact: 'High' },
]);

inPlace('are the same under every umask, of all that the commands make', async (place) => {
  const [data, source, out] = ['data', 'source', 'out'].map((name) => join(place, name));
  if (!data || !source || !out) throw new Error('no place');
  const scenario = join(scenariosDirectory, 'history-cut');
  cpSync(join(scenario, 'source'), source, { recursive: true });
  writeFileSync(join(source, 'calendar_events.csv'), event);
  const feed = join(place, 'week.json');
  writeFileSync(feed, exported);
  const env = { TRACKRECORD_DATA: data, LOG_LEVEL: 'warn' };
  const done = async (mask: number, ...args: string[]) => {
    const { code, stderr } = await under(mask, () => trackrecord(args, env));
    assert.is(code, 0, stderr);
  };

  await done(0o000, 'registry', 'apply', join(scenario, 'registry.json'));
  assert.equal(wrong(data), []);
  await done(0o000, 'run', '--source', source);
  assert.equal(wrong(data), []);
  const made = [...modesBelow(data).keys()].join('\n');
  for (const name of [
    ...[/^registry\.db$/m, /^archive\.duckdb$/m, /^(working|warehouse|calendar)\.duckdb$/m],
    ...[/^snapshots\/objects\/./m, /^snapshots\/calendar\/./m, /^runs\.ndjson$/m, /^run\.lock$/m],
  ]) {
    assert.match(made, name);
  }

  writeFileSync(join(source, 'calendar_events-2.csv'), event.replace('CPI', 'PPI'));
  await done(0o077, 'run', '--full', '--source', source);
  assert.equal(wrong(data), []);
  await Promise.all([
    done(0o077, 'export', '--out', out),
    done(0o077, 'import', 'forexfactory-json', feed, '--out', join(place, 'imported')),
  ]);
  assert.equal([...wrong(out), ...wrong(join(place, 'imported'))], []);
  assert.ok(modesBelow(out).size > 10);
});

inPlace('of archived history are its user’s alone, in the log of writes too', async (data) => {
  await under(sharedMask, async () => {
    prepareDirectories(dataDirectory(data));
    await whileOpen(openWorking(dataDirectory(data), {}), async (database) => {
      await database.run("insert into archive.unpurged values ('a')");
      await archiveHistory(database);
      const found = modesBelow(data);
      assert.is(found.get('archive.duckdb'), '600');
      assert.is(found.get('archive.duckdb.wal'), '600');
      assert.is(found.get('working.duckdb'), '640');
      assert.is(found.get('.tmp/spill'), '750');
      writeFileSync(join(data, 'after'), '');
      assert.is(bits(join(data, 'after')), '640', 'what comes after is not secret');
    });
  });
});

inPlace('that were wider are narrowed at the next run, of our files alone', async (place) => {
  const data = join(place, 'data');
  const ours = ['snapshots/objects/a', 'warehouse.duckdb', 'working.duckdb.wal', 'runs.ndjson'];
  const secrets = ['registry.db', 'registry.db-wal', 'archive.duckdb', 'archive.duckdb.wal'];
  mkdirSync(join(data, 'snapshots/objects'), { recursive: true });
  for (const folder of ['', 'snapshots', 'snapshots/objects']) chmodSync(join(data, folder), 0o777);
  const make = (name: string, mode: number) => {
    writeFileSync(join(data, name), '');
    chmodSync(join(data, name), mode);
  };
  for (const name of [...ours, ...secrets]) make(name, 0o666);
  make('calendar.duckdb', 0o400);
  narrowDataDirectory(data);
  assert.equal(wrong(data), ['400 calendar.duckdb']);

  chmodSync(data, 0o777);
  make('of-somebody-else.csv', 0o666);
  narrowDataDirectory(data);
  assert.equal(wrong(data).sort(), ['400 calendar.duckdb', '666 of-somebody-else.csv', '777 .']);
});

inPlace('of a registry that was wider are narrowed where it is opened', async (data) => {
  const registry = () => openRegistry({ dataDir: dataDirectory(data), clock: () => new Date() });
  await under(0o000, async () => {
    await (await registry()).close();
    chmodSync(join(data, 'registry.db'), 0o666);
    await whileOpen(registry(), async (open) => {
      await open.accounts();
      const found = modesBelow(data);
      for (const log of ['', '-wal', '-shm']) assert.is(found.get(`registry.db${log}`), '600');
    });
  });
});

modes.run();
