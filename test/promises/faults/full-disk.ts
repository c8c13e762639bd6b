import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { unmount } from '../../support/mounts.ts';
import { runCommandLine } from './commands.ts';
import { commandOf, copyPlace, placeAt, prepare, runHere, stepAt } from './place.ts';
import { goThrough, publishedIn } from './undisturbed.ts';
import { faultsAfter } from './whole.ts';

export interface FullReport {
  /** Number of runs that failed because the disk was full. */
  failed: number;
  /** Number of those runs whose version was in service already, and which say so. */
  inService: number;
  /** Number of runs that had enough room. */
  published: number;
  faults: string[];
}

/**
 * Runs on a small disk with more and more room, in KB, until a run publishes. If no disk can be
 * mounted, prints a line that says so and returns null.
 */
export async function fillSmallDisk(
  root: string,
  rooms: Iterable<number>,
): Promise<FullReport | null> {
  const disk = join(root, 'disk');
  mkdirSync(disk, { recursive: true });
  const mount = ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk];
  if (spawnSync('mount', mount, { stdio: 'ignore' }).status !== 0) {
    console.log('skipped: no small disk can be mounted');
    return null;
  }
  try {
    return await fillDisk(root, disk, rooms);
  } finally {
    unmount(disk);
  }
}

async function fillDisk(root: string, disk: string, rooms: Iterable<number>): Promise<FullReport> {
  const step = stepAt(1);
  const [last, wanted] = await goThrough(2);
  if (!last || !wanted) throw new Error('two steps are needed');
  const report: FullReport = { failed: 0, inService: 0, published: 0, faults: [] };
  const place = { ...placeAt(root), dataDir: dataDirectory(join(disk, 'data')) };
  const ballast = join(disk, 'ballast');
  for (const room of rooms) {
    const say = (fault: string) => report.faults.push(`${room} KB: ${fault}`);
    rmSync(ballast, { force: true });
    copyPlace(last.place, place);
    await prepare(place, step);
    fill(ballast, disk, room);
    const { exitCode, stderr } = await runCommandLine(commandOf(place, step));
    const { content } = publishedIn(place);
    if (exitCode === 0) {
      report.published += 1;
      if (content !== wanted.content) say('a false success');
    } else {
      report.failed += 1;
      if (exitCode !== 1) say(`exit code ${exitCode}`);
      const isSaid = stderr.startsWith(`version ${currentVersion(place.dataDir)} is published`);
      const isNew = content === wanted.content;
      if (isNew ? !isSaid : content !== last.content) say(`${content} is published`);
      if (isNew) report.inService += 1;
      const lines = stderr.trimEnd().split('\n');
      if (lines.length !== 1 || !/\/[^ ]*: that disk is full; make room/.test(lines[0] ?? '')) {
        say(`said ${JSON.stringify(stderr)}`);
      }
    }
    rmSync(ballast, { force: true });
    await runHere(place, step).catch((error) => say(`the next run failed: ${error}`));
    for (const fault of await faultsAfter(place, wanted)) say(`after the next run, ${fault}`);
    if (exitCode === 0) return report;
  }
  return report;
}

/** Fills a disk up to this many free kilobytes. */
function fill(path: string, disk: string, room: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - room * 1024)));
}
