import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';

// Runs the calendar and kills itself at write or rename number COUNT: DATA SOURCE COUNT.
const [dataDir = '', source = '', count] = process.argv.slice(2);
let left = Number(count);

function killIfDue(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const { renameSync, fsyncSync } = fs;
fs.renameSync = (from, to) => {
  killIfDue();
  renameSync(from, to);
};
fs.fsyncSync = (file) => {
  killIfDue();
  fsyncSync(file);
};
syncBuiltinESMExports();

const { runCalendarOnce } = await import('../../../pipeline/calendar/run.ts');
const { silentLog } = await import('../../../pipeline/base/log.ts');
const clock = () => new Date('2024-07-01T12:00:00Z');
await runCalendarOnce({
  dataDir: dataDirectory(dataDir),
  sources: [source],
  asOf: clock(),
  clock,
  log: silentLog,
  threads: 1,
});
