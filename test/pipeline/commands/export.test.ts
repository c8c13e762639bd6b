import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { exportCommand } from '../../../pipeline/commands/export.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { exportedMarts } from '../../../pipeline/export/marts.ts';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';
import { fillFromScenarios } from '../export/researchers-world.ts';
import { refusal } from '../registry/world.ts';

const command = suite('export command');
const inDirectory = within(command, withDirectory);

async function run(dataDir: DataDirectory, format?: string) {
  const stdout: string[] = [];
  const out = join(dataDir.path, 'out');
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path, LOG_LEVEL: 'silent' });
  const io = {
    stdout: (line: string) => void stdout.push(line),
    stderr: () => {},
    clock: () => new Date(),
    env: {},
    program: [],
  };
  const code = await exportCommand(config, { out, ...(format && { format }) }, io);
  return { code, stdout, names: readdirSync(out).sort() };
}

inDirectory('writes the requested formats, and prints a line for each file', async (directory) => {
  const dataDir = dataDirectory(directory);
  await fillFromScenarios(dataDir);
  const { code, stdout, names } = await run(dataDir, 'arrow, csv');
  assert.is(code, 0);
  assert.is(names.length, 2 * exportedMarts().length + 1);
  assert.equal(stdout.map((line) => line.split(':')[0]).sort(), names);
  for (const line of stdout) assert.match(line, /^[a-z_]+\.(arrow|csv): \d+ rows$/);
  assert.is((await run(dataDir)).names.length, 3 * exportedMarts().length + 1);
});

inDirectory('leaves no directory behind if it fails', async (directory) => {
  const dataDir = dataDirectory(directory);
  const unknown = await refusal(run(dataDir, 'csv,excel'));
  assert.is(unknown.message, '--format: "excel" is not one of csv, parquet, arrow');
  assert.is(unknown.exitCode, 2);
  const early = await refusal(run(dataDir));
  assert.match(early.message, /^no warehouse at \S+warehouse\.duckdb; run the pipeline first$/);
  assert.is(early.exitCode, 1);
  assert.not(existsSync(join(dataDir.path, 'out')));
});

command.run();
