import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCalendarQuery } from '../../../server/calendar/parameters.ts';
import { within } from '../../support/within.ts';
import { type Desk, eventAt, events, now, path, withDesk } from './world.ts';

const bodies = suite('calendar bodies');
const atDesk = within(bodies, withDesk);

const minute = 60;
const hour = 3600;
const day = 24 * hour;

/** Moves the wall clock to this many seconds after the start. */
function moveTo({ time }: Desk, seconds: number): void {
  time.wall = new Date(now.getTime() + seconds * 1000);
}

async function read(desk: Desk, query = '') {
  const response = await desk.app.inject(`${path}?${query}`);
  assert.is(response.statusCode, 200);
  const { etag, 'cache-control': cache } = response.headers;
  return { etag, cache, body: response.body };
}

/** Events without a release that is still to come. */
const nothingDue = { events: events.slice(0, 1) };

atDesk('say when they were made, their window and where the credit goes', async (desk) => {
  moveTo(desk, 0.999);
  const { body } = await read(desk, 'days=2');
  assert.is(
    body,
    JSON.stringify({
      generated_at: '2026-03-02T12:00:00Z',
      from: '2026-03-02T06:00:00Z',
      to: '2026-03-04T12:00:00Z',
      count: 2,
      events: events.slice(0, 2),
      attribution: {
        required: false,
        text: 'Economic calendar by records.example',
        url: 'https://records.example',
      },
      docs: 'https://records.example/docs',
    }),
  );
});

bodies('hold the events from 6 hours ago to `days` ahead, both ends included', async () => {
  const cases: [days: number, seconds: number, isIn: boolean][] = [
    [1, -6 * hour - 1, false],
    [1, -6 * hour, true],
    [1, day, true],
    [1, day + 1, false],
    [2, day + 1, true],
    [30, 30 * day, true],
    [30, 30 * day + 1, false],
    [30, -6 * hour - 1, false],
  ];
  for (const [days, seconds, isIn] of cases) {
    await withDesk(
      async (desk) => {
        const { count } = JSON.parse((await read(desk, `days=${days}`)).body);
        assert.is(count, isIn ? 1 : 0, `${days} days, ${seconds} s`);
      },
      { events: [eventAt(seconds)] },
    );
  }
});

atDesk(
  'move their window with the clock, one slot after the other',
  { events: [eventAt(100), eventAt(day + 10 * minute)] },
  async (desk) => {
    const first = await read(desk);
    assert.is(JSON.parse(first.body).count, 1);
    moveTo(desk, 15 * minute);
    const second = await read(desk);
    assert.is(JSON.parse(second.body).count, 2);
    assert.is.not(second.etag, first.etag, 'another event came into the window');
    moveTo(desk, 6 * hour + 100 + 1);
    assert.is(JSON.parse((await read(desk)).body).count, 1, 'the first one left it');
  },
);

atDesk(
  'are the same for 15 minutes, and say how long they stay valid',
  nothingDue,
  async (desk) => {
    moveTo(desk, 100);
    const first = await read(desk);
    assert.is(first.cache, 'public, max-age=900');
    for (const [seconds, left] of [
      [0.001, 899],
      [1, 899],
      [600, 300],
      [899, 1],
      [899.5, 0],
      [899.999, 0],
    ] as const) {
      moveTo(desk, 100 + seconds);
      const later = await read(desk);
      assert.equal(later, { ...first, cache: `public, max-age=${left}` }, `${seconds} s later`);
    }
    moveTo(desk, 100 + 900);
    const renewed = await read(desk);
    assert.is(JSON.parse(renewed.body).generated_at, '2026-03-02T12:16:40Z');
    assert.is(renewed.cache, 'public, max-age=900');
    assert.is(renewed.etag, first.etag, 'the same events');
  },
);

atDesk('are made again when the clock was set back', nothingDue, async (desk) => {
  await read(desk);
  moveTo(desk, -1);
  const { body, cache } = await read(desk);
  assert.is(JSON.parse(body).generated_at, '2026-03-02T11:59:59Z');
  assert.is(cache, 'public, max-age=900');
});

atDesk('follow the events at once; the ETag only if the window shows the change', async (desk) => {
  const first = await read(desk);
  const released = eventAt(-3600, { title: 'CPI, y/y', actual: '2.5%' });
  desk.publish([released, ...events.slice(1)]);
  moveTo(desk, 60);
  const second = await read(desk);
  assert.is(JSON.parse(second.body).events[0].actual, '2.5%');
  assert.is.not(second.etag, first.etag);

  desk.publish([released, ...events.slice(1), eventAt(9 * day)]);
  moveTo(desk, 120);
  const third = await read(desk);
  assert.is(third.etag, second.etag, 'the change is not in this window');
  assert.is(JSON.parse(third.body).generated_at, '2026-03-02T12:02:00Z');

  desk.publish(events);
  assert.is((await read(desk)).etag, first.etag, 'as it was before');
});

atDesk('have one ETag for each answer and one for all ways to ask for it', async (desk) => {
  const etag = async (query: string) => String((await read(desk, query)).etag);
  assert.match(await etag(''), /^W\/"[\w-]{43}"$/);
  const same = ['', 'days=1', 'impact=high', 'format=json', 'currency=USD', 'unknown=1'];
  const nine = 'currency=CNY,CHF,CAD,NZD,AUD,JPY,GBP,EUR,USD';
  assert.is(await etag(nine), await etag(''));
  assert.is(await etag('impact=all'), await etag('impact=holiday,low,medium,high'));
  assert.is(new Set(await Promise.all(same.map(etag))).size, 2, 'only one currency differs');
  const different = ['', 'days=2', 'impact=all', 'format=csv', 'currency=EUR', 'currency=AUD'];
  assert.is(new Set(await Promise.all(different.map(etag))).size, different.length);
});

atDesk('are an empty list where nothing was ever published', { events: [] }, async (desk) => {
  assert.equal(JSON.parse((await read(desk, 'days=30&impact=all')).body).events, []);
  assert.is(
    (await read(desk, 'format=csv')).body,
    'ts,time,currency,impact,forecast,previous,actual,title\r\n',
  );
});

atDesk(
  'are kept within bounds, those used last',
  { maximumBytes: 30_000 },
  async ({ bodies: kept, time }) => {
    const ask = (days: number) => kept.get(readCalendarQuery({ days: String(days) }));
    const popular = ask(1);
    for (let days = 2; days <= 30; days += 1) {
      time.wall = new Date(now.getTime() + days);
      ask(days);
      assert.is(ask(1), popular);
    }
    time.wall = new Date(now.getTime() + 100);
    assert.is(ask(2).madeAt, now.getTime() + 100, 'the oldest had to go');
    assert.is(ask(30).madeAt, now.getTime() + 30);
  },
);

bodies.run();
