import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Place, prepare, stepAt, withPlace } from '../promises/faults/place.ts';
import { startCommand } from '../server/commands/process.ts';
import { createSightings, longestBetween, type Sightings } from './sightings.ts';

// Checks that a schedule loses or doubles no job if its clock jumps:
//
//     node dist/test/load/clock.js --seconds 30

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } });
const phaseMilliseconds = Number(values.seconds) * 1000;

/** Seconds by which the clock is ahead of the true time, in each phase. */
const phases = [0, 3600, 0, -3600, 0];

/**
 * Longest allowed time between two starts of the calendar job: its interval, one look at the clock,
 * and time for a slow machine.
 */
const longestGap = 25_000;
const everyTenSeconds = '*/10 * * * * *';
const timeout = 15_000;

const preload = libraryOfFaketime();
const faults: string[] = [];
if (preload === undefined) console.log('skipped: faketime is not installed');
else await withPlace((place) => runSchedule(place, preload));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Runs a schedule through all phases and stops it. */
async function runSchedule(place: Place, library: string): Promise<void> {
  await prepare(place, stepAt(0));
  const clock = join(place.root, 'clock');
  setClock(clock, 0);
  const { child, output, ended } = startCommand(
    ['schedule', '--source', place.source],
    place.dataDir,
    {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      TRACKRECORD_CRON: dailyInHalfAnHour(),
      TRACKRECORD_CALENDAR_CRON: everyTenSeconds,
    },
  );
  const sightings = createSightings(child.pid ?? 0);
  for (const seconds of phases) await goThrough(seconds, clock, sightings);
  child.kill('SIGTERM');
  const code = await Promise.race([ended, pause(timeout, 'no end')]);
  child.kill('SIGKILL');
  sightings.close();
  if (code !== 0) faults.push(`SIGTERM: ${code}`);
  const gap = Math.round(longestBetween(sightings.begun('calendar')));
  const atOnce = sightings.maxAtOnce();
  console.log(JSON.stringify({ gap, atOnce }));
  if (gap > longestGap) faults.push(`the calendar was not begun for ${gap} ms`);
  if (atOnce > 1) faults.push(`a job was under way ${atOnce} times at once`);
  faults.push(...output.stderr.split('\n').filter((line) => line.includes('"level":50')));
}

/**
 * Makes the clock jump and waits. Every job must start again: after a jump the accounts job would
 * otherwise wait a day.
 */
async function goThrough(seconds: number, clock: string, { begun }: Sightings): Promise<void> {
  const start = performance.now();
  setClock(clock, seconds);
  await pause(phaseMilliseconds);
  const count = (job: string) => begun(job).filter((at) => at >= start).length;
  const counts = { accounts: count('accounts'), calendar: count('calendar') };
  console.log(JSON.stringify({ clock: seconds, ...counts }));
  for (const [job, times] of Object.entries(counts)) {
    if (times === 0) faults.push(`${job}: not begun while the clock was ${seconds} s ahead`);
  }
}

function setClock(path: string, seconds: number): void {
  writeFileSync(path, `${seconds < 0 ? '' : '+'}${seconds}\n`);
}

function dailyInHalfAnHour(): string {
  const due = new Date(Date.now() + 1_800_000);
  return `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
}

function libraryOfFaketime(): string | undefined {
  return readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));
}
