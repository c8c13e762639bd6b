import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { idOf, withTwo } from '../desk.ts';

const news = suite('news in a run');

const event = (time: string, changes = {}) => ({
  time,
  currency: 'All',
  impact: 'high',
  title: `Event at ${time}`,
  ...changes,
});

news('makes a run compute accounts with trades near it again, and no others', () =>
  withTwo(async (desk) => {
    const [{ at } = {}] = await desk.warehouse(
      "select strftime(max(closed_at), '%Y-%m-%dT%H:%M:%SZ') as at from trades",
    );
    const near = event(String(at));
    const computed = async (events: readonly ReturnType<typeof event>[]) => {
      desk.write('calendar_events.csv', events);
      return (await desk.run()).accountsComputed;
    };
    const countOf = (id: string): number => desk.part(idOf(id), 'news').events.count;

    assert.is(await computed([event('2030-01-01T00:00:00Z')]), 0, 'announced');
    assert.is(await computed([near, event('2030-01-01T00:00:00Z')]), 2);
    assert.equal(['a', 'b'].map(countOf), [1, 1]);
    assert.is(await computed([near, event('2031-01-01T00:00:00Z')]), 0);
    assert.is(await computed([{ ...near, impact: 'low' }]), 2);
    assert.equal(['a', 'b'].map(countOf), [0, 0]);
    assert.is((await desk.run({ full: true })).isNew, false, 'as if computed at once');
  }),
);

news.run();
