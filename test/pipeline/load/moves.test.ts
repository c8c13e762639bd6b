import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { rowsOf, type World, withWorld } from './world.ts';

const test = suite('load: moves');
const inWorld = within(test, withWorld);

const at = (time: string, title: string, actual = '') => ({ time, title, actual });
const file = (...events: ReturnType<typeof at>[]) => rowsOf('calendar_events', ...events);

async function loaded(world: World, files: Record<string, string>): Promise<string[]> {
  world.put(files);
  await world.load();
  const rows = await world.rows(
    "select strftime(time, '%d %H:%M') as time, title, actual from calendar_events order by all",
  );
  return rows.map((row) => [row.time, row.title, row.actual].join(' ').trim());
}

inWorld(
  'an event at another time in the same file has moved; a value that comes replaces its row',
  async (world) => {
    await loaded(world, {
      'calendar_events.csv': file(
        at('2024-07-01T14:00:00Z', 'PMI'),
        at('2024-07-03T12:30:00Z', 'Claims'),
        at('2024-07-05T12:30:00Z', 'Jobs'),
      ),
    });
    const now = await loaded(world, {
      'calendar_events.csv': file(
        at('2024-07-01T14:00:00Z', 'PMI', '48.5'),
        at('2024-07-04T12:30:00Z', 'Claims'),
        at('2024-07-05T12:30:00Z', 'Jobs'),
      ),
    });
    assert.equal(now, ['01 14:00 PMI 48.5', '04 12:30 Claims', '05 12:30 Jobs']);
  },
);

inWorld('the only event of a file moves too, either way, and back again', async (world) => {
  const tuesday = { 'calendar_events.csv': file(at('2024-07-02T10:00:00Z', 'CPI')) };
  const friday = { 'calendar_events.csv': file(at('2024-07-05T10:00:00Z', 'CPI')) };
  assert.equal(await loaded(world, tuesday), ['02 10:00 CPI']);
  assert.equal(await loaded(world, friday), ['05 10:00 CPI']);
  assert.equal(await loaded(world, tuesday), ['02 10:00 CPI']);
  assert.equal((await world.load()).skipped, 1);
});

inWorld(
  'an absent event stays, and so does one that returns more than 7 days away',
  async (world) => {
    await loaded(world, {
      'calendar_events.csv': file(
        at('2024-07-01T10:00:00Z', 'PMI'),
        at('2024-07-02T10:00:00Z', 'CPI'),
        at('2024-07-03T10:00:00Z', 'GDP'),
      ),
    });
    const now = await loaded(world, {
      'calendar_events.csv': file(
        at('2024-07-01T10:00:00Z', 'PMI'),
        at('2024-07-10T10:00:01Z', 'GDP'),
      ),
    });
    assert.equal(now, ['01 10:00 PMI', '02 10:00 CPI', '03 10:00 GDP', '10 10:00 GDP']);
  },
);

inWorld('another currency, another title, another file: no move', async (world) => {
  await loaded(world, {
    'calendar_events-a.csv': file(at('2024-07-01T10:00:00Z', 'A'), at('2024-07-02T10:00:00Z', 'B')),
    'calendar_events-b.csv': file(at('2024-07-03T10:00:00Z', 'C')),
  });
  const now = await loaded(world, {
    'calendar_events-a.csv': file(
      at('2024-07-01T10:00:00Z', 'A'),
      at('2024-07-02T11:00:00Z', 'b'),
      at('2024-07-04T10:00:00Z', 'C'),
    ),
  });
  assert.equal(now, ['01 10:00 A', '02 10:00 B', '02 11:00 b', '03 10:00 C', '04 10:00 C']);
});

inWorld('a feed that moves to the next week leaves the week before unchanged', async (world) => {
  await loaded(world, {
    'calendar_events.csv': file(
      at('2024-07-01T14:00:00Z', 'PMI', '48.5'),
      at('2024-07-04T12:30:00Z', 'Claims', '238K'),
      at('2024-07-05T12:30:00Z', 'Jobs', '206K'),
    ),
  });
  const now = await loaded(world, {
    'calendar_events.csv': file(
      at('2024-07-09T14:00:00Z', 'Testimony'),
      at('2024-07-11T12:30:00Z', 'Claims'),
    ),
  });
  assert.equal(now, [
    '01 14:00 PMI 48.5',
    '04 12:30 Claims 238K',
    '05 12:30 Jobs 206K',
    '09 14:00 Testimony',
    '11 12:30 Claims',
  ]);
});

inWorld(
  'a second talk of the same speaker is no move while the first is still listed',
  async (world) => {
    const first = at('2024-07-01T10:00:00Z', 'Speech');
    await loaded(world, { 'calendar_events.csv': file(first) });
    const now = await loaded(world, {
      'calendar_events.csv': file(first, at('2024-07-03T10:00:00Z', 'Speech')),
    });
    assert.equal(now, ['01 10:00 Speech', '03 10:00 Speech']);
  },
);

inWorld('a load that fails moves nothing', async (world) => {
  await loaded(world, { 'calendar_events.csv': file(at('2024-07-01T10:00:00Z', 'CPI')) });
  world.put({
    'calendar_events.csv': file(at('2024-07-02T10:00:00Z', 'CPI'), at('never', 'Other')),
  });
  await world.load({ strict: true }).then(
    () => assert.unreachable(),
    () => {},
  );
  assert.equal(await world.rows('select day(time) as day from calendar_events'), [{ day: '1' }]);
  assert.equal(await world.rows('select day(time) as day from file_events'), [{ day: '1' }]);
});

test.run();
