import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion, filesOf } from '../../../pipeline/publish/snapshot/publish.ts';
import { createSnapshotHolder } from '../../../server/accounts/open-version.ts';
import { createCalendarHolder } from '../../../server/calendar/holder.ts';
import { notedLog } from '../../support/noted-log.ts';
import { asOf } from './decisions.ts';
import { copyPlace, type Place, placeAt } from './place.ts';
import { goThrough } from './undisturbed.ts';
import { unwhole } from './whole.ts';

export interface FlipReport {
  damaged: number;
  /** Number of damages without effect, such as a changed blank at the end of a name. */
  harmless: number;
  faults: string[];
}

export interface FlipOptions {
  readonly root: string;
  readonly flips: number;
  readonly truncations: number;
  readonly random: () => number;
}

/** Damages the files of the next version, one after the other, before a server switches to it. */
export async function damageFiles(options: FlipOptions): Promise<FlipReport> {
  const { root, flips, truncations, random } = options;
  const [first, second] = await goThrough(2);
  if (!first || !second) throw new Error('two versions are needed');
  const report: FlipReport = { damaged: 0, harmless: 0, faults: [] };
  const place = placeAt(join(root, 'damaged'));
  copyPlace(second.place, place);
  const files = filesToDamage(place, namesIn(first.place.dataDir));
  for (let number = 0; number < flips + truncations; number += 1) {
    const path = files[number % files.length] ?? '';
    const whole = readFileSync(path);
    const at = Math.floor(random() * whole.length);
    const isFlip = number < flips;
    const damaged = isFlip ? flipped(whole, at, Math.floor(random() * 8)) : whole.subarray(0, at);
    const found = await faultsOf(first.place, place, path, damaged);
    report.damaged += 1;
    if (found === 'harmless') report.harmless += 1;
    else {
      const what = `${relative(place.dataDir.path, path)} ${isFlip ? 'flipped' : 'cut off'} at ${at}`;
      report.faults.push(...found.map((fault) => `${what}: ${fault}`));
    }
    writeFileSync(path, whole);
  }
  return report;
}

/** Lists files of the published versions of accounts and calendar that earlier versions lack. */
function filesToDamage({ dataDir }: Place, before: Names): string[] {
  const paths = dataDir;
  const calendar = dataDir.calendar;
  const names = namesIn(dataDir);
  const known = new Set(filesOf(dataDir, before.accounts).map(({ path }) => path));
  return [
    ...filesOf(dataDir, names.accounts)
      .filter(({ path }) => !known.has(path))
      .map(({ path }) => join(paths.snapshots, path)),
    paths.manifest(names.accounts),
    paths.current,
    calendar.version(names.calendar),
    calendar.current,
  ];
}

interface Names {
  readonly accounts: string;
  readonly calendar: string;
}

/** Returns the names of the published versions. */
const namesIn = (dataDir: DataDirectory): Names => ({
  accounts: currentVersion(dataDir) ?? 'none',
  calendar: currentCalendar(dataDir) ?? 'none',
});

function flipped(bytes: Buffer, at: number, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
}

/** Returns how a server that switches, and `verify`, report a damaged file. */
async function faultsOf(
  good: Place,
  { dataDir }: Place,
  path: string,
  damaged: Uint8Array,
): Promise<string[] | 'harmless'> {
  const [before, next] = [namesIn(good.dataDir), namesIn(dataDir)];
  const kind = path.startsWith(dataDir.calendar.snapshots) ? 'calendar' : 'accounts';
  const { lines, inService } = await switchVersions(dataDir, before, () =>
    writeFileSync(path, damaged),
  );
  const said = await unwhole({ root: '', dataDir, source: '' });
  const isHarmless = inService[kind] === next[kind] && said.length === 0;
  if (isHarmless && basename(path) === 'current') return 'harmless';
  const faults: string[] = [];
  if (inService[kind] !== before[kind]) faults.push(`${inService[kind]} is in service`);
  if (lines.length !== 1) faults.push(`${lines.length} lines: ${lines.join(' ')}`);
  const stray = namesIn(dataDir)[kind];
  const words = [basename(path), ...(basename(path) === 'current' ? [stray] : [])];
  if (!said.some((line) => words.some((word) => line.includes(word.replace(/\.json$/, ''))))) {
    faults.push(`verify says ${said.join('; ') || 'nothing'}`);
  }
  return faults;
}

/** Serves the earlier versions, calls `damage`, and tries to switch twice. */
async function switchVersions(dataDir: DataDirectory, before: Names, damage: () => void) {
  const { log, lines } = notedLog('warn', 'error');
  const pointers = [
    { path: dataDir.current, name: before.accounts },
    { path: dataDir.calendar.current, name: before.calendar },
  ].map((pointer) => ({ ...pointer, bytes: readFileSync(pointer.path) }));
  for (const { path, name } of pointers) writeFileSync(path, `${name}\n`);
  const clock = () => new Date(asOf);
  const snapshots = createSnapshotHolder({ dataDir, clock, log });
  const events = createCalendarHolder({ dataDir, clock, log });
  try {
    for (const attempt of [0, 1, 2]) {
      if (attempt === 1) {
        for (const { path, bytes } of pointers) writeFileSync(path, bytes);
        damage();
      }
      await snapshots.refresh();
      await events.refresh();
    }
    using version = snapshots.take();
    if (version === null) throw new Error('no version is in service');
    const accounts = version.snapshot.version;
    return { lines, inService: { accounts, calendar: events.current()?.version ?? 'none' } };
  } finally {
    snapshots.close();
  }
}
