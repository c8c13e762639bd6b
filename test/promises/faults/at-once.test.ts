import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { runCommandLine, startWaiting } from './commands.ts';
import { commandOf, type Place, prepare, runHere, stepAt, withPlace } from './place.ts';
import { copyFirst } from './undisturbed.ts';

const atOnce = suite('two runs at once');

/** Starts the run of a step and suspends it when it has the lock. Its folder exists by then. */
async function stopInside(place: Place, number: number) {
  const command = await startWaiting();
  command.start(commandOf(place, stepAt(number)));
  const { temporary } = place.dataDir;
  while (!existsSync(temporary)) await new Promise((resolve) => setTimeout(resolve, 5));
  command.child.kill('SIGSTOP');
  return command;
}

atOnce('the second gives way to one that is stopped, at once, and the calendar does not wait', () =>
  withPlace(async (place) => {
    await copyFirst(place);
    const [version, calendar] = [currentVersion(place.dataDir), currentCalendar(place.dataDir)];
    await prepare(place, stepAt(1));
    const first = await stopInside(place, 1);
    try {
      const second = await runCommandLine(commandOf(place, stepAt(1)));
      assert.is(second.exitCode, 75);
      assert.match(second.stderr, /^another run holds \S+ \(process \d+\); wait for it to end\n$/);
      assert.is(currentVersion(place.dataDir), version);
      const alone = await runCommandLine([...commandOf(place, stepAt(1)), '--calendar']);
      assert.ok([0, 75].includes(alone.exitCode ?? -1), alone.stderr);
      if (alone.exitCode === 0) assert.is.not(currentCalendar(place.dataDir), calendar);
    } finally {
      first.child.kill('SIGKILL');
      await first.ended;
    }
    assert.is((await runHere(place, stepAt(1))).isNew, true, 'its lock went with it');
  }),
);

atOnce('a clock that goes back or forward leaves versions counting up', () =>
  withPlace(async (place) => {
    await copyFirst(place);
    const first = stepAt(0);
    const earlier = new Date(Date.parse(first.asOf) - 11 * 86_400_000).toISOString();
    const versions = [currentVersion(place.dataDir) ?? ''];
    for (const asOf of [earlier, first.asOf]) {
      versions.push((await runHere(place, { ...first, asOf })).version);
    }
    const sequences = versions.map((version) => Number.parseInt(version, 10));
    const contents = versions.map((version) => version.split('-')[1]);
    assert.equal(
      sequences,
      [...sequences].sort((low, high) => low - high),
    );
    assert.is(contents.at(-1), contents[0], 'the same facts at the same instant');
    assert.is.not(contents[1], contents[0]);
  }),
);

atOnce.run();
