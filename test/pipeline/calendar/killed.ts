import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';

// Runs the calendar: DATA SOURCE COPIES. Before every rename, and before a write is forced to the
// disk, it copies the data directory, as a kill would leave it. Then it kills itself.
const [dataDir = '', source = '', copies = ''] = process.argv.slice(2);
let count = 0;

function copyNow(): void {
  count += 1;
  fs.cpSync(dataDir, join(copies, `${count}`), { recursive: true, verbatimSymlinks: true });
}

const { renameSync, fsyncSync } = fs;
fs.renameSync = (from, to) => {
  copyNow();
  renameSync(from, to);
};
fs.fsyncSync = (file) => {
  copyNow();
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
process.kill(process.pid, 'SIGKILL');
