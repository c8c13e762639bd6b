import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { runCalendarOnce } from '../../../pipeline/calendar/run.ts';
import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { rollBack } from '../../../pipeline/publish/snapshot/rollback.ts';
import { failureOf } from './failing-sync.ts';
import { type Place, prepare, runHere, stepAt, withPlace } from './place.ts';
import { copyFirst } from './undisturbed.ts';
import { leftovers, unwhole } from './whole.ts';

const unconfirmed = suite('a publication that the disk does not confirm');

/** Returns the line that an operator sees for a failure with exit code 1. */
function lineOf(error: unknown): string {
  assert.instance(error, CommandError);
  if (!(error instanceof CommandError)) return '';
  assert.is(error.exitCode, 1);
  return error.message;
}

const lineOn = (what: string, folder: string, again: string): string =>
  `${what} is in service, but the disk of ${folder} could not confirm that it outlasts a power cut ` +
  `(EIO: i/o error, fsync); check that disk and ${again}`;

/**
 * Calls the work with a place whose first step is published and whose second is due. The place must
 * be complete at the end.
 */
const withDue = (work: (place: Place) => Promise<void>) =>
  withPlace(async (place) => {
    await copyFirst(place);
    await prepare(place, stepAt(1));
    await work(place);
    assert.equal([...(await unwhole(place)), ...leftovers(place)], []);
  });

unconfirmed('is a failure that names the version in service, until a run has confirmed it', () =>
  withDue(async (place) => {
    const { snapshots } = place.dataDir;
    const before = currentVersion(place.dataDir);
    const run = () => runHere(place, stepAt(1));
    const unwritten = await failureOf({ folder: snapshots, after: 0 }, run);
    assert.is(currentVersion(place.dataDir), before, 'a version not confirmed is not published');
    assert.not.match(lineOf(unwritten), 'in service');
    const failure = await failureOf({ folder: snapshots, after: 1 }, run);
    const version = currentVersion(place.dataDir);
    assert.is.not(version, before);
    assert.is(lineOf(failure), lineOn(`version ${version}`, snapshots, 'run again'));
    const again = await failureOf({ folder: snapshots, after: 0 }, run);
    assert.is(lineOf(again), lineOf(failure), 'nothing changed, and nothing is hidden');
    const { isNew, ...confirmed } = await run();
    assert.equal([isNew, confirmed.version], [false, version]);
  }),
);

unconfirmed('says the same of a calendar, and that the accounts are published', () =>
  withDue(async (place) => {
    const { snapshots: folder } = place.dataDir.calendar;
    const before = currentCalendar(place.dataDir);
    const failure = await failureOf({ folder, after: 1 }, () => runHere(place, stepAt(1)));
    const calendar = currentCalendar(place.dataDir);
    assert.is.not(calendar, before);
    const line = lineOn(`calendar ${calendar}`, folder, 'run again');
    const accounts = `version ${currentVersion(place.dataDir)} is published`;
    assert.is(lineOf(failure), `${accounts}, the calendar failed: ${line}`);
    const clock = () => new Date(stepAt(1).asOf);
    const { dataDir, source } = place;
    const options = { dataDir, sources: [source], asOf: clock(), clock, log: silentLog };
    const again = await failureOf({ folder, after: 0 }, () => runCalendarOnce(options));
    assert.is(lineOf(again), line);
    assert.is((await runCalendarOnce(options)).isNew, false);
    const spared = await failureOf({ folder, after: 0 }, () => runCalendarOnce(options));
    assert.is(spared, null, 'what is confirmed is left alone');
  }),
);

unconfirmed('of a rollback is repeated by name, not by going one version further back', () =>
  withDue(async (place) => {
    const { snapshots } = place.dataDir;
    const before = currentVersion(place.dataDir) ?? '';
    await runHere(place, stepAt(1));
    const rollingBack = await failureOf({ folder: snapshots, after: 0 }, () =>
      rollBack(place.dataDir, null),
    );
    assert.is(currentVersion(place.dataDir), before);
    const again = `roll back to ${before} again`;
    assert.is(lineOf(rollingBack), lineOn(`version ${before}`, snapshots, again));
    const repeated = await failureOf({ folder: snapshots, after: 0 }, () =>
      rollBack(place.dataDir, before),
    );
    assert.is(lineOf(repeated), lineOf(rollingBack));
    assert.is(await rollBack(place.dataDir, before), before);
    await runHere(place, stepAt(1));
  }),
);

unconfirmed.run();
