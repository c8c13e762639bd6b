import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { secondsUntilDue } from '../../../server/calendar/bodies.ts';
import { within } from '../../support/within.ts';
import { type Desk, eventAt, now, path, withDesk } from './world.ts';

const freshness = suite('freshness of the calendar');
const atDesk = within(freshness, withDesk);

const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

async function cacheAt(desk: Desk, seconds: number, query = ''): Promise<unknown> {
  desk.time.wall = at(seconds);
  return (await desk.app.inject(`${path}?${query}`)).headers['cache-control'];
}

const good = (seconds: number) => `public, max-age=${seconds}`;

freshness(
  'ends when the next release is due, and is a minute while its value is awaited',
  async () => {
    const [old, due, later] = [eventAt(-7200), eventAt(600), eventAt(1200, { currency: 'EUR' })];
    await withDesk(
      async (desk) => {
        assert.is(await cacheAt(desk, 0), good(600));
        assert.is(await cacheAt(desk, 599), good(1));
        assert.is(await cacheAt(desk, 599.5), good(0));
        assert.is(await cacheAt(desk, 600), good(60));
        assert.is(await cacheAt(desk, 895), good(5), 'the rest of its 15 minutes');
        assert.is(await cacheAt(desk, 900), good(60));
        assert.is(await cacheAt(desk, 1150), good(50), 'the next one is due sooner');
        desk.publish([old, { ...due, actual: '0.4%' }, later]);
        assert.is(await cacheAt(desk, 1100), good(100), 'the value is there');
        assert.is(await cacheAt(desk, 1300), good(60));
      },
      { events: [old, due, later] },
    );
  },
);

atDesk(
  'is of the events that were asked for',
  { events: [eventAt(300, { currency: 'EUR' })] },
  async (desk) => {
    assert.is(await cacheAt(desk, 0, 'currency=USD'), good(900));
    assert.is(await cacheAt(desk, 0, 'currency=EUR'), good(300));
    assert.is(await cacheAt(desk, 0, 'currency=EUR&format=csv'), good(300));
    assert.is(await cacheAt(desk, 0, 'impact=low'), good(900));
  },
);

atDesk(
  'of an answer that has not changed is said with the 304 too, its ETag as it was',
  { events: [eventAt(10)] },
  async (desk) => {
    const { etag } = (await desk.app.inject(path)).headers;
    desk.time.wall = at(1000);
    const again = await desk.app.inject({
      url: path,
      headers: { 'if-none-match': String(etag) },
    });
    assert.is(again.statusCode, 304);
    assert.is(again.headers.etag, etag);
    assert.is(again.headers['cache-control'], good(60));
  },
);

freshness('waits an hour for a value, and for none of a holiday', () => {
  const holiday = { impact: 'holiday', actual: '' } as const;
  assert.is(secondsUntilDue([eventAt(0)], at(3599)), 60);
  assert.is(secondsUntilDue([eventAt(0)], at(3600)), Number.POSITIVE_INFINITY);
  assert.is(secondsUntilDue([eventAt(0, { actual: '1' })], at(1)), Number.POSITIVE_INFINITY);
  assert.is(
    secondsUntilDue([eventAt(0, holiday), eventAt(90, holiday)], at(1)),
    Number.POSITIVE_INFINITY,
  );
  assert.is(secondsUntilDue([eventAt(0, holiday), eventAt(90)], at(1)), 89);
  assert.is(secondsUntilDue([eventAt(0), eventAt(30)], at(1)), 29);
});

freshness.run();
