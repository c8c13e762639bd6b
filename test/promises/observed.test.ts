import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { backUp } from '../../pipeline/backup/back-up.ts';
import { restore } from '../../pipeline/backup/restore.ts';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { openDeliveries } from '../../pipeline/deliveries/open.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import type { RunOptions } from '../../pipeline/run/run-options.ts';
import { openForEntering, sentRows } from '../pipeline/deliveries/entering.ts';
import { type Desk, withDesk } from '../pipeline/desk.ts';
import { openServer } from '../server/open-server.ts';
import { runAt } from '../support/run-at.ts';
import { sentTrade } from '../support/sent-rows.ts';
import { withHandle } from '../support/sqlite.ts';
import { within } from '../support/within.ts';

// Since when a record is public, and how much of it came afterwards. A run notes it, and nothing
// that an owner or operator does later moves it.
const observed = suite('since when a record is public');

const accountId = 'MT5:1@Desk-Live';
const entry = {
  slug: 'watched',
  type: 'account',
  account_id: accountId,
  owner: 'north',
  name: 'Watched',
  published: true,
} as const;

/** Account on a clock that tests set. */
class Story {
  readonly #desk: Desk;
  dataDir: DataDirectory;
  now = new Date('2024-03-01T10:00:00Z');

  constructor(desk: Desk) {
    this.#desk = desk;
    this.dataDir = desk.dataDir;
  }

  at(instant: string): void {
    this.now = new Date(instant);
  }

  async withRegistry<Result>(work: (registry: Registry) => Promise<Result>): Promise<Result> {
    const registry = await openRegistry({ dataDir: this.dataDir, clock: () => this.now });
    try {
      return await work(registry);
    } finally {
      await registry.close();
    }
  }

  decide(decision: object): Promise<unknown> {
    return this.withRegistry((registry) => applyRegistry(registry, decision));
  }

  /** Sends trades as the owner's program does: ticket, day of closing, profit. */
  async send(...trades: readonly (readonly [ticket: string, closed: string, profit: number])[]) {
    const deliveries = openForEntering(
      await openDeliveries({ path: this.dataDir.inbox.database }, () => this.now),
    );
    const rows = trades.map(([ticket, closed_at, profit]) =>
      sentTrade(ticket, { opened_at: `${closed_at.slice(0, 10)}T00:00:00Z`, closed_at, profit }),
    );
    const account = {
      platform: 'MT5',
      currency: 'USD',
      created_at: '2024-02-01T00:00:00Z',
      updated_at: this.now.toISOString(),
    };
    const flow = { id: 'd', at: '2024-02-01T00:00:00Z', amount: '1000' };
    await deliveries.enter([
      sentRows(accountId, `${this.now.getTime()}`, {
        accounts: [account],
        cash_flows: [flow],
        trades: rows,
      }),
    ]);
    await deliveries.close();
  }

  run(options: Partial<RunOptions> = {}) {
    return this.withRegistry((registry) =>
      runAt(
        this.now,
        { dataDir: this.dataDir, registry },
        { sources: [this.#desk.source], ...options },
      ),
    );
  }

  /** Returns what a stranger reads of the account; null if it is private. */
  async read(slug: string = entry.slug) {
    const server = await openServer({
      dataDir: this.dataDir,
      clock: () => this.now,
      log: silentLog,
    });
    try {
      const answer = await server.app.inject(`/api/v1/accounts/${slug}?include=observed`);
      return answer.statusCode === 404 ? null : answer.json();
    } finally {
      await server.close();
    }
  }
}

const withStory = (work: (story: Story) => Promise<void>) =>
  withDesk(async (desk) => {
    const story = new Story(desk);
    await story.decide({
      owners: [{ slug: 'north', name: 'North', plan: 'ultra' }],
      accounts: [entry],
    });
    await work(story);
  });
const inStory = within(observed, withStory);

/** Sends and publishes a record, half of whose later trades came afterwards. */
async function tell(story: Story): Promise<void> {
  await story.send(['1', '2024-02-20T12:00:00Z', 100]);
  story.at('2024-03-01T10:05:00Z');
  await story.run();
  for (const [at, ...trade] of [
    ['2024-03-05T12:00:00Z', '2', '2024-03-04T12:00:00Z', 55],
    ['2024-03-09T12:00:00Z', '3', '2024-03-03T12:00:00Z', -55],
    ['2024-03-20T12:00:00Z', '4', '2024-03-11T12:00:00Z', 11],
    ['2024-03-21T12:00:00Z', '5', '2024-03-20T12:00:00Z', -11.11],
  ] as const) {
    story.at(at);
    await story.send(trade);
  }
  await story.run();
}

const since = '2024-03-01T10:05:00Z';

inStory('is noted by the run that publishes it first, and told at once', async (story) => {
  await story.send(['1', '2024-02-20T12:00:00Z', 100]);
  story.at('2024-03-01T10:05:00Z');
  // The figures may be of an earlier day.
  await story.run({ asOf: new Date('2024-02-25T00:00:00Z') });
  const { published_at, observed: told } = await story.read();
  assert.is(published_at, since);
  assert.is(told.since, since);
  assert.is(told.from, '2024-03-02');
  assert.equal(told.gaps, []);
  assert.is(told.before.twr_percent, 10);
  assert.is(told.after, null);
  story.at('2024-03-01T10:10:00Z');
  const again = await story.run({ asOf: new Date('2024-02-25T00:00:00Z') });
  assert.is(again.accountsComputed, 0, 'a first publication computes nothing anew');
});

inStory(
  'is moved by nothing: hiding, another owner, a rebuild, a restored backup',
  async (story) => {
    await tell(story);
    const first = await story.read();
    assert.is(first.published_at, since);
    const { before, after, late_percent } = first.observed;
    assert.is(before.twr_percent, 10);
    assert.is(after.trades, 4);
    assert.is(late_percent, 50);
    const parts = (100 + before.twr_percent) * (1 + after.twr_percent / 100) - 100;
    assert.ok(Math.abs(parts - first.performance.twr_percent) < 2e-4);
    const holds = async (when: string) => {
      const { published_at, observed: told } = await story.read();
      assert.is(published_at, since, when);
      assert.equal([told.before, told.after, told.late_percent], [before, after, 50], when);
    };
    await story.run({ full: true });
    await holds('all computed anew');
    await story.run({ rebuild: true });
    await holds('rebuilt');
    // All comes again, and rows that later ones replace are removed.
    story.at('2024-03-25T12:00:00Z');
    await story.send(
      ['1', '2024-02-20T12:00:00Z', 100],
      ['2', '2024-03-04T12:00:00Z', 55],
      ['5', '2024-03-20T12:00:00Z', -11.11],
    );
    withHandle(story.dataDir.inbox.database, (handle) =>
      handle.exec('update delivery_accounts set is_full = 1'),
    );
    await story.run();
    await story.run({ rebuild: true });
    const { observed: sentAgain } = await story.read();
    assert.is(sentAgain.late_percent, 50, 'sent again');
    await story.decide({
      owners: [{ slug: 'south', name: null, plan: 'ultra' }],
      accounts: [{ ...entry, owner: 'south', name: 'Other' }],
    });
    await story.run();
    assert.is((await story.read()).published_at, since, 'another owner');
    const folder = join(story.dataDir.path, '../backup');
    const options = { databaseUrl: null, folder, log: silentLog };
    await backUp({
      ...options,
      dataDir: story.dataDir,
      program: '0',
      clock: () => story.now,
    });
    story.dataDir = dataDirectory(join(folder, '../restored'));
    await restore({ ...options, dataDir: story.dataDir });
    story.at('2024-03-26T12:00:00Z');
    await story.run({ rebuild: true });
    const restored = await story.read();
    assert.is(restored.published_at, since, 'restored');
    assert.is(restored.observed.late_percent, 50, 'restored');
  },
);

inStory('tells times in which it was hidden, and trades within them', async (story) => {
  await tell(story);
  story.at('2024-03-20T18:00:00Z');
  await story.decide({ accounts: [{ ...entry, published: false }] });
  await story.run();
  assert.is(await story.read(), null);
  story.at('2024-03-24T18:00:00Z');
  await story.send(['6', '2024-03-22T12:00:00Z', 10]);
  await story.decide({ accounts: [entry] });
  await story.run();
  const { published_at, observed: told } = await story.read();
  assert.is(published_at, since);
  assert.equal(told.gaps, [{ from: '2024-03-20T18:00:00Z', to: '2024-03-24T18:00:00Z' }]);
  assert.is(told.late_percent, 60, 'the trade in the gap came in time');
});

inStory('begins anew with a cut, and is hidden as if it were not there', async (story) => {
  await tell(story);
  await story.decide({ accounts: [{ ...entry, history_cut_at: '2024-03-10' }] });
  await story.run();
  const { observed: told, published_at } = await story.read();
  assert.equal([told.since, told.from, told.before], [since, '2024-03-10', null]);
  assert.is(told.after.trades, 2);
  await story.decide({ accounts: [{ ...entry, hide: ['observed'] }] });
  const hidden = await story.read();
  assert.is(hidden.observed, null);
  assert.is(hidden.published_at, published_at, 'nobody hides since when it is public');
});

observed.run();
